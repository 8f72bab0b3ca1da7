import Glibc

/// Reads a small file whole.
///
/// - Parameters:
///   - path: Where it is.
///   - option: The option that names it, for the refusal.
///   - limit: How many bytes it may have.
/// - Returns: All of its bytes.
/// - Throws: The refusal to start, with the reason.
func fileContent(_ path: String, of option: String, atMost limit: Int) throws(UsageError) -> [UInt8] {
  // A pipe could keep a running server waiting for whoever writes into it.
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw unreadable(path, option, errno) }
  defer { close(descriptor) }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw unreadable(path, option, errno) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw .unusableFile(option: option, path: path, reason: "it is no file, but a directory, a pipe or a device")
  }
  var content: [UInt8] = []
  while content.count <= limit {
    var count = 0
    // Safe: read(2) fills at most the buffer's length, and no more than that is taken as filled.
    content += unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
      count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(count, 0)
    }
    if count == 0 { return content }
    guard count > 0 || errno == EINTR else { throw unreadable(path, option, errno) }
  }
  throw .unusableFile(
    option: option, path: path, reason: "it has more than \(ByteSize.text(limit)), and must be a text of less")
}

private func unreadable(_ path: String, _ option: String, _ code: Int32) -> UsageError {
  .unusableFile(
    option: option, path: path, reason: "it can't be read: \(ReplayCommand.explanation(of: code))")
}
