internal import Glibc

/// A moment on the machine's monotonic clock, in whole milliseconds.
struct MonotonicTime: Comparable, Sendable {
  var milliseconds: Int

  static var now: MonotonicTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }

  static func + (time: MonotonicTime, milliseconds: Int) -> MonotonicTime {
    MonotonicTime(milliseconds: time.milliseconds + milliseconds)
  }

  static func - (later: MonotonicTime, earlier: MonotonicTime) -> Int {
    later.milliseconds - earlier.milliseconds
  }

  /// The first of two that may not be.
  static func earlier(_ one: MonotonicTime?, _ other: MonotonicTime?) -> MonotonicTime? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  static func < (earlier: MonotonicTime, later: MonotonicTime) -> Bool {
    earlier.milliseconds < later.milliseconds
  }
}
