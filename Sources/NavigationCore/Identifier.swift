/// The name that a client gave to a thing: 1 to 64 characters out of `A-Z a-z 0-9 . _ ~ : -`, not `.` or `..`, so that
/// it stands in a path segment as it is.
///
/// Names of different kinds of things are different types.
public struct Identifier<Subject>: Hashable, Sendable {
  /// The name as it is written.
  public let text: String

  /// Takes a name; nil where it can't be one.
  public init?(_ text: String) {
    guard
      (1...Limits.identifierCharacters).contains(text.utf8.count), text != ".", text != "..",
      text.utf8.allSatisfy(isIdentifierCharacter)
    else { return nil }
    self.text = text
  }

  /// The name of another kind of thing, used for this kind: a tab's root screen bears its tab's.
  public init<Other>(_ other: Identifier<Other>) {
    text = other.text
  }
}

/// A phone, a television, a browser: whoever shares a session with others says which one it is.
public enum Device {
  /// What a device calls itself.
  public typealias ID = Identifier<Device>
}

private func isIdentifierCharacter(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "-"):
    true
  default:
    false
  }
}
