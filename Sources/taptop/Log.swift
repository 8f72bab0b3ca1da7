import Glibc
import NavigationCore

/// How much a log line matters.
enum LogLevel: String, CaseIterable, Hashable, Sendable {
  /// Something that was asked for could not be done.
  case error
  /// Something works, but most likely not as meant.
  case warning
  /// What happens seldom and is worth knowing.
  case info
  /// Each request.
  case debug

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    case .debug: 3
    }
  }

  /// Whether a log of this level has lines of that one.
  func includes(_ other: LogLevel) -> Bool {
    other.rank <= rank
  }
}

/// A log: one JSON object a line, on stderr.
///
/// A value without state. Lines of several threads don't mix, since each is one write(2), and one of up to `PIPE_BUF`
/// bytes is not split even on a pipe (write(2), pipe(7)). What can't be written is lost: a server does not stop for
/// want of a log.
struct Log: Sendable {
  let level: LogLevel
  let descriptor: Int32

  init(level: LogLevel, descriptor: Int32 = STDERR_FILENO) {
    self.level = level
    self.descriptor = descriptor
  }

  /// Writes one line if its level is logged; a name among the members must not be one of the line's own three.
  func write(_ lineLevel: LogLevel, _ message: String, _ members: KeyValuePairs<String, LogValue> = [:]) {
    guard level.includes(lineLevel) else { return }
    let line = logLine(time: ServerClock.wallTime(), level: lineLevel, message: message, members: members)
    taptop.write(line, to: descriptor)
  }
}
