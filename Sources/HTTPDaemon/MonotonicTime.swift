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

  static func < (earlier: MonotonicTime, later: MonotonicTime) -> Bool {
    earlier.milliseconds < later.milliseconds
  }
}
