/// A length of time in whole microseconds.
public typealias Microseconds = Int64

/// A point on one clock, in whole microseconds from that clock's own start: the server's wall clock, or the monotonic
/// clock of a device.
///
/// Only instants of the same clock can be compared.
public struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since the clock's start, 0 to `Limits.milliseconds` thousands.
  public let microseconds: Microseconds

  /// The instant so many microseconds after its clock's start.
  public init(microseconds: Microseconds) {
    self.microseconds = microseconds
  }

  /// Whether one instant is earlier than another of the same clock.
  public static func < (earlier: Instant, later: Instant) -> Bool {
    earlier.microseconds < later.microseconds
  }

  /// The time from one instant to another of the same clock; negative where `end` is the earlier one.
  public static func - (end: Instant, start: Instant) -> Microseconds {
    end.microseconds - start.microseconds
  }
}
