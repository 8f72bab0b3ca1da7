import JSONText
import NavigationCore

/// A kind of object: what errors call it, and the members it can have, in the specification's order.
struct ObjectKind {
  let name: String
  let members: [String]
  /// What a value of this kind must be, where it is no object.
  let expected: String

  static let session = ObjectKind(
    name: "a session",
    members: [
      "id", "revision", "incarnation", "selectedTab", "openTabs", "reduceMotion", "tabs", "lastTap", "policy",
    ], expected: Expected.session)
  static let tab = ObjectKind(name: "a tab", members: ["id", "selectable", "screens"], expected: Expected.tab)
  static let screen = ObjectKind(
    name: "a screen", members: ["id", "supportsScrollToTop", "target", "position", "returnPosition"],
    expected: Expected.screen)
  static let target = ObjectKind(name: "a target", members: ["section", "row"], expected: Expected.target)
  static let position = ObjectKind(name: "a position", members: ["offset", "anchor"], expected: Expected.position)
  static let returnPosition = ObjectKind(
    name: "a return position", members: ["offset", "anchor", "savedAtMs"], expected: Expected.returnPosition)
  static let lastTap = ObjectKind(
    name: "a last tap", members: ["tab", "device", "atMs", "receivedAtMs", "armed"], expected: Expected.lastTap)
  static let policy = ObjectKind(
    name: "a policy", members: ["windowMs", "minIntervalMs", "afterExpiry", "returnTtlMs", "rules"],
    expected: Expected.policy)
  static let rule = ObjectKind(name: "a rule", members: ["on", "tab", "when", "do"], expected: Expected.rule)
}

/// Walks an object's members as they stand.
///
/// A member that is null is as good as left out (docs/SPEC.md, section 3), so the walk passes over it, whatever its name.
struct ObjectReader {
  private let kind: ObjectKind
  private let json: [JSONMember]
  private let pointer: JSONPointer

  /// Reads an object of a kind.
  ///
  /// - Throws: `invalidValue` where the value is no object.
  init(_ located: Located, _ kind: ObjectKind) throws(DecodingError) {
    guard case .object(let members) = located.value else { throw located.invalid(kind.expected) }
    self.kind = kind
    json = members
    pointer = located.pointer
  }

  /// The members that are not null.
  var members: some Sequence<(name: String, value: Located)> {
    json.lazy.filter { !$0.value.isNull }.map { (name: $0.name, value: Located($0, of: pointer)) }
  }

  /// Whether a member is there and null.
  func isNull(_ name: String) -> Bool {
    json.contains { $0.name == name && $0.value.isNull }
  }

  /// The error that this object can't have a member of that name.
  func unknown(_ name: String) -> DecodingError {
    .unknownMember(at: pointer.appending(name), name: name, owner: kind.name, known: kind.members)
  }

  /// What a member said, which must be there.
  func require<Value>(
    _ value: Value?, _ name: String, _ expected: @autoclosure () -> String
  ) throws(DecodingError) -> Value {
    guard let value else { throw .missingMember(at: pointer.appending(name), expected: expected()) }
    return value
  }
}
