/// Finds the place of a fault in a text, and words for it.
///
/// It walks the tokens up to the one where the reader stopped. What stands before that one is well formed, so a token
/// is told by its first byte.
struct FaultFinder {
  private let text: [UInt8]
  /// Where the text is cut off for the reader: at its first NUL byte, else at its end.
  private let end: Int

  init(text: [UInt8], end: Int) {
    self.text = text
    self.end = end
  }

  /// The first thing wrong with a text of which the reader says this; nil where the reader took it, and it is nested
  /// too deep or cut off at a NUL byte.
  func error(for fault: JanssonFault?) -> JSONSyntaxError {
    let stop = fault?.taken ?? end
    var depth = 0
    var token = 0..<0
    while token.upperBound < stop {
      token = self.token(from: token.upperBound)
      guard let first = text[token].first else { break }
      depth += nesting(first)
      if depth > JSONValue.maximumDepth {
        return malformed(token.lowerBound, "arrays and objects are nested deeper than \(JSONValue.maximumDepth)")
      }
    }
    return error(for: fault, lastToken: token)
  }

  private func error(for fault: JanssonFault?, lastToken token: Range<Int>) -> JSONSyntaxError {
    let start = token.lowerBound
    switch fault {
    case nil, .endsEarly: return tooShort(lastToken: token)
    case .notUTF8(let taken): return malformed(taken, "the bytes here are not UTF-8")
    case .somethingBehind: return malformed(start, "\(shown(token)) stands behind the value, where nothing may")
    case .duplicateName: return error(.duplicateMember, start, "the member \(shown(token)) is there twice")
    case .nulInName: return malformed(start, "a member's name has a NUL character in it")
    case .numberTooLarge: return malformed(start, "the number \(shown(token)) is too large for a double")
    case .unexpected(_, let expected):
      switch StringFault(in: text[start..<end]) {
      case .unclosed: return tooShort(lastToken: token)
      case .some(let inside): return malformed(start + inside.distance, inside.problem)
      case nil: break
      }
      if text[token].starts(with: [0xEF, 0xBB, 0xBF]) {
        return malformed(start, "a byte order mark stands here; plain UTF-8 has none")
      }
      return malformed(start, "\(shown(token)) stands where \(expected.rawValue) belongs")
    }
  }

  /// The text ends too early, at a NUL byte or at its very end.
  private func tooShort(lastToken: Range<Int>) -> JSONSyntaxError {
    guard end == text.count else { return malformed(end, "a NUL character stands here") }
    guard text.contains(where: { !isSpace($0) }) else { return malformed(end, "the text is empty") }
    let place = StringFault(in: text[lastToken]) == .unclosed ? "string" : "value"
    return malformed(end, "the text ends in the middle of a \(place)")
  }

  private func malformed(_ offset: Int, _ problem: String) -> JSONSyntaxError {
    error(.malformed, offset, problem)
  }

  private func error(_ fault: JSONSyntaxError.Fault, _ offset: Int, _ problem: String) -> JSONSyntaxError {
    let before = text[..<offset]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return JSONSyntaxError(
      fault: fault,
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      // The bytes 10xxxxxx continue a character.
      column: text[lineStart..<offset].count { $0 & 0xC0 != 0x80 } + 1,
      problem: problem)
  }

  /// A token's text for a person, its end left out if it is long.
  private func shown(_ token: Range<Int>) -> String {
    let characters = 40
    let whole = String(decoding: text[token], as: UTF8.self)
    return whole.count > characters ? whole.prefix(characters) + "…" : whole
  }

  /// The next token at or behind a place; empty at the end.
  private func token(from place: Int) -> Range<Int> {
    let start = text[place..<end].firstIndex { !isSpace($0) } ?? end
    guard start < end else { return end..<end }
    if text[start] == UInt8(ascii: "\"") { return start..<stringEnd(from: start) }
    if isPunctuation(text[start]) { return start..<start + 1 }
    let isOver = { (byte: UInt8) in isSpace(byte) || isPunctuation(byte) || byte == UInt8(ascii: "\"") }
    return start..<(text[start..<end].firstIndex(where: isOver) ?? end)
  }

  /// The place behind the closing quotation mark of the string that begins there.
  private func stringEnd(from start: Int) -> Int {
    var place = start + 1
    while place < end {
      switch text[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return end
  }
}

private func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

private func isPunctuation(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || nesting(byte) != 0
}

/// By how many levels a token that begins so goes deeper.
private func nesting(_ byte: UInt8) -> Int {
  switch byte {
  case UInt8(ascii: "["), UInt8(ascii: "{"): 1
  case UInt8(ascii: "]"), UInt8(ascii: "}"): -1
  default: 0
  }
}
