internal import CMicrohttpd

/// A body that is being sent as it comes; the loop's thread alone touches it.
@safe final class OpenStream {
  // Safe: libmicrohttpd asks for bytes only as long as it has the connection, and the loop lets go of the stream before.
  let stream: HTTPStream
  private let connection: OpaquePointer
  private var waiting: Backlog
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
    waiting = Backlog()
    waiting.append(first)
  }

  /// Bytes that wait to be sent.
  var backlog: Int { waiting.count }
  /// By how many bytes that is more than may wait.
  var lag: Int { max(0, waiting.count - stream.maximumBacklogBytes) }

  /// When its next sign of life is due.
  var keepAliveDue: MonotonicTime? {
    guard !isFinished, let keepAlive = stream.keepAlive else { return nil }
    return quietSince + keepAlive.seconds * 1000
  }

  /// Adds to what waits.
  func append(_ more: [UInt8]) {
    quietSince = .now
    waiting.append(more)
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
    if waiting.count == 0 {
      if isFinished { return shim_stream_end }
      isSuspended = true
      unsafe MHD_suspend_connection(connection)
      return 0
    }
    return unsafe waiting.take(into: buffer)
  }

  private func resume() {
    guard isSuspended else { return }
    isSuspended = false
    // Takes effect in the next `MHD_run`, which the loop comes to before it sleeps.
    unsafe MHD_resume_connection(connection)
  }
}
