import Glibc
import NavigationCore

/// The server's clock: wall-clock time anchored at start plus monotonic time since, so that it never goes back while
/// the server runs and still means something after a restart.
struct ServerClock: Sendable {
  /// Microseconds from this clock's zero, 1970, to the zero of the elapsed time it is read from.
  private let anchor: Microseconds

  /// Anchors a clock to two readings made at the same moment, both in microseconds.
  init(wallTime: Instant, elapsed: Microseconds) {
    anchor = wallTime.microseconds - elapsed
  }

  /// A clock that starts now.
  static func starting() -> ServerClock {
    ServerClock(wallTime: wallTime(), elapsed: elapsedTime())
  }

  /// What the clock shows when so much time has elapsed; not before 1970.
  func instant(elapsed: Microseconds) -> Instant {
    Instant(microseconds: max(0, anchor + elapsed))
  }

  /// What the clock shows now.
  func now() -> Instant {
    instant(elapsed: Self.elapsedTime())
  }

  /// The system's wall-clock time, which may jump; not before 1970.
  static func wallTime() -> Instant {
    Instant(microseconds: max(0, read(CLOCK_REALTIME)))
  }

  /// Time elapsed since the machine was started.
  ///
  /// CLOCK_BOOTTIME, not CLOCK_MONOTONIC: the latter stands still while a machine is suspended, so that a laptop's
  /// night would not count. A tap in the evening and one in the morning could make a double tap, sessions would live
  /// longer than they should, and the clock would jump ahead by all that at the next restart. (A virtual machine that
  /// is paused from outside may know nothing of it; then neither clock does.)
  private static func elapsedTime() -> Microseconds {
    read(CLOCK_BOOTTIME)
  }

  private static func read(_ clock: clockid_t) -> Microseconds {
    var time = timespec()
    // Safe: the pointer is to a local variable that outlives the call. Fails only for a clock the kernel does not
    // know, and Linux knows both since 2.6.39.
    let result = unsafe clock_gettime(clock, &time)
    precondition(result == 0, "clock_gettime knows no clock \(clock)")
    return Microseconds(time.tv_sec) * 1_000_000 + Microseconds(time.tv_nsec) / 1000
  }
}
