import NavigationCore
import Testing

@Suite("The time between two taps")
struct TapIntervalTests {
  private static let earliest = Instant(microseconds: 0)
  private static let latest = Instant(microseconds: Limits.milliseconds * 1_000)

  @Test("times at both ends of their range are compared like any others")
  func endsOfTheRange() throws {
    let tab = try #require(Tab.ID("games"))
    let last = LastTap(tab: tab, device: nil, at: Self.earliest, receivedAt: Self.latest, isArmed: true)
    var navigation = Navigation(
      id: try #require(Navigation.ID("s")), tabs: [Tab(id: tab)], selectedTab: tab, openTabs: false, lastTap: last)
    let outcome = try navigation.apply(Input(.tap(tab), at: Self.latest), receivedAt: Self.earliest)
    #expect(
      outcome
        == Outcome(
          revision: 1, type: .tap, tab: tab, previousTab: tab, selectedTab: tab,
          tap: TapReading(
            reselected: true, doubleTap: false,
            interval: TapInterval(duration: Limits.milliseconds * 1_000, clock: .client)),
          directive: nil, reason: .expired))
  }
}
