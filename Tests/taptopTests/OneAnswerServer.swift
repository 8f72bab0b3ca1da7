import Glibc
import Testing

/// A server that takes one connection, reads a request's head, sends what it was told to and closes.
final class OneAnswerServer {
  /// What it does when it has answered.
  enum End {
    case closes
    /// Waits for the client to close.
    case staysOpen
  }

  let port: UInt16
  private let work: Work
  private var thread = pthread_t()

  init(answering answer: [String], then end: End = .closes, on address: String = "127.0.0.1") throws {
    let (listener, port) = try listeningSocket(on: address)
    self.port = port
    work = Work(listener: listener, answer: answer, end: end)
    // Safe: the thread gives the reference back that it takes over here, and is joined before this object goes.
    let context = unsafe Unmanaged.passRetained(work).toOpaque()
    let result = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    try #require(result == 0)
  }

  /// Waits for the end of the connection.
  ///
  /// - Returns: The request's head.
  func request() -> String {
    pthread_join(thread, nil)
    return String(decoding: work.received, as: UTF8.self)
  }

  /// What the thread does.
  ///
  /// Unchecked: it is the thread's alone until that is joined, and the test's from then on.
  private final class Work: @unchecked Sendable {
    private let listener: Int32
    private let answer: [String]
    private let end: End
    private(set) var received: [UInt8] = []

    init(listener: Int32, answer: [String], end: End) {
      self.listener = listener
      self.answer = answer
      self.end = end
    }

    func run() {
      let connection = accept(listener, nil, nil)
      defer {
        close(connection)
        close(listener)
      }
      while !received.suffix(4).elementsEqual("\r\n\r\n".utf8), readMore(connection) {}
      for part in answer {
        let bytes = Array(part.utf8)
        // Safe: no more than the array's length is read from it.
        _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if end == .staysOpen {
        while readMore(connection) {}
      }
    }

    private func readMore(_ connection: Int32) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 4096)
      // Safe: no more than the array's length is written to it.
      let count = unsafe recv(connection, &buffer, buffer.count, 0)
      received += buffer.prefix(max(0, count))
      return count > 0
    }
  }
}

/// A socket that listens on any free port of an IPv4 address, and that port.
func listeningSocket(on address: String = "127.0.0.1") throws -> (descriptor: Int32, port: UInt16) {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  try #require(descriptor >= 0)
  var name = sockaddr_in()
  name.sin_family = sa_family_t(AF_INET)
  // Safe: both names are local variables of the size given; an IPv4 socket's name is a sockaddr_in.
  try #require(unsafe inet_pton(AF_INET, address, &name.sin_addr) == 1)
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = unsafe withUnsafeMutablePointer(to: &name) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
      unsafe bind(descriptor, name, size) == 0 && listen(descriptor, 8) == 0
        && getsockname(descriptor, name, &size) == 0
    }
  }
  try #require(result)
  return (descriptor, UInt16(bigEndian: name.sin_port))
}
