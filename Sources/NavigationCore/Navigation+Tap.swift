/// What a tap on a tab is taken for, and what it does to the memory of the last one (docs/SPEC.md, section 4).
extension Navigation {
  /// The classes of taps, in the order in which they are tried.
  enum TapClass {
    /// The same tap, delivered again.
    case duplicate
    /// Too soon after the last to be meant.
    case bounce
    /// The second half of a double tap.
    case double
    /// A second tap that came too late.
    case expired
    /// Anything else.
    case first
  }

  mutating func tap(tabAt index: Int, device: Device.ID?, at: Instant?, receivedAt: Instant) -> Effect {
    let tab = tabs[index]
    let reselected = selectedTab == tab.id
    let interval = interval(toTapOn: tab.id, device: device, at: at, receivedAt: receivedAt)
    let kind = classify(interval, at: at)

    var effect: Effect
    switch kind {
    case .duplicate: effect = Effect(tab: tab.id, reason: .duplicate)
    case .bounce: effect = Effect(tab: tab.id, reason: .bounce)
    case .double, .expired, .first:
      lastTap = LastTap(
        tab: tab.id, device: device, at: at, receivedAt: receivedAt,
        isArmed: kind == .first || (kind == .expired && policy.afterExpiry == .rearm))
      if tab.isSelectable { selectedTab = tab.id }
      let triggers = Triggers(reselect: reselected, doubleTap: kind == .double)
      effect = answer(
        triggers, onTabAt: index, receivedAt: receivedAt,
        otherwise: kind == .double ? .noRule : kind == .expired ? .expired : .firstTap)
    }
    effect.tap = TapReading(reselected: reselected, doubleTap: kind == .double, interval: interval)
    return effect
  }

  /// The interval to the last tap, where that was on this tab and by this device.
  private func interval(
    toTapOn tab: Tab.ID, device: Device.ID?, at: Instant?, receivedAt: Instant
  ) -> TapInterval? {
    guard let last = lastTap, last.tab == tab, last.device == device else { return nil }
    return TapInterval(from: last, to: at, receivedAt: receivedAt)
  }

  private func classify(_ interval: TapInterval?, at: Instant?) -> TapClass {
    guard let last = lastTap, let interval else { return .first }
    if let at, at == last.at { return .duplicate }
    if interval.duration < policy.minInterval { return .bounce }
    guard last.isArmed else { return .first }
    return interval.duration < policy.window ? .double : .expired
  }
}
