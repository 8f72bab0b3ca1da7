/// Bytes that wait to be sent, in the pieces in which they came.
///
/// Not copied into one, since many streams share what they are sent.
struct Backlog {
  /// Those from `next` on wait, and of that one what stands from `taken` on.
  private(set) var pieces: [[UInt8]] = []
  private var next = 0
  private var taken = 0
  /// How many bytes there are.
  private(set) var count = 0

  mutating func append(_ piece: [UInt8]) {
    guard !piece.isEmpty else { return }
    pieces.append(piece)
    count += piece.count
  }

  /// Takes as much as there is room for.
  ///
  /// - Returns: how many bytes that was.
  mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count, next < pieces.count {
      let part = min(buffer.count - filled, pieces[next].count - taken)
      unsafe pieces[next].withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + part])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + part]))
      }
      filled += part
      taken += part
      if taken == pieces[next].count { (next, taken) = (next + 1, 0) }
    }
    count -= filled
    // What was taken goes once it is the larger part, so that on the whole each piece is moved once.
    if 2 * next > pieces.count {
      pieces.removeFirst(next)
      next = 0
    }
    return filled
  }
}
