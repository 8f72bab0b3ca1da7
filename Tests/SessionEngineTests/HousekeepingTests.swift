import EngineSimulation
import NavigationCore
import SessionEngine
import TestSupport
import Testing

@Suite("An engine's upkeep")
struct HousekeepingTests {
  private let games: Tab.ID
  private let demo: StoredSession
  private let other: StoredSession

  /// An hour in seconds and, as sessions live so long here, in microseconds.
  private static let hour: Int64 = 3_600
  private static let expiring = EngineConfiguration(sessionTTL: hour * 1_000_000)
  private static let everlasting = EngineConfiguration(sessionTTL: nil)

  init() throws {
    games = try .named("games")
    demo = try .put("demo")
    other = try .put("other", incarnation: "bbbbbbbb")
  }

  private var demoID: SessionID { demo.id }
  private var otherID: SessionID { other.id }

  /// What the engine asks at a tick.
  private func search(after key: Int64, at now: Instant) -> KeptEngineUnderTest.Effect {
    let since = Instant(microseconds: now.microseconds - Self.hour * 1_000_000)
    return .ask(.findUnused(after: SessionKey(key), since: since, among: 1_000))
  }

  @Test("looks for unused sessions step by step, one step at a time, and then from the beginning again")
  func searchInSteps() throws {
    var engine = KeptEngineUnderTest(Self.expiring, stored: [demo, other])
    engine.wait(seconds: Self.hour)
    #expect(engine.tick() == [search(after: 0, at: engine.now)])
    #expect(engine.tick() == [])
    #expect(engine.report(.found([demoID: 1], next: 1_000)) == [.commit([1: .delete])])
    #expect(engine.engine.sessionCount == 1)
    #expect(engine.report(.committed(nil)) == [])
    #expect(engine.tick() == [search(after: 1_000, at: engine.now)])
    #expect(engine.report(.found([:], next: nil)) == [])
    #expect(engine.tick() == [search(after: 0, at: engine.now)])
  }

  @Test("goes on at once where one in ten was found, after what was found is on its way", arguments: [99, 100])
  func searchGoesOn(found: Int) throws {
    let sessions = try (1...found).map { try StoredSession.put("s\($0)") }
    var engine = KeptEngineUnderTest(Self.expiring, stored: sessions)
    engine.wait(seconds: Self.hour)
    _ = engine.tick()
    var keys: [SessionID: SessionKey] = [:]
    for (index, session) in sessions.enumerated() { keys[session.id] = SessionKey(Int64(index + 1)) }
    let commit = KeptEngineUnderTest.Effect.ask(
      .commit(Dictionary(uniqueKeysWithValues: keys.values.map { ($0, .delete) })))
    let effects = engine.report(.foundUnused(.success(.init(sessions: keys, next: SessionKey(1_000)))))
    #expect(effects == (found < 100 ? [commit] : [commit, search(after: 1_000, at: engine.now)]))
  }

  @Test("leaves a session that was used since it was found")
  func usedMeanwhile() throws {
    var session = demo
    var engine = KeptEngineUnderTest(Self.expiring, stored: [demo])
    engine.wait(seconds: Self.hour - 1)
    try engine.bringBack(demo, key: 1)
    _ = try session.tap(at: engine.now)
    #expect(engine.tap(games, in: demoID, from: 1) == [.commit([1: .put(session)])])
    engine.wait(seconds: 1)
    #expect(engine.tick() == [search(after: 0, at: engine.now)])
    #expect(engine.report(.found([demoID: 1], next: nil)) == [])
    #expect(engine.engine.sessionCount == 1)
  }

  @Test("leaves a session that is being read to those who wait for it")
  func loadingMeanwhile() throws {
    var engine = KeptEngineUnderTest(Self.expiring, stored: [demo])
    engine.wait(seconds: Self.hour)
    #expect(engine.receive(.read(demoID), from: 1) == [.ask(.load(demoID))])
    #expect(engine.tick() == [search(after: 0, at: engine.now)])
    #expect(engine.report(.found([demoID: 1], next: nil)) == [])
    // It is gone at its moment, whoever finds it.
    #expect(engine.report(.loaded(demo, key: 1)) == [.commit([1: .delete])])
    #expect(engine.report(.committed(nil)) == [.answer(1, .refused(.unknownSession(demoID)))])
  }

  @Test("lets a session go at its moment, though it is not swept yet", arguments: [false, true])
  func goneAtItsMoment(isOver: Bool) throws {
    var engine = KeptEngineUnderTest(Self.expiring, stored: [demo])
    try engine.bringBack(demo, key: 1)
    engine.now = Instant(microseconds: engine.now.microseconds + Self.hour * 1_000_000 - (isOver ? 0 : 1))
    let effects = engine.receive(.read(demoID), from: 1)
    #expect(effects == (isOver ? [.commit([1: .delete])] : [.answer(1, demo.shown)]))
  }

  @Test("forgets unused sessions in steps where there is no store")
  func searchInMemory() throws {
    var engine = SessionEngine<Int>(Self.expiring, writing: simulatedAnswer)
    var random = SplitMix64(seed: 1)
    let start = KeptEngineUnderTest.start
    for number in 0..<2_500 {
      let tap = Input(.tap(games))
      _ = engine.receive(
        .apply([tap], to: SessionID(try .named("s\(number)"))), from: number, at: start, using: &random)
    }
    var left: [Int] = []
    for microseconds in [-1, 0, 0] as [Int64] {
      let now = Instant(microseconds: start.microseconds + Self.hour * 1_000_000 + microseconds)
      #expect(engine.tick(at: now).isEmpty)
      left.append(engine.sessionCount)
    }
    // The first tick passed over the first thousand, a moment too early; the second found many, and went on to the end.
    #expect(left == [2_500, 1_000, 0])
  }

  @Test("tries once at a time whether the storage works again, and looks for nothing meanwhile")
  func probe() throws {
    var engine = KeptEngineUnderTest(Self.expiring, stored: [demo])
    try engine.bringBack(demo, key: 1)
    #expect(engine.receive(.delete(demoID), from: 1) == [.commit([1: .delete])])
    #expect(engine.report(.committed(.full)) == [.unavailable(1, .full)])
    #expect(engine.tick() == [.ask(.probe)])
    #expect(engine.tick() == [])
    #expect(engine.report(.probed(.readOnly)) == [])
    #expect(engine.engine.storageFault == .readOnly)
    #expect(engine.tick() == [.ask(.probe)])
    #expect(engine.report(.probed(nil)) == [])
    #expect(engine.engine.storageFault == nil)
    #expect(engine.tick() == [.ask(.load(demoID)), search(after: 0, at: engine.now)])
  }

  @Test("a search that fails is a fault, and goes on where it was")
  func failedSearch() throws {
    var engine = KeptEngineUnderTest(Self.expiring, stored: [demo])
    #expect(engine.tick() == [search(after: 0, at: engine.now)])
    #expect(engine.report(.found([:], next: 5)) == [])
    #expect(engine.tick() == [search(after: 5, at: engine.now)])
    #expect(engine.report(.foundUnused(.failure(.gone))) == [])
    #expect(engine.engine.storageFault == .gone)
    #expect(engine.tick() == [.ask(.probe)])
    #expect(engine.report(.probed(nil)) == [])
    #expect(engine.tick() == [search(after: 5, at: engine.now)])
  }

  @Test("asks the disk about a session whose making failed, and then counts it or not", arguments: [false, true])
  func doubts(isDone: Bool) throws {
    var engine = KeptEngineUnderTest(Self.everlasting)
    let (made, _) = try StoredSession.made(demoID, by: games, at: engine.now, engine.nextIncarnation)
    #expect(engine.tap(games, in: demoID, from: 1) == [.commit([1: .put(made)])])
    #expect(engine.report(.committed(.full)) == [.unavailable(1, .full)])
    #expect(engine.engine.sessionCount == 1)
    #expect(engine.tick() == [.ask(.probe)])
    #expect(engine.report(.probed(nil)) == [])
    #expect(engine.tick() == [.ask(.load(demoID))])
    #expect(engine.report(isDone ? .loaded(made, key: 1) : .loaded(demoID, .success(nil))) == [])
    #expect(engine.engine.sessionCount == (isDone ? 1 : 0))
    // It was read to know whether it is there, not to be used.
    #expect(engine.engine.residentCount == 0)
    #expect(engine.tick() == [])
  }

  @Test("a request that comes while the disk is asked about its session waits for that")
  func requestDuringDoubt() throws {
    var engine = KeptEngineUnderTest(Self.everlasting, stored: [demo])
    try engine.bringBack(demo, key: 1)
    #expect(engine.receive(.delete(demoID), from: 1) == [.commit([1: .delete])])
    #expect(engine.report(.committed(.full)) == [.unavailable(1, .full)])
    #expect(engine.tick() == [.ask(.probe)])
    #expect(engine.report(.probed(nil)) == [])
    #expect(engine.tick() == [.ask(.load(demoID))])
    #expect(engine.receive(.read(demoID), from: 2) == [])
    #expect(engine.report(.loaded(demo, key: 1)) == [.answer(2, demo.shown)])
    #expect(engine.engine.residentCount == 1)
  }
}
