public import NavigationCore

/// Random sessions, policies and inputs: every shape that decoding can bring about, from few names, so that they meet.
extension SplitMix64 {
  /// The names of tabs, screens and devices that are drawn.
  private static let tabs = ["home", "games", "compose", "search", "you"]
  private static let screens = ["home", "games", "list", "detail", "edit", "thread"]
  private static let devices = ["phone", "tv"]

  /// A session.
  public mutating func navigation(id: String = "s") -> Navigation {
    let openTabs = chance(40)
    let count = Int.random(in: openTabs ? 0...4 : 1...4, using: &self)
    let tabs = Self.tabs.shuffled(using: &self).prefix(count).map { name in
      Tab(id: identifier(name), isSelectable: chance(85), screens: chance(40) ? nil : stack())
    }
    let selectable = tabs.filter(\.isSelectable).map(\.id)
    return Navigation(
      id: identifier(id), revision: chance(50) ? 0 : Int64.random(in: 0...1 << 52, using: &self),
      tabs: tabs, selectedTab: selectable.isEmpty || chance(15) ? nil : one(of: selectable), openTabs: openTabs,
      reduceMotion: chance(30), lastTap: chance(40) ? lastTap() : nil, policy: policy())
  }

  /// A policy: a preset's, or one with rules of its own.
  public mutating func policy() -> Policy {
    let window = Int64.random(in: Policy.windowMilliseconds, using: &self)
    var policy = chance(50) ? one(of: Preset.allCases).policy : Policy(rules: rules())
    if chance(50) { policy.window = window * 1_000 }
    if chance(30) { policy.minInterval = min(policy.window, one(of: [0, 1_000, 40_000, window * 1_000])) }
    if chance(40) { policy.afterExpiry = .rearm }
    if chance(30) { policy.returnTTL = one(of: [0, 1_000, 5_000_000, 86_400_000_000]) }
    return policy
  }

  /// An input, whatever the session is.
  public mutating func input() -> Input {
    let kind: Input.Kind =
      switch weighted([
        (50, Input.InputType.tap), (4, .longPress), (6, .statusBarTap), (6, .select), (12, .push), (8, .pop),
        (4, .popToRoot), (12, .scroll), (2, .configure),
      ]) {
      case .tap: .tap(tab())
      case .longPress: .longPress(tab())
      case .statusBarTap: .statusBarTap
      case .select: .select(tab())
      case .push: .push(screen(), onto: chance(50) ? nil : tab())
      case .pop: .pop(count: chance(60) ? nil : Int.random(in: 1...3, using: &self), from: chance(50) ? nil : tab())
      case .popToRoot: .popToRoot(chance(50) ? nil : tab())
      case .scroll: .scroll(to: position(), screen: chance(70) ? nil : screenID(), of: chance(60) ? nil : tab())
      case .configure:
        .configure(policy: chance(60) ? policy() : nil, reduceMotion: chance(50) ? chance(50) : nil)
      }
    return Input(kind, device: chance(80) ? nil : device(), at: chance(50) ? nil : instant())
  }

  /// A time of any size on some clock, as a JSON number can say it.
  public mutating func instant() -> Instant {
    // Up to 2^42 milliseconds, the year 2109, a double's product tells all microseconds from one another.
    Instant(microseconds: Int64.random(in: 0...(1_000 << Int64.random(in: 0...42, using: &self)), using: &self))
  }

  /// A position on a screen.
  public mutating func position() -> Position {
    let offsets: [Int64] = [0, -40_000, 999, 1_000, 12_500, 900_000, Limits.offsetPoints * 1_000]
    let offset = chance(70) ? one(of: offsets) : Int64.random(in: -5_000_000...5_000_000, using: &self)
    let anchors = ["", "post-20", "\"quoted\\\"", "日本/~", "e\u{301}"]
    return Position(offset: Offset(thousandths: offset), anchor: chance(40) ? Anchor(one(of: anchors)) : nil)
  }

  private mutating func tab() -> Tab.ID { identifier(one(of: Self.tabs)) }
  private mutating func device() -> Device.ID { identifier(one(of: Self.devices)) }
  private mutating func screenID() -> Screen.ID { identifier(one(of: Self.screens)) }

  private mutating func stack() -> [Screen] {
    let count = Int.random(in: 1...3, using: &self)
    return Self.screens.shuffled(using: &self).prefix(count).map { screen(identifier($0)) }
  }

  private mutating func screen(_ id: Screen.ID? = nil) -> Screen {
    let target = ListItem(section: one(of: [0, 2, .max]), row: Int32.random(in: 0...9, using: &self))
    return Screen(
      id: id ?? screenID(), supportsScrollToTop: chance(75), target: chance(25) ? target : nil,
      position: chance(50) ? position() : nil,
      returnPosition: chance(25) ? ReturnPosition(position: position(), savedAt: instant()) : nil)
  }

  private mutating func lastTap() -> LastTap {
    LastTap(
      tab: tab(), device: chance(80) ? nil : device(), at: chance(50) ? nil : instant(), receivedAt: instant(),
      isArmed: chance(50))
  }

  private mutating func rules() -> [Rule] {
    let actions = ["scrollToTop", "popToRoot", "returnToPosition", "refresh", "focusSearch"].compactMap(Action.init)
    return (0..<Int.random(in: 0...6, using: &self)).map { _ in
      let conditions = Rule.Condition.allCases.shuffled(using: &self).prefix(one(of: [0, 0, 0, 1, 1, 2]))
      return Rule(
        on: one(of: Rule.Trigger.allCases), tab: chance(25) ? tab() : nil, when: Array(conditions),
        do: one(of: actions))
    }
  }

  private func identifier<Subject>(_ text: String) -> Identifier<Subject> {
    guard let id = Identifier<Subject>(text) else { preconditionFailure("no id: \(text)") }
    return id
  }
}
