/// An item of the tab bar and the navigation stack behind it.
public struct Tab: Hashable, Sendable {
  /// What the client calls this tab; unique in its session.
  public typealias ID = Identifier<Tab>

  /// What the client calls this tab.
  public let id: ID
  /// Whether a tap can select it; a "compose" item acts and is never selected.
  public var isSelectable: Bool
  /// The navigation stack, root first, never empty.
  public internal(set) var screens: [Screen]

  /// A tab with a navigation stack; without `screens`, one root screen of the tab's own name.
  public init(id: ID, isSelectable: Bool = true, screens: [Screen]? = nil) {
    self.id = id
    self.isSelectable = isSelectable
    self.screens = screens ?? [Screen(id: Screen.ID(id))]
    precondition(!self.screens.isEmpty, "a tab always has its root screen")
  }

  /// The screen the user sees while this tab is selected.
  var top: Screen {
    get { screens[screens.count - 1] }
    set { screens[screens.count - 1] = newValue }
  }

  /// The screen at the bottom of the stack.
  var root: Screen { screens[0] }
  /// Whether there is a screen to pop.
  var isDeep: Bool { screens.count > 1 }
}
