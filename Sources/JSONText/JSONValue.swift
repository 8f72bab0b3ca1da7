/// What a JSON text says (RFC 8259), free of the text itself.
public enum JSONValue: Hashable, Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// The double nearest to a number, whole or not.
  case number(Double)
  /// A string, escapes undone; it may have a NUL character in it.
  case string(String)
  /// The elements of an array.
  case array([JSONValue])
  /// The members of an object, in the order in which they stand; no name is there twice.
  case object([JSONMember])

  /// How deep arrays and objects may be nested; a number alone has depth 0.
  public static let maximumDepth = 32

  /// What a member of this object stands for; nil where there is no such member, or this is no object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Whether this is the literal `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The text of this string; nil where this is none.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The double of this number; nil where this is none.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The same value with the members of all its objects ordered by name: two values say the same where these are equal.
  public var withOrderedMembers: JSONValue {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let elements): .array(elements.map(\.withOrderedMembers))
    case .object(let members):
      .object(
        members.sorted { $0.name < $1.name }
          .map { JSONMember(name: $0.name, value: $0.value.withOrderedMembers) })
    }
  }
}

/// A member of an object.
public struct JSONMember: Hashable, Sendable {
  /// The name, escapes undone.
  public let name: String
  /// What it stands for.
  public let value: JSONValue

  /// Names a value.
  public init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}
