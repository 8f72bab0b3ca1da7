/// What is wrong inside a string, and how many bytes from its opening quotation mark.
enum StringFault: Hashable {
  /// A control character that is not escaped.
  case controlCharacter(Int)
  /// An escape that JSON does not have.
  case badEscape(Int)
  /// One half of a surrogate pair without the other.
  case loneSurrogate(Int)
  /// The text ends before the string does.
  case unclosed

  /// Looks through the string that a text begins with; nil where it begins with none, or with a good one.
  init?(in text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "\"") else { return nil }
    var place = text.startIndex + 1
    while place < text.endIndex {
      let distance = place - text.startIndex
      switch text[place] {
      case UInt8(ascii: "\""): return nil
      case ..<0x20:
        self = .controlCharacter(distance)
        return
      case UInt8(ascii: "\\"):
        guard place + 1 < text.endIndex else {
          self = .unclosed
          return
        }
        guard let length = escapeLength(text[place...]) else {
          self = .badEscape(distance)
          return
        }
        guard length > 0 else {
          self = .loneSurrogate(distance)
          return
        }
        place += length
      default: place += 1
      }
    }
    self = .unclosed
  }

  /// How many bytes from the opening quotation mark; 0 where the fault is at no byte of the string.
  var distance: Int {
    switch self {
    case .controlCharacter(let distance), .badEscape(let distance), .loneSurrogate(let distance): distance
    case .unclosed: 0
    }
  }

  /// Words for it, as in `JSONSyntaxError`.
  var problem: String {
    switch self {
    case .controlCharacter: "a control character stands in a string; write it as an escape, such as \\n"
    case .badEscape: "a string has an escape that JSON does not have"
    case .loneSurrogate: "a string has one half of a surrogate pair without the other"
    case .unclosed: "the text ends in the middle of a string"
    }
  }
}

/// The length of the escape that a text begins with, or of both where it takes two for a character; 0 for half a
/// surrogate pair, nil for no escape of JSON's (RFC 8259, section 7).
private func escapeLength(_ text: ArraySlice<UInt8>) -> Int? {
  guard let letter = text.dropFirst().first else { return nil }
  switch letter {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
    UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
    return 2
  case UInt8(ascii: "u"):
    guard let unit = codeUnit(text) else { return nil }
    if UTF16.isTrailSurrogate(unit) { return 0 }
    guard UTF16.isLeadSurrogate(unit) else { return 6 }
    guard let second = codeUnit(text.dropFirst(6)), UTF16.isTrailSurrogate(second) else { return 0 }
    return 12
  default: return nil
  }
}

/// The UTF-16 code unit of the `\uXXXX` that a text begins with.
private func codeUnit(_ text: ArraySlice<UInt8>) -> UInt16? {
  guard text.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
  let digits = text.dropFirst(2).prefix(4)
  // A sign is no digit, though the initializer takes one.
  guard digits.count == 4, digits.allSatisfy({ $0 >= UInt8(ascii: "0") }) else { return nil }
  return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
}
