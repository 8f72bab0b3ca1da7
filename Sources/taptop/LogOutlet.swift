import Glibc

/// Where log lines leave: a descriptor that others read, or have stopped to read.
///
/// No line waits for its reader. What is not taken at once is dropped and counted, and when there is room again a line of
/// the log says how many were. A line that was begun is always ended before the next, also on a descriptor that takes only
/// part of it.
struct LogOutlet: Sendable {
  private let descriptor: Int32
  /// What is left of the line that was begun.
  private var rest: ArraySlice<UInt8> = []
  private var dropped = 0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes a line, or counts it.
  mutating func write(_ line: [UInt8]) {
    guard catchUp() else {
      dropped += 1
      return
    }
    rest = line[...]
    _ = writeRest()
  }

  /// Ends the line that was begun, and says how many were dropped since.
  ///
  /// - Returns: Whether there is nothing left to say.
  @discardableResult
  mutating func catchUp() -> Bool {
    guard writeRest() else { return false }
    guard dropped > 0 else { return true }
    // The lines that are missing were of the log's level, so this one is, whatever that is.
    rest =
      logLine(
        time: ServerClock.wallTime(), level: .warning,
        message: "lines of this log were dropped, for nobody had read those before them",
        members: ["lines": .number(dropped)])[...]
    dropped = 0
    return writeRest()
  }

  /// Writes what is taken at once of the line that was begun; whether that was all.
  private mutating func writeRest() -> Bool {
    while !rest.isEmpty {
      guard hasRoom else { return false }
      let count = unsafe rest.prefix(Self.pieceLength).withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        return false
      } else if errno != EINTR {
        // Closed, or its disk is full: what can't be written is lost, for a server does not stop for want of a log.
        rest = []
      }
    }
    return true
  }

  /// Whether a piece can be written without waiting for a reader.
  ///
  /// The descriptor is not made non-blocking in place of this: others who have it, the shell among them, would find it so.
  private var hasRoom: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    var count: Int32
    repeat { count = unsafe poll(&entry, 1, 0) } while count < 0 && errno == EINTR
    return count != 0
  }

  /// Bytes that a pipe takes whole where poll(2) says that it takes some (pipe(7): `PIPE_BUF`).
  private static let pieceLength = 4096
}
