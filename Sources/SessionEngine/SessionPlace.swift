public import NavigationCore

/// A place between sessions, where all of them stand in byte order of their names.
///
/// Those of an owner stand together, and so between those that have none: `/` sorts behind `-` and `.`, before digits and
/// letters.
public struct SessionPlace: Hashable, Comparable, Sendable {
  /// All names that are less or equal stand before this place, all others behind it.
  public let text: String

  private init(_ text: String) {
    self.text = text
  }

  /// Before all sessions of an owner; `nil` stands for none, and this is then before all sessions.
  public static func start(of owner: Caller.Name?) -> SessionPlace {
    SessionPlace(owner.map { "\($0.text)/" } ?? "")
  }

  /// Behind all sessions of an owner; `nil` stands for none, and this is then behind all sessions.
  public static func end(of owner: Caller.Name?) -> SessionPlace {
    // DEL sorts behind all that a name can have.
    SessionPlace(start(of: owner).text + "\u{7F}")
  }

  /// Right behind a session, whether it is there or not.
  public static func behind(_ id: SessionID) -> SessionPlace {
    SessionPlace(id.text)
  }

  // Names are ASCII, and Swift compares ASCII as it compares bytes.

  /// Whether one place is before another.
  public static func < (earlier: SessionPlace, later: SessionPlace) -> Bool { earlier.text < later.text }
}
