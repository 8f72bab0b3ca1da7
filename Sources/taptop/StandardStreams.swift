import Glibc

/// Writes all of some bytes to a descriptor: with one write(2) unless the other side takes only part of them.
///
/// - Returns: Whether all were taken. A descriptor that is closed, full or not ready takes no more of them.
@discardableResult
func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  unsafe bytes.withUnsafeBytes { buffer in
    var rest = unsafe buffer[...]
    while unsafe !rest.isEmpty {
      // Safe: a slice of a buffer that lives until the closure returns, rebased to its own start.
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let count = unsafe Glibc.write(descriptor, part.baseAddress, part.count)
      if count >= 0 {
        unsafe rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// The program's standard output.
enum StandardOutput {
  /// Writes a text and a line feed, unbuffered, so that whoever waits for the line has it at once.
  ///
  /// - Returns: Whether all of it was taken.
  @discardableResult
  static func print(_ text: String) -> Bool {
    write(Array((text + "\n").utf8), to: STDOUT_FILENO)
  }
}

/// The program's standard error output, for the lines that are not log lines: why a command could not be done.
enum StandardError {
  /// Writes one line that begins with the program's name.
  static func explain(_ text: String) {
    write(Array("taptop: \(text)\n".utf8), to: STDERR_FILENO)
  }
}
