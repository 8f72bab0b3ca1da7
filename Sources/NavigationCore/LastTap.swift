/// The tap that the next one is compared with.
public struct LastTap: Hashable, Sendable {
  /// The tab that was tapped; it need not exist any longer.
  public let tab: Tab.ID
  /// The device it was tapped on, where that was named.
  public let device: Device.ID?
  /// The time on the device's own clock, where that was sent.
  public let at: Instant?
  /// The time on the server's clock.
  public let receivedAt: Instant
  /// Whether it can still become the first half of a double tap.
  public internal(set) var isArmed: Bool

  /// Remembers a tap.
  public init(tab: Tab.ID, device: Device.ID?, at: Instant?, receivedAt: Instant, isArmed: Bool) {
    self.tab = tab
    self.device = device
    self.at = at
    self.receivedAt = receivedAt
    self.isArmed = isArmed
  }
}

/// The time between two taps and the clock that measured it.
public struct TapInterval: Hashable, Sendable {
  /// Whose clock was believed.
  public enum Clock: String, Hashable, Sendable {
    /// The device's, which knows nothing of the network's delays.
    case client
    /// The server's receipt times.
    case server
  }

  /// The time between the taps, never negative.
  public let duration: Microseconds
  /// The clock that measured it.
  public let clock: Clock

  /// A measured interval.
  public init(duration: Microseconds, clock: Clock) {
    self.duration = duration
    self.clock = clock
  }

  /// Measures the time from one tap to the next (docs/SPEC.md, section 2); nil where neither clock can tell.
  init?(from last: LastTap, to at: Instant?, receivedAt: Instant) {
    let received = receivedAt - last.receivedAt
    // Added, not subtracted: with times at both ends of their range the difference of the two would not fit.
    if let first = last.at, let second = at, second >= first, received <= (second - first) + Limits.delivery {
      self.init(duration: second - first, clock: .client)
    } else if received >= 0 {
      self.init(duration: received, clock: .server)
    } else {
      return nil
    }
  }
}
