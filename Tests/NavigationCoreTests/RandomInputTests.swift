import NavigationCore
import TestSupport
import Testing

@Suite("Random inputs to random sessions")
struct RandomInputTests {
  @Test("every accepted input counts and keeps the invariants; every refused one changes nothing")
  func invariants() {
    var random = SplitMix64(seed: 2)
    var accepted = 0
    var refusals: Set<String> = []
    for session in 0..<150 {
      var navigation = random.navigation()
      var now = random.instant()
      for input in (0..<150).map({ _ in random.input() }) {
        now = random.later(than: now)
        let before = navigation
        let seed = random.seed
        func place() -> String { "seed \(seed), session \(session): \(input) on \(before)" }
        do throws(NavigationError) {
          let outcome = try navigation.apply(input, receivedAt: now)
          accepted += 1
          #expect(navigation.brokenInvariants == [], "\(place())")
          #expect(outcome.revision == before.revision + 1 && navigation.revision == outcome.revision, "\(place())")
          #expect(
            outcome.previousTab == before.selectedTab && outcome.selectedTab == navigation.selectedTab, "\(place())")
          #expect((outcome.tap != nil) == (outcome.type == .tap), "\(place())")
          #expect(agrees(outcome.reason, with: outcome.directive), "\(place())")
        } catch {
          refusals.insert(String("\(error)".prefix { $0 != "(" }))
          #expect(navigation == before, "\(place())")
        }
      }
    }
    #expect(accepted > 10_000)
    #expect(
      refusals == [
        "unknownTab", "unknownScreen", "noSelectedTab", "tabNotSelectable", "duplicateScreen", "cannotPopRoot",
      ])
  }

  @Test("a session that learns its tabs grows to its limits and no further")
  func limits() throws {
    var navigation = Navigation(id: try #require(Navigation.ID("s")), openTabs: true)
    for number in 0..<Limits.tabs {
      _ = try navigation.apply(Input(.tap(try #require(Tab.ID("t\(number)")))), receivedAt: Instant(microseconds: 0))
    }
    let full = navigation
    let oneMore = Input(.tap(try #require(Tab.ID("more"))))
    #expect(throws: NavigationError.tooManyTabs) { try navigation.apply(oneMore, receivedAt: Instant(microseconds: 0)) }
    for number in Limits.tabs..<Limits.screens {
      let screen = Screen(id: try #require(Screen.ID("s\(number)")))
      _ = try navigation.apply(Input(.push(screen, onto: nil)), receivedAt: Instant(microseconds: 0))
    }
    let screen = Screen(id: try #require(Screen.ID("more")))
    #expect(throws: NavigationError.tooManyScreens(adding: .screen)) {
      try navigation.apply(Input(.push(screen, onto: nil)), receivedAt: Instant(microseconds: 0))
    }
    #expect(navigation.brokenInvariants == [])
    #expect(full.tabs.count == Limits.tabs && navigation.tabs.flatMap(\.screens).count == Limits.screens)
  }

  private func agrees(_ reason: Reason, with directive: Directive?) -> Bool {
    if case .rule = reason { directive != nil } else { directive == nil }
  }
}

extension SplitMix64 {
  /// A receipt time behind another; now and then before it, as when the server's clock was set back over a restart.
  fileprivate mutating func later(than now: Instant) -> Instant {
    if chance(2) { return instant() }
    let gaps: [Microseconds] = [0, 1, 40_000, 500_000, 2_999_999, 3_000_000, 61_000_000, 300_000_000]
    return Instant(microseconds: min(now.microseconds + one(of: gaps), Limits.milliseconds * 1_000))
  }
}
