public import NavigationCore

/// An input with what came of it, and when it was received: a session and its steps are a log from which anyone who has the
/// core comes to the same state.
public struct Step: Hashable, Sendable {
  /// When it was received, by the server's clock.
  public let receivedAt: Instant
  /// What was done.
  public let input: Input
  /// What came of it.
  public let outcome: Outcome

  /// An input with what came of it.
  public init(receivedAt: Instant, input: Input, outcome: Outcome) {
    self.receivedAt = receivedAt
    self.input = input
    self.outcome = outcome
  }

  /// The session's revision after it.
  public var revision: Int64 { outcome.revision }
}

extension Step {
  /// About how many bytes its texts and lists have on the heap: what the step itself has is not among them.
  var heapBytes: Int {
    let texts = [outcome.tab, outcome.previousTab, outcome.selectedTab].compactMap { $0?.text }
    return texts.reduce(0) { $0 + heapBytesOf($1) } + input.heapBytes + (outcome.directive?.heapBytes ?? 0)
  }
}

extension Input {
  fileprivate var heapBytes: Int {
    let texts: [String?]
    var lists = 0
    switch kind {
    case .tap(let tab), .longPress(let tab), .select(let tab): texts = [tab.text]
    case .statusBarTap: texts = []
    case .push(let screen, onto: let tab):
      texts = [screen.id.text, screen.position?.anchor?.text, screen.returnPosition?.position.anchor?.text, tab?.text]
    case .pop(count: _, from: let tab), .popToRoot(let tab): texts = [tab?.text]
    case .scroll(to: let position, let screen, of: let tab): texts = [position.anchor?.text, screen?.text, tab?.text]
    case .configure(let policy, reduceMotion: _):
      let rules = policy?.rules ?? []
      texts = rules.flatMap { [$0.tab?.text, $0.action.name] }
      lists = rules.reduce(listHead) { $0 + MemoryLayout<Rule>.stride + listHead + $1.when.count }
    }
    return lists + (texts + [device?.text]).compactMap(\.self).reduce(0) { $0 + heapBytesOf($1) }
  }
}

extension Directive {
  fileprivate var heapBytes: Int {
    let anchor: String? = if case .returnToPosition(let position) = move { position.anchor?.text } else { nil }
    return [tab.text, screen.text, action.name, anchor].compactMap(\.self).reduce(0) { $0 + heapBytesOf($1) }
  }
}

/// What an array or a text has on the heap beside its elements.
private let listHead = 32

/// A text of up to 15 bytes is no more than its value.
private func heapBytesOf(_ text: String) -> Int {
  text.utf8.count > 15 ? listHead + text.utf8.count : 0
}
