import Glibc

/// The one owner of either end of a connection over which a server is asked: one line there, one line back.
struct ControlConnection: ~Copyable {
  private let descriptor: Int32

  /// Why there is no line.
  enum Failure: Error, Hashable {
    /// There is no connection; the code is one of `errno(3)`.
    case unreachable(code: Int32)
    /// Nothing came for too long.
    case silent
    /// The other side ended, or sent what is no line.
    case brokenOff
    /// We are told to end.
    case stopped
  }

  /// Bytes of the longest line: a path may have 4,096, and six times as many where all are escaped.
  private static let longestLine = 32_768

  /// Connects to a server.
  init(to address: LocalAddress) throws(Failure) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .unreachable(code: errno) }
    let code = address.connect(descriptor)
    guard code == 0 else {
      close(descriptor)
      throw .unreachable(code: code)
    }
    self.descriptor = descriptor
  }

  /// Takes over a connection that a client made.
  init(accepted descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Sends a line, which is short enough for the system to keep it until it is read.
  func send(_ line: [UInt8]) throws(Failure) {
    var rest = (line + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      // Safe: the buffer is the array's own and read only. MSG_NOSIGNAL: the other side's end is an error, not a signal.
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .brokenOff
      }
    }
  }

  /// Waits for a line for so long, its line feed left out; without a limit until there is one.
  ///
  /// `stop` is a descriptor on which nothing happens until it is time to end.
  func receive(within limit: Duration? = nil, unless stop: Int32? = nil) throws(Failure) -> [UInt8] {
    let deadline = limit.map { Deadline(after: $0) }
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while line.count <= Self.longestLine {
      let isReady = Self.wait(for: descriptor, unless: stop, deadline?.millisecondsLeft ?? -1)
      if isReady.stop { throw .stopped }
      guard isReady.descriptor else { throw .silent }
      // Safe: recv writes into the array's own buffer and no more than its length.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { throw .brokenOff }
      line += buffer.prefix(count)
      if let end = line.firstIndex(of: UInt8(ascii: "\n")) { return Array(line[..<end]) }
    }
    throw .brokenOff
  }

  /// Whether the other side still waits, and nobody told us to end.
  func isOpen(unless stop: Int32) -> Bool {
    var entries = [
      // Without an event asked for, only the end of the connection counts.
      pollfd(fd: descriptor, events: 0, revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    // Safe: two entries, an array of our own.
    return unsafe poll(&entries, 2, 0) == 0
  }

  /// Waits until there is something to be had from a descriptor, or it is time to end.
  ///
  /// - Returns: Which of them it is; neither where the time is over.
  static func wait(
    for descriptor: Int32, unless stop: Int32?, _ milliseconds: Int32 = -1
  ) -> (descriptor: Bool, stop: Bool) {
    // poll(2) passes over a descriptor that is negative.
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // Safe: two entries, an array of our own.
    while unsafe poll(&entries, 2, milliseconds) < 0, errno == EINTR {}
    return (entries[0].revents != 0, entries[1].revents != 0)
  }
}
