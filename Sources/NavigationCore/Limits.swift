/// How much a session may hold (docs/SPEC.md, section 1), so that its JSON always fits into a request.
public enum Limits {
  /// The most tabs in a session.
  public static let tabs = 64
  /// The most screens in a session, over all its tabs.
  public static let screens = 128
  /// The most rules in a policy.
  public static let rules = 64
  /// The most inputs that are applied as one.
  public static let inputs = 100
  /// The longest identifier, in characters.
  public static let identifierCharacters = 64
  /// The longest anchor, in bytes of UTF-8.
  public static let anchorBytes = 256
  /// The longest word for an action of the client's own, in characters.
  public static let actionCharacters = 32
  /// The most screens that one `pop` takes off.
  public static let popCount = 64
  /// The farthest from its resting top that a screen can be scrolled, in points, either way.
  public static let offsetPoints: Int64 = 1_000_000_000
  /// The last section or row of a scroll target.
  public static let targetIndex: Int32 = .max
  /// The latest time, in milliseconds: the last whole number that a double tells from its neighbours.
  public static let milliseconds: Int64 = 1 << 53 - 1
  /// The longest that a tap may have been on its way for its device's clock to be believed, in microseconds.
  public static let delivery: Microseconds = 60_000_000
}
