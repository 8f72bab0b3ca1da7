import JSONText

extension String {
  /// This text in quotation marks, on one line and not too long: for a message about something a user gave.
  var quoted: String {
    var writer = JSONWriter()
    writer.string(shortened(to: Self.longestQuotation))
    return String(decoding: onOneLine(writer.bytes), as: UTF8.self)
  }

  /// Bytes of UTF-8 that are quoted of what a user gave.
  private static let longestQuotation = 200

  /// As many whole characters of this text as so many bytes of UTF-8 hold; an ellipsis stands for the rest.
  func shortened(to longest: Int) -> String {
    guard utf8.count > longest else { return self }
    // An index between the bytes of a character is taken for the one before it.
    return String(unicodeScalars[..<utf8.index(startIndex, offsetBy: longest)]) + "…"
  }
}

/// JSON text with those control characters and line ends escaped that JSON lets stand (RFC 8259, section 7), so that it
/// stays on one line wherever it is shown, and leaves terminals alone.
func onOneLine(_ json: [UInt8]) -> [UInt8] {
  guard json.contains(where: { $0 >= 0x7F }) else { return json }
  var line: [UInt8] = []
  for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
    switch scalar {
    case "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      // Beyond ASCII they only stand in strings.
      let digits = String(scalar.value, radix: 16)
      line.append(contentsOf: (#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
    default: line.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
  return line
}
