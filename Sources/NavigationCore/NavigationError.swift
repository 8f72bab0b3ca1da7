/// Why an input can't be applied (docs/SPEC.md, section 7).
///
/// The session is what it was, its revision included.
public enum NavigationError: Error, Hashable, Sendable {
  /// The session has no such tab, and is not one that learns its tabs.
  case unknownTab(Tab.ID)
  /// The tab's stack has no such screen.
  case unknownScreen(Screen.ID, of: Tab.ID)
  /// The selected tab is meant, and none is selected.
  case noSelectedTab
  /// The app can't select a tab that can't be selected.
  case tabNotSelectable(Tab.ID)
  /// The screen is on the tab's stack already.
  case duplicateScreen(Screen.ID, of: Tab.ID)
  /// The session has all the screens it can have; `member` is what would have added one more.
  case tooManyScreens(adding: Input.Member)
  /// The session has all the tabs it can have.
  case tooManyTabs
  /// The root never leaves its stack: `count` screens were to go, and `depth` are there.
  case cannotPopRoot(of: Tab.ID, count: Int, depth: Int)
}

extension Input {
  /// A member of an input that can be at fault.
  public enum Member: String, Hashable, Sendable {
    // The members' names in the specification's table of inputs.
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    case tab, screen, count
  }

  /// The member that is at fault where this input was refused so; nil where it was left out.
  public func memberAtFault(in error: NavigationError) -> Member? {
    switch error {
    case .unknownTab, .tabNotSelectable, .tooManyTabs: .tab
    case .unknownScreen, .duplicateScreen: .screen
    case .tooManyScreens(let member): member
    case .noSelectedTab: nil
    case .cannotPopRoot:
      if case .pop(count: .some, from: _) = kind { .count } else { nil }
    }
  }
}
