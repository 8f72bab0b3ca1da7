/// A name for one state of a resource (RFC 9110, section 8.8.3).
public struct EntityTag: Hashable, Sendable {
  /// Whether it stands for states that only mean the same.
  public let isWeak: Bool
  /// What stands between the quotation marks.
  public let opaque: String

  /// A tag.
  public init(_ opaque: String, isWeak: Bool = false) {
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// The tag as a field has it.
  public var text: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }
}

/// What `If-Match` and `If-None-Match` name: any state at all, or some (RFC 9110, sections 13.1.1 and 13.1.2).
public enum EntityTagCondition: Hashable, Sendable {
  /// `*`: whatever there is.
  case any
  /// One of these, at least one.
  case oneOf([EntityTag])

  /// Reads the values of all field lines of that name, which make one list; nil where they are no list of tags.
  public init?(_ values: [String]) {
    let list = values.joined(separator: ",")
    if list.utf8.filter({ $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }).elementsEqual("*".utf8) {
      self = .any
      return
    }
    guard let tags = Self.tags(in: Array(list.utf8)), !tags.isEmpty else { return nil }
    self = .oneOf(tags)
  }

  /// The tags of a list, which may have empty elements (RFC 9110, section 5.6.1); nil where it is none.
  private static func tags(in list: [UInt8]) -> [EntityTag]? {
    var tags: [EntityTag] = []
    var rest = list[...]
    var needsComma = false
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        rest.removeFirst()
      case UInt8(ascii: ","):
        rest.removeFirst()
        needsComma = false
      default:
        guard !needsComma, let tag = takeTag(from: &rest) else { return nil }
        tags.append(tag)
        needsComma = true
      }
    }
    return tags
  }

  private static func takeTag(from rest: inout ArraySlice<UInt8>) -> EntityTag? {
    let isWeak = rest.starts(with: "W/".utf8)
    if isWeak { rest.removeFirst(2) }
    guard rest.popFirst() == UInt8(ascii: "\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let opaque = rest[..<end]
    guard opaque.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    rest = rest[(end + 1)...]
    return EntityTag(String(decoding: opaque, as: UTF8.self), isWeak: isWeak)
  }
}
