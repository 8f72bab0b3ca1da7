// Rounding is a function of the C library.
internal import Glibc

/// Writes JSON text (RFC 8259) straight into a buffer, commas included.
///
/// Objects and arrays are closed by their scope; names are written once each by whoever calls.
public struct JSONWriter: Sendable {
  /// What is written so far, as UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// Whether something stands before the next name or element that a comma must divide it from.
  private var needsComma = false

  /// A writer with an empty buffer, and room in it for so many bytes.
  public init(reserving capacity: Int = 512) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes an object; `members` writes each member's name and then its value.
  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array; `elements` writes its values.
  public mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a member's name; its value comes next.
  public mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the literal `null`.
  public mutating func null() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes the literal `true` or `false`.
  public mutating func bool(_ value: Bool) {
    beginValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a whole number.
  public mutating func integer(_ value: Int64) {
    beginValue()
    sign(of: value)
    digits(value.magnitude)
  }

  /// Writes a number of thousandths as the shortest decimal: no exponent, no zeros at the end, no `-0`.
  public mutating func thousandths(_ value: Int64) {
    beginValue()
    sign(of: value)
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 1_000)
    digits(whole)
    guard fraction != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    digits(fraction / 100 % 10)
    guard fraction % 100 != 0 else { return }
    digits(fraction / 10 % 10)
    guard fraction % 10 != 0 else { return }
    digits(fraction % 10)
  }

  /// Writes a string: quotation marks, backslashes and control characters escaped, all else as it is.
  public mutating func string(_ value: String) {
    beginValue()
    bytes.append(UInt8(ascii: "\""))
    if value.utf8.contains(where: mustBeEscaped) {
      for byte in value.utf8 { escape(byte) }
    } else {
      bytes.append(contentsOf: value.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value that was read; a number as the shortest text that means it.
  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let truth): bool(truth)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .array(let elements):
      array { writer in
        for element in elements { writer.write(element) }
      }
    case .object(let members):
      object { writer in
        for member in members {
          writer.name(member.name)
          writer.write(member.value)
        }
      }
    }
  }

  /// Writes a finite number.
  private mutating func number(_ value: Double) {
    if let whole = Int64(exactly: value) {
      integer(whole)
    } else {
      precondition(value.isFinite, "JSON has no word for a number that is not finite")
      beginValue()
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  private mutating func open(_ bracket: UInt8) {
    beginValue()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func beginValue() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func sign(of value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
  }

  private mutating func digits(_ value: UInt64) {
    let (rest, last) = value.quotientAndRemainder(dividingBy: 10)
    if rest > 0 { digits(rest) }
    bytes.append(UInt8(ascii: "0") + UInt8(last))
  }

  private mutating func escape(_ byte: UInt8) {
    guard mustBeEscaped(byte) else {
      bytes.append(byte)
      return
    }
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(hexDigit(byte >> 4))
      bytes.append(hexDigit(byte & 0x0F))
    }
  }
}

private func mustBeEscaped(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
