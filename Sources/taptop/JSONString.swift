extension [UInt8] {
  /// Appends a text as a JSON string (RFC 8259, section 7) that also stays on one line and leaves terminals alone:
  /// all control characters are escaped, those above ASCII too.
  ///
  /// No more than `longest` bytes of the text's UTF-8 are taken; an ellipsis stands for the rest.
  mutating func appendJSONString(_ text: String, longest: Int) {
    append(UInt8(ascii: "\""))
    var taken = 0
    for scalar in text.unicodeScalars {
      let encoded = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      taken += encoded.count
      guard taken <= longest else {
        append(contentsOf: "…".utf8)
        break
      }
      switch scalar {
      case "\"", "\\":
        append(UInt8(ascii: "\\"))
        append(contentsOf: encoded)
      case "\n": append(contentsOf: #"\n"#.utf8)
      case "\r": append(contentsOf: #"\r"#.utf8)
      case "\t": append(contentsOf: #"\t"#.utf8)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        append(contentsOf: #"\u"#.utf8)
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        append(contentsOf: digits.utf8)
      default: append(contentsOf: encoded)
      }
    }
    append(UInt8(ascii: "\""))
  }
}

extension String {
  /// This text in quotation marks, on one line and not too long: for a message about something a user gave.
  var quoted: String {
    var bytes: [UInt8] = []
    bytes.appendJSONString(self, longest: Self.longestQuotation)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Bytes of UTF-8 that are quoted of what a user gave.
  static let longestQuotation = 200
}
