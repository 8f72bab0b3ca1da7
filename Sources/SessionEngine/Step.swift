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

// Reckoned for every step, so without making lists of what it has.

extension Step {
  /// About how many bytes its texts and lists have on the heap: what the step itself has is not among them.
  var heapBytes: Int {
    heapBytesOf(outcome.tab?.text) + heapBytesOf(outcome.previousTab?.text) + heapBytesOf(outcome.selectedTab?.text)
      + input.heapBytes + (outcome.directive?.heapBytes ?? 0)
  }
}

extension Input {
  fileprivate var heapBytes: Int { kind.heapBytes + heapBytesOf(device?.text) }
}

extension Input.Kind {
  fileprivate var heapBytes: Int {
    switch self {
    case .tap(let tab), .longPress(let tab), .select(let tab): heapBytesOf(tab.text)
    case .statusBarTap: 0
    case .push(let screen, onto: let tab):
      heapBytesOf(screen.id.text) + heapBytesOf(screen.position?.anchor?.text)
        + heapBytesOf(screen.returnPosition?.position.anchor?.text) + heapBytesOf(tab?.text)
    case .pop(count: _, from: let tab), .popToRoot(let tab): heapBytesOf(tab?.text)
    case .scroll(to: let position, let screen, of: let tab):
      heapBytesOf(position.anchor?.text) + heapBytesOf(screen?.text) + heapBytesOf(tab?.text)
    case .configure(let policy, reduceMotion: _):
      (policy?.rules ?? []).reduce(listHead) { sum, rule in
        sum + MemoryLayout<Rule>.stride + listHead + rule.when.count + heapBytesOf(rule.tab?.text)
          + heapBytesOf(rule.action.name)
      }
    }
  }
}

extension Directive {
  fileprivate var heapBytes: Int {
    let anchor: String? = if case .returnToPosition(let position) = move { position.anchor?.text } else { nil }
    return heapBytesOf(tab.text) + heapBytesOf(screen.text) + heapBytesOf(action.name) + heapBytesOf(anchor)
  }
}

/// What an array or a text has on the heap beside its elements.
private let listHead = 32

/// A text of up to 15 bytes is no more than its value.
private func heapBytesOf(_ text: String?) -> Int {
  guard let count = text?.utf8.count, count > 15 else { return 0 }
  return listHead + count
}
