/// What the client should do now, in terms of edges and items: the client owns the points.
public struct Directive: Hashable, Sendable {
  /// The move, with what it needs.
  public enum Move: Hashable, Sendable {
    /// Scroll the screen to its top.
    case scrollToTop(ScrollTarget)
    /// Pop every screen but this one, the root.
    case popToRoot
    /// Scroll the screen back to where the user was.
    case returnToPosition(Position)
    /// Do what the client's own word says.
    case custom(Action.Word)
  }

  /// Where a screen's top is.
  public enum ScrollTarget: Hashable, Sendable {
    /// The edge of its content.
    case topEdge
    /// An item of its list.
    case item(ListItem)
  }

  /// What to do.
  public let move: Move
  /// The tab to do it in.
  public let tab: Tab.ID
  /// The screen to do it to.
  public let screen: Screen.ID
  /// Whether the user should see it move.
  public let animated: Bool

  /// A directive.
  public init(move: Move, tab: Tab.ID, screen: Screen.ID, animated: Bool) {
    self.move = move
    self.tab = tab
    self.screen = screen
    self.animated = animated
  }

  /// The action's name.
  public var action: Action {
    switch move {
    case .scrollToTop: .scrollToTop
    case .popToRoot: .popToRoot
    case .returnToPosition: .returnToPosition
    case .custom(let word): .custom(word)
    }
  }
}
