import NavigationCore
import Testing

@Suite("The default policy is the tab bar recipe")
struct ExhaustiveTapTests {
  /// The gaps between taps that could make a difference: none, the least, both sides of the window.
  private static let gaps: [Microseconds] = [0, 1, 2_999_999, 3_000_000]
  private static let tabs = ["games", "search"]

  @Test(
    "every sequence of six taps over two tabs scrolls when the recipe does, and only then",
    arguments: [ClockUse.server, .client, .clientWithDelays])
  func everySequence(clocks: ClockUse) throws {
    let ids = try Self.tabs.map { try #require(Tab.ID($0)) }
    let id = try #require(Navigation.ID("s"))
    let navigation = Navigation(id: id, tabs: ids.map { Tab(id: $0) }, selectedTab: ids.first, openTabs: false)
    var sequences = 0
    var differences: [String] = []

    func explore(_ navigation: Navigation, _ recipe: TabBarRecipe, _ taps: [(tab: Int, at: Microseconds)]) {
      guard taps.count < 6 else {
        sequences += 1
        return
      }
      for gap in taps.isEmpty ? [0] : Self.gaps {
        for tab in Self.tabs.indices {
          let taps = taps + [(tab, (taps.last?.at ?? 1_000) + gap)]
          var navigation = navigation
          var recipe = recipe
          if let difference = difference(of: &navigation, &recipe, ids, taps, clocks) { differences.append(difference) }
          explore(navigation, recipe, taps)
        }
      }
    }
    explore(navigation, TabBarRecipe(), [])

    #expect(differences.isEmpty, "\(differences.prefix(10).joined(separator: "\n"))")
    #expect(sequences == 2 * 8 * 8 * 8 * 8 * 8)
  }

  /// Which clocks a tap bears, and how late it is received.
  enum ClockUse: Sendable {
    case server
    case client
    case clientWithDelays

    /// The same tap twice at one moment of the device's clock is one tap: to a device, no two taps are at one time.
    func isRepetition(_ taps: [(tab: Int, at: Microseconds)]) -> Bool {
      guard self != .server, let last = taps.last, let before = taps.dropLast().last else { return false }
      return last == before
    }
  }

  /// Applies the last of some taps to both models; says what differs.
  private func difference(
    of navigation: inout Navigation, _ recipe: inout TabBarRecipe, _ ids: [Tab.ID],
    _ taps: [(tab: Int, at: Microseconds)], _ clocks: ClockUse
  ) -> String? {
    guard let tap = taps.last else { return nil }
    let delay = clocks == .clientWithDelays ? Microseconds(taps.count) * 5_000_000 : 0
    let input = Input(.tap(ids[tap.tab]), at: clocks == .server ? nil : Instant(microseconds: tap.at))
    let outcome: Outcome
    do throws(NavigationError) {
      outcome = try navigation.apply(input, receivedAt: Instant(microseconds: tap.at + delay))
    } catch {
      return "\(taps): \(error)"
    }
    if clocks.isRepetition(taps) { return outcome.reason == .duplicate ? nil : "\(taps): \(outcome)" }
    let scrolls = recipe.tabBarDidSelect(Self.tabs[tap.tab], at: tap.at)
    let expected = scrolls ? Directive.Move.scrollToTop(.topEdge) : nil
    let agrees =
      outcome.directive?.move == expected && outcome.tap?.doubleTap == scrolls
      && outcome.selectedTab == ids[tap.tab] && outcome.revision == Int64(taps.count)
    return agrees ? nil : "\(taps): \(outcome)"
  }
}
