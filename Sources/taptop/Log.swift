import Glibc
import NavigationCore
import Threading

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
/// Copies are the same log. Lines of several threads don't mix, and none of them waits for whoever reads the log.
struct Log: Sendable {
  let level: LogLevel
  // Its lock is held while a line is written: that waits for no reader, at most for a disk.
  private let outlet: Locked<LogOutlet>

  init(level: LogLevel, descriptor: Int32 = STDERR_FILENO) {
    self.level = level
    outlet = Locked(LogOutlet(descriptor))
  }

  /// Writes one line if its level is logged; a name among the members must not be one of the line's own three.
  func write(_ lineLevel: LogLevel, _ message: String, _ members: KeyValuePairs<String, LogValue> = [:]) {
    guard level.includes(lineLevel) else { return }
    let line = logLine(time: ServerClock.wallTime(), level: lineLevel, message: message, members: members)
    outlet.withLock { $0.write(line) }
  }

  /// Says how many lines were dropped, if any were and there is room again; from time to time.
  func catchUp() {
    outlet.withLock { _ = $0.catchUp() }
  }
}
