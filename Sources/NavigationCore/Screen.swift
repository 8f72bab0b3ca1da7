/// One screen of a tab's navigation stack.
public struct Screen: Hashable, Sendable {
  /// What the client calls this screen; unique in its stack.
  public typealias ID = Identifier<Screen>

  /// What the client calls this screen.
  public let id: ID
  /// Whether it has a top to scroll to.
  public var supportsScrollToTop: Bool
  /// The item that is its top, for lists that scroll to an item; nil for those that scroll to their edge.
  public var target: ListItem?
  /// Where it is scrolled to; nil until the client has said so.
  public var position: Position?
  /// Where the user was before the screen scrolled to its top; nil where there is nothing to go back to.
  public var returnPosition: ReturnPosition?

  /// A screen of which nothing is known but what is given.
  public init(
    id: ID, supportsScrollToTop: Bool = true, target: ListItem? = nil, position: Position? = nil,
    returnPosition: ReturnPosition? = nil
  ) {
    self.id = id
    self.supportsScrollToTop = supportsScrollToTop
    self.target = target
    self.position = position
    self.returnPosition = returnPosition
  }

  /// Whether the screen is known to be at its top.
  var isAtTop: Bool { position?.isAtTop ?? false }
  /// Whether the screen is known to be scrolled away from its top.
  var isScrolled: Bool { position.map { !$0.isAtTop } ?? false }
}

/// An item of a sectioned list, as `IndexPath` names it in UIKit.
public struct ListItem: Hashable, Sendable {
  /// The section, from 0.
  public let section: Int32
  /// The row in its section, from 0.
  public let row: Int32

  /// The item at a section and row, neither negative.
  public init(section: Int32, row: Int32) {
    self.section = section
    self.row = row
  }
}
