import Glibc
import HTTPMessages

@testable import HTTPDaemon

/// One TCP connection to a server under test, used by one thread at a time, in plain bytes.
final class TestClient {
  private(set) var descriptor: Int32
  private var unread: [UInt8] = []

  enum Failure: Error, Hashable {
    /// The server closed the connection, after this much of an answer.
    case closed(after: String)
    /// A system call failed.
    case call(String, code: Int32)
  }

  struct Answer: Hashable {
    var status: Int
    var fields: HTTPFields
    var body: String
  }

  /// How a connection came to its end.
  enum End: Hashable {
    case closed
    case reset
    case failed(code: Int32)
  }

  init(_ address: HTTPDaemonAddress) throws {
    precondition(address.host == "127.0.0.1", "the test client speaks IPv4")
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Failure.call("socket", code: errno) }
    // A server that does not answer fails the test instead of hanging it.
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var there = sockaddr_in()
    there.sin_family = sa_family_t(AF_INET)
    there.sin_port = address.port.bigEndian
    there.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let code = unsafe withUnsafePointer(to: &there) { there in
      unsafe there.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure.call("connect", code: errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { throw Failure.call("send", code: errno) }
      rest.removeFirst(sent)
    }
  }

  /// Says that nothing more will be sent.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Closes the connection.
  func leave() {
    close(descriptor)
    descriptor = -1
  }

  /// Leaves without a word to the other side, as a machine does whose power goes (tcp(7), `TCP_REPAIR`).
  func vanish() {
    var on: Int32 = 1
    let code = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_REPAIR, &on, socklen_t(MemoryLayout<Int32>.size))
    precondition(code == 0, "only an administrator of the network can vanish")
    leave()
  }

  /// Whether this process may `vanish()`.
  static let canVanish: Bool = {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var on: Int32 = 1
    return unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_REPAIR, &on, socklen_t(MemoryLayout<Int32>.size)) == 0
  }()

  /// The server's descriptor of this connection, in this process.
  var otherSide: Int32? {
    let own = Self.port(of: descriptor, isPeer: false)
    return (3..<4096 as Range<Int32>).first { own != nil && Self.port(of: $0, isPeer: true) == own }
  }

  private static func port(of descriptor: Int32, isPeer: Bool) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        isPeer ? unsafe getpeername(descriptor, address, &length) : unsafe getsockname(descriptor, address, &length)
      }
    }
    return code == 0 && address.sin_family == sa_family_t(AF_INET) ? address.sin_port : nil
  }

  /// Breaks the connection off.
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    leave()
  }

  /// Sends, and reads one answer.
  func exchange(_ text: String) throws -> Answer {
    try send(text)
    return try answer()
  }

  /// Sends, and reads all there is.
  func exchangeToEnd(_ text: String) throws -> String {
    try send(text)
    return rest().text
  }

  /// Reads one answer: its head, and the body that its length promises, unless it is one to `HEAD`.
  func answer(toHead: Bool = false) throws -> Answer {
    var end: Int?
    repeat {
      end = endOfHead()
      if end == nil, try !readMore() { throw Failure.closed(after: String(decoding: unread, as: UTF8.self)) }
    } while end == nil
    let head = String(decoding: unread.prefix(end ?? 0), as: UTF8.self)
    unread.removeFirst(end ?? 0)
    var lines = head.split(separator: "\r\n").map(String.init)
    let status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
    let fields = HTTPFields(
      lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
        return HTTPField(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
      })
    let hasBody = !toHead && status >= 200 && status != 204 && status != 304
    let length = hasBody ? fields["Content-Length"].flatMap { Int($0) } ?? 0 : 0
    while unread.count < length {
      if try !readMore() { throw Failure.closed(after: head + String(decoding: unread, as: UTF8.self)) }
    }
    let body = String(decoding: unread.prefix(length), as: UTF8.self)
    unread.removeFirst(length)
    return Answer(status: status, fields: fields, body: body)
  }

  /// Reads until this has come, and takes all up to its end.
  func read(through text: String) throws -> String {
    let mark = Array(text.utf8)
    var searched = 0
    while true {
      if unread.count >= mark.count {
        for start in searched...(unread.count - mark.count) where unread[start..<start + mark.count].elementsEqual(mark)
        {
          defer { unread.removeFirst(start + mark.count) }
          return String(decoding: unread.prefix(start + mark.count), as: UTF8.self)
        }
        searched = unread.count - mark.count + 1
      }
      if try !readMore() { throw Failure.closed(after: String(decoding: unread, as: UTF8.self)) }
    }
  }

  /// Reads a chunked body to its end (RFC 9112, section 7.1), without trailers.
  func chunks() throws -> String {
    var body: [UInt8] = []
    while true {
      let size = Int(try read(through: "\r\n").dropLast(), radix: 16) ?? 0
      while unread.count < size + 2 {
        if try !readMore() { throw Failure.closed(after: String(decoding: body, as: UTF8.self)) }
      }
      body += unread.prefix(size)
      unread.removeFirst(size + 2)
      if size == 0 { return String(decoding: body, as: UTF8.self) }
    }
  }

  /// Reads to the end of the connection: what came, and how it ended.
  func rest() -> (text: String, end: End) {
    var end = End.closed
    do {
      while try readMore() {}
    } catch Failure.call(_, let code) {
      end = code == ECONNRESET ? .reset : .failed(code: code)
    } catch {
      end = .failed(code: 0)
    }
    return (String(decoding: unread, as: UTF8.self), end)
  }

  /// Waits so many milliseconds for the connection's end; what comes instead is dropped.
  func hasEnded(within milliseconds: Int32) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&asked, 1, milliseconds) > 0 else { return false }
    defer { unread = [] }
    return (try? !readMore()) ?? true
  }

  private func endOfHead() -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard unread.count >= mark.count else { return nil }
    return (0...(unread.count - mark.count)).first { unread[$0..<$0 + mark.count].elementsEqual(mark) }
      .map { $0 + mark.count }
  }

  private func readMore() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(descriptor, &piece, piece.count, 0)
    guard count >= 0 else { throw Failure.call("recv", code: errno) }
    unread += piece.prefix(count)
    return count > 0
  }
}
