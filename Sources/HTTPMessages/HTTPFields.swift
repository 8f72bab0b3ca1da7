/// One field line of a message (RFC 9110, section 5): a name and a value as they stood on the wire.
public struct HTTPField: Hashable, Sendable {
  /// The field's name; compared without regard to case, kept as it was written.
  public let name: String
  /// The field's value, without the white space around it.
  public let value: String

  /// Pairs a name with a value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The fields of a message, in the order in which they stand in it.
public struct HTTPFields: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// Every field line, repeated names included.
  public private(set) var lines: [HTTPField]

  /// Takes field lines in their order.
  public init(_ lines: [HTTPField] = []) {
    self.lines = lines
  }

  /// Takes field lines in their order.
  public init(arrayLiteral lines: HTTPField...) {
    self.lines = lines
  }

  /// The value of the first field of a name, in any case; nil where there is none.
  public subscript(name: String) -> String? {
    for line in lines where line.name.equalsIgnoringCase(name) { return line.value }
    return nil
  }

  /// The values of every field of a name, in their order.
  public func values(of name: String) -> [String] {
    // Most requests have none or one: nothing is allocated for none.
    var values: [String] = []
    for line in lines where line.name.equalsIgnoringCase(name) { values.append(line.value) }
    return values
  }

  /// Adds a field line behind the others.
  public mutating func append(_ name: String, _ value: String) {
    lines.append(HTTPField(name, value))
  }
}

extension String {
  /// Whether two names are the same to HTTP, which folds the case of ASCII letters and of nothing else.
  package func equalsIgnoringCase(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let (mine, others) = (utf8.span, other.utf8.span)
    for index in mine.indices where mine[index].asciiLowercased != others[index].asciiLowercased { return false }
    return true
  }
}

extension UInt8 {
  /// This byte, an ASCII capital letter made small.
  package var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
