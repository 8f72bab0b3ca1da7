internal import CMicrohttpd

/// A body that is being sent as it comes; the loop's thread alone touches it.
@safe final class OpenStream {
  // Safe: libmicrohttpd asks for bytes only as long as it has the connection, and the loop lets go of the stream before.
  let stream: HTTPStream
  private let connection: OpaquePointer
  /// What waits to be sent, from `taken` on.
  private var bytes: [UInt8]
  private var taken = 0
  /// Whether nothing waits, so that libmicrohttpd has put the connection aside.
  private var isSuspended = false
  /// Whether nothing more will come.
  private(set) var isFinished = false
  /// Whether it is cut, and what waits no longer sent.
  private var isCut = false
  /// Why it is over, where the daemon knows better than libmicrohttpd.
  private(set) var end: HTTPStreamEnd?
  /// When something last came to be sent.
  private(set) var quietSince = MonotonicTime.now

  init(_ stream: HTTPStream, on connection: OpaquePointer, first: [UInt8]) {
    self.stream = stream
    unsafe self.connection = connection
    bytes = first
  }

  var backlog: Int { bytes.count - taken }

  /// When its next sign of life is due.
  var keepAliveDue: MonotonicTime? {
    guard !isFinished, let keepAlive = stream.keepAlive else { return nil }
    return quietSince + keepAlive.seconds * 1000
  }

  /// Adds to what waits.
  func append(_ more: [UInt8]) {
    quietSince = .now
    if backlog == 0 {
      bytes = more
      taken = 0
    } else {
      // What was taken goes once it is the larger part, so that each byte is moved at most once.
      if taken > backlog {
        bytes.removeFirst(taken)
        taken = 0
      }
      bytes += more
    }
    resume()
  }

  /// Has it end when all is sent.
  func finish(as end: HTTPStreamEnd?) {
    isFinished = true
    self.end = self.end ?? end
    resume()
  }

  /// Has it end at once.
  func cut(as end: HTTPStreamEnd) {
    isCut = true
    finish(as: end)
  }

  /// Gives libmicrohttpd what it has room for; puts the connection aside where nothing waits.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    if isCut { return shim_stream_broken }
    if backlog == 0 {
      if isFinished { return shim_stream_end }
      isSuspended = true
      unsafe MHD_suspend_connection(connection)
      return 0
    }
    let count = min(buffer.count, backlog)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + count]))
    }
    taken += count
    if backlog == 0 {
      bytes = []
      taken = 0
    }
    return count
  }

  private func resume() {
    guard isSuspended else { return }
    isSuspended = false
    // Takes effect in the next `MHD_run`, which the loop comes to before it sleeps.
    unsafe MHD_resume_connection(connection)
  }
}
