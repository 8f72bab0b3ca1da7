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
    append(atMost: quotedLength(name) + 1) { out in
      quote(name, to: &out)
      out.append(UInt8(ascii: ":"))
    }
    needsComma = false
  }

  /// Writes the literal `null`.
  public mutating func null() {
    literal("null")
  }

  /// Writes the literal `true` or `false`.
  public mutating func bool(_ value: Bool) {
    literal(value ? "true" : "false")
  }

  /// Writes a whole number.
  public mutating func integer(_ value: Int64) {
    append(atMost: numberLength) { out in
      digits(of: value, value.magnitude, to: &out)
    }
  }

  /// Writes a number of thousandths as the shortest decimal: no exponent, no zeros at the end, no `-0`.
  public mutating func thousandths(_ value: Int64) {
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 1_000)
    append(atMost: numberLength) { out in
      digits(of: value, whole, to: &out)
      guard fraction != 0 else { return }
      out.append(UInt8(ascii: "."))
      digits(fraction / 100, to: &out)
      guard fraction % 100 != 0 else { return }
      digits(fraction / 10 % 10, to: &out)
      guard fraction % 10 != 0 else { return }
      digits(fraction % 10, to: &out)
    }
  }

  /// Writes a string: quotation marks, backslashes and control characters escaped, all else as it is.
  public mutating func string(_ value: String) {
    append(atMost: quotedLength(value)) { out in quote(value, to: &out) }
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
      literal(value.description)
    }
  }

  private mutating func literal(_ text: String) {
    let text = text.utf8.span
    append(atMost: text.count) { out in
      for index in text.indices { out.append(text[index]) }
    }
  }

  private mutating func open(_ bracket: UInt8) {
    append(atMost: 1) { out in out.append(bracket) }
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes a value, or the beginning of one, of at most so many bytes, behind a comma if there must be one.
  private mutating func append(atMost length: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    let comma = needsComma
    bytes.append(addingCapacity: length + 1) { out in
      if comma { out.append(UInt8(ascii: ",")) }
      write(&out)
    }
    needsComma = true
  }
}

/// The length of the longest number: a sign, the digits of an `Int64`, a point.
private let numberLength = 21

/// The length that a string can have at most, quoted: each byte as `\u0000`.
private func quotedLength(_ text: String) -> Int {
  text.utf8.count * 6 + 2
}

private func quote(_ text: String, to out: inout OutputSpan<UInt8>) {
  let text = text.utf8.span
  out.append(UInt8(ascii: "\""))
  for index in text.indices {
    let byte = text[index]
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      out.append(byte)
    } else {
      escape(byte, to: &out)
    }
  }
  out.append(UInt8(ascii: "\""))
}

private func escape(_ byte: UInt8, to out: inout OutputSpan<UInt8>) {
  out.append(UInt8(ascii: "\\"))
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(byte)
  case UInt8(ascii: "\n"): out.append(UInt8(ascii: "n"))
  case UInt8(ascii: "\r"): out.append(UInt8(ascii: "r"))
  case UInt8(ascii: "\t"): out.append(UInt8(ascii: "t"))
  default:
    out.append(UInt8(ascii: "u"))
    out.append(UInt8(ascii: "0"))
    out.append(UInt8(ascii: "0"))
    out.append(hexDigit(byte >> 4))
    out.append(hexDigit(byte & 0x0F))
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// Writes the sign of one number and the digits of another.
private func digits(of signed: Int64, _ magnitude: UInt64, to out: inout OutputSpan<UInt8>) {
  if signed < 0 { out.append(UInt8(ascii: "-")) }
  digits(magnitude, to: &out)
}

private func digits(_ value: UInt64, to out: inout OutputSpan<UInt8>) {
  let (rest, last) = value.quotientAndRemainder(dividingBy: 10)
  if rest > 0 { digits(rest, to: &out) }
  out.append(UInt8(ascii: "0") + UInt8(last))
}
