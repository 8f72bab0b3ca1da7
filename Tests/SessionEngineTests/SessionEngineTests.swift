import NavigationCore
import SessionEngine
import Testing

@Suite("An engine")
struct SessionEngineTests {
  private let games: Tab.ID
  private let home: Tab.ID
  private let demo: SessionID
  private let other: SessionID

  init() throws {
    games = try .named("games")
    home = try .named("home")
    demo = SessionID(try .named("demo"))
    other = SessionID(try .named("other"))
  }

  /// A session of one tab that learns no more.
  private func session(_ id: SessionID, revision: Int64 = 0) -> Navigation {
    Navigation(id: id.navigationID, revision: revision, tabs: [Tab(id: games)], selectedTab: games, openTabs: false)
  }

  @Test("makes a session that learns its tabs on its first input")
  func firstInput() throws {
    var engine = EngineUnderTest()
    let tap = Input(.tap(games), at: Instant(microseconds: 5))
    var expected = Navigation(id: demo.navigationID, openTabs: true)
    let outcome = try expected.apply(tap, receivedAt: engine.now)

    let reply = try engine.apply(tap, to: demo)
    let version = try #require(reply.version)
    #expect(reply == .outcomes([outcome], version))
    #expect(version.revision == 1)
    #expect(try engine.read(demo) == .session(expected, version, created: false))
  }

  @Test("makes no session by an input where sessions are made explicitly")
  func explicitSessions() throws {
    var engine = EngineUnderTest(EngineConfiguration(explicitSessions: true))
    let unknown = SessionReply.refused(.unknownSession(demo))
    #expect(try engine.apply(Input(.tap(games)), to: demo) == unknown)
    #expect(try engine.read(demo) == unknown)

    let created = try #require(try engine.put(session(demo)).version)
    let tapped = try #require(try engine.apply(Input(.tap(games)), to: demo).version)
    #expect((created.revision, tapped.revision) == (0, 1))
    #expect(created.incarnation == tapped.incarnation)
  }

  @Test("makes no session by an input that is refused")
  func refusedFirstInput() throws {
    var engine = EngineUnderTest()
    let pop = Input(.pop(count: nil, from: nil))
    #expect(
      try engine.apply(pop, to: demo) == .refused(.input(.noSelectedTab, pop, index: 0, revision: nil)))
    let scroll = Input(.scroll(to: .top, screen: try .named("far"), of: games))
    #expect(
      try engine.apply(Input(.tap(games)), scroll, to: demo)
        == .refused(.input(.unknownScreen(try .named("far"), of: games), scroll, index: 1, revision: nil)))
    #expect(try engine.read(demo) == .refused(.unknownSession(demo)))
  }

  @Test("applies many inputs in their order, all received at the same time")
  func manyInputs() throws {
    var engine = EngineUnderTest()
    let inputs = [Input(.tap(games)), Input(.tap(games)), Input(.tap(home)), Input(.statusBarTap)]
    var expected = Navigation(id: demo.navigationID, openTabs: true)
    var outcomes: [Outcome] = []
    for input in inputs { outcomes.append(try expected.apply(input, receivedAt: engine.now)) }

    let reply = try engine.reply(to: .apply(inputs, to: demo))
    let version = try #require(reply.version)
    #expect(reply == .outcomes(outcomes, version))
    #expect(version.revision == 4)
    #expect(try engine.read(demo) == .session(expected, version, created: false))
  }

  @Test("applies all of many inputs or none", arguments: 0..<4)
  func allOrNothing(refusedIndex: Int) throws {
    var engine = EngineUnderTest()
    _ = try engine.put(session(demo))
    _ = try engine.apply(Input(.tap(games)), to: demo)
    let before = try engine.read(demo)

    let refused = Input(.longPress(home))
    var inputs = Array(repeating: Input(.tap(games)), count: 3)
    inputs.insert(refused, at: refusedIndex)
    #expect(
      try engine.reply(to: .apply(inputs, to: demo))
        == .refused(.input(.unknownTab(home), refused, index: refusedIndex, revision: 1)))
    #expect(try engine.read(demo) == before)
  }

  @Test("tells of the first of two refused inputs")
  func firstRefused() throws {
    var engine = EngineUnderTest()
    _ = try engine.put(session(demo))
    let (first, second) = (Input(.longPress(home)), Input(.pop(count: nil, from: nil)))
    #expect(
      try engine.apply(Input(.tap(games)), first, second, to: demo)
        == .refused(.input(.unknownTab(home), first, index: 1, revision: 0)))
  }

  @Test("measures between requests by its own clock")
  func clock() throws {
    for (gap, isDouble) in [(0, true), (2_999_999, true), (3_000_000, false)] as [(Int64, Bool)] {
      var engine = EngineUnderTest()
      _ = try engine.apply(Input(.tap(games)), to: demo)
      engine.now = Instant(microseconds: engine.now.microseconds + gap)
      guard case .outcomes(let outcomes, _) = try engine.apply(Input(.tap(games)), to: demo) else { throw NoAnswer() }
      let interval = TapInterval(duration: gap, clock: .server)
      #expect(outcomes.map(\.tap) == [TapReading(reselected: true, doubleTap: isDouble, interval: interval)])
    }
  }

  @Test("answers no inputs with no outcomes, and makes nothing of them")
  func noInputs() throws {
    var engine = EngineUnderTest(EngineConfiguration(maxSessions: 1))
    #expect(try engine.apply(to: demo) == .outcomes([], nil))
    #expect(try engine.read(demo) == .refused(.unknownSession(demo)))

    let version = try #require(try engine.put(session(demo)).version)
    #expect(try engine.apply(to: demo) == .outcomes([], version))
    #expect(try engine.read(demo) == .session(session(demo), version, created: false))
    // No session is made, so that there are enough already does not matter.
    #expect(try engine.apply(to: other) == .outcomes([], nil))
  }

  @Test("refuses no inputs too where the session would have to be there")
  func noInputsExplicitly() throws {
    var engine = EngineUnderTest(EngineConfiguration(explicitSessions: true))
    #expect(try engine.apply(to: demo) == .refused(.unknownSession(demo)))
  }

  @Test("starts a new session at revision 0, whatever it was sent with")
  func putNew() throws {
    var engine = EngineUnderTest()
    let reply = try engine.put(session(demo, revision: 77))
    let version = try #require(reply.version)
    #expect(version.revision == 0)
    #expect(reply == .session(session(demo), version, created: true))
    #expect(try engine.read(demo) == .session(session(demo), version, created: false))
  }

  @Test("goes on from the old revision and in the same life when a session is replaced")
  func putAgain() throws {
    var engine = EngineUnderTest()
    let created = try #require(try engine.apply(Input(.tap(home)), to: demo).version)
    let reply = try engine.put(session(demo, revision: 77))
    let version = try #require(reply.version)
    #expect(version.incarnation == created.incarnation)
    #expect(version.revision == 2)
    #expect(reply == .session(session(demo, revision: 2), version, created: false))
    #expect(try engine.read(demo) == reply)
    #expect(try engine.apply(Input(.tap(games)), to: demo).version?.revision == 3)
  }

  @Test("tells a session that was deleted and made again from its forerunner")
  func nextLife() throws {
    var engine = EngineUnderTest()
    var lives: Set<Incarnation> = []
    for life in 1...4 {
      let version = try #require(
        life.isMultiple(of: 2)
          ? try engine.put(session(demo)).version : try engine.apply(Input(.tap(games)), to: demo).version)
      lives.insert(version.incarnation)
      #expect(version.revision == (life.isMultiple(of: 2) ? 0 : 1))
      #expect(try engine.delete(demo) == .deleted)
      #expect(try engine.read(demo) == .refused(.unknownSession(demo)))
    }
    #expect(lives.count == 4)
  }

  @Test("knows nothing of a session that is not there")
  func unknown() throws {
    var engine = EngineUnderTest()
    _ = try engine.put(session(other))
    #expect(try engine.read(demo) == .refused(.unknownSession(demo)))
    #expect(try engine.delete(demo) == .refused(.unknownSession(demo)))
    _ = try engine.put(session(demo))
    #expect(try engine.delete(demo) == .deleted)
    #expect(try engine.delete(demo) == .refused(.unknownSession(demo)))
  }

  @Test("keeps sessions apart")
  func apart() throws {
    var engine = EngineUnderTest()
    _ = try engine.put(session(demo))
    let before = try engine.read(demo)
    _ = try engine.put(session(other))
    _ = try engine.apply(Input(.tap(games)), to: other)
    #expect(try engine.read(demo) == before)
    #expect(try engine.delete(other) == .deleted)
    #expect(try engine.read(demo) == before)
  }

  @Test("makes no more sessions than there may be, and goes on with those that are there")
  func maxSessions() throws {
    var engine = EngineUnderTest(EngineConfiguration(maxSessions: 2))
    let full = SessionReply.refused(.tooManySessions(limit: 2))
    let third = SessionID(try .named("third"))
    _ = try engine.put(session(demo))
    _ = try engine.apply(Input(.tap(games)), to: other)

    #expect(try engine.put(session(third)) == full)
    #expect(try engine.apply(Input(.tap(games)), to: third) == full)
    // That it would be refused anyway is found later.
    #expect(try engine.apply(Input(.statusBarTap), to: third) == full)
    #expect(try engine.read(third) == .refused(.unknownSession(third)))

    #expect(try engine.put(session(demo)).version?.revision == 1)
    #expect(try engine.apply(Input(.tap(games)), to: other).version?.revision == 2)

    _ = try engine.delete(demo)
    #expect(try engine.put(session(third)).version?.revision == 0)
    #expect(try engine.put(session(demo)) == full)
  }

  @Test("does not count a session whose first input was refused")
  func refusedIsNotCounted() throws {
    var engine = EngineUnderTest(EngineConfiguration(maxSessions: 1))
    _ = try engine.apply(Input(.statusBarTap), to: other)
    #expect(try engine.put(session(demo)).version?.revision == 0)
  }
}
