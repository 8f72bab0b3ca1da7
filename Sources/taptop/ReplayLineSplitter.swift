/// Cuts what is read in pieces into lines.
struct ReplayLineSplitter {
  /// What was read of a line that is not over yet.
  private var rest: [UInt8] = []

  /// The lines that are over with these bytes, without their line feeds.
  ///
  /// A line that is longer than `Replay.lineLimit` is given as far as it goes, for `Replay` to refuse.
  mutating func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest + bytes[start..<end])
      rest = []
      start = end + 1
    }
    rest += bytes[start...]
    if rest.count > Replay.lineLimit { lines += finish() }
    return lines
  }

  /// The last line, if it has no line feed.
  mutating func finish() -> [[UInt8]] {
    defer { rest = [] }
    return rest.isEmpty ? [] : [rest]
  }
}
