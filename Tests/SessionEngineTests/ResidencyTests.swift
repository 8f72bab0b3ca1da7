import NavigationCore
import SessionEngine
import Testing

@Suite("An engine with a store: sessions in memory")
struct ResidencyTests {
  private let games: Tab.ID

  init() throws {
    games = try .named("games")
  }

  @Test("requests that come while their session is read are decided in their order")
  func orderWhileLoading() throws {
    let stored = try StoredSession.put("demo")
    var demo = stored
    let id = stored.id
    var engine = KeptEngineUnderTest(stored: [stored])
    #expect(engine.tap(games, in: id, from: 1) == [.ask(.load(id))])
    #expect(engine.receive(.put(stored.navigation, of: nil), from: 2) == [])
    #expect(engine.receive(.read(id), from: 3) == [])
    #expect(engine.tap(games, in: id, from: 4) == [])

    engine.wait(seconds: 1)
    var replies = try demo.tap(at: engine.now)
    replies.append(demo.putAgain(stored.navigation, at: engine.now))
    replies.append(demo.shown)
    replies += try demo.tap(at: engine.now)
    #expect(engine.report(.loaded(stored, key: 1)) == [.commit([1: .put(demo)])])
    #expect(
      engine.report(.committed(nil)) == zip(1..., replies).map { .answer($0, $1) })
  }

  @Test("all that wait for a session are told when it can't be read, and the next one tries again")
  func failedLoad() throws {
    let demo = try StoredSession.put("demo")
    let id = demo.id
    let fault = StorageFault.inputOutput(code: 266)
    var engine = KeptEngineUnderTest(stored: [demo])
    #expect(engine.receive(.read(id), from: 1) == [.ask(.load(id))])
    #expect(engine.tap(games, in: id, from: 2) == [])
    #expect(engine.report(.loaded(id, .failure(fault))) == [.unavailable(1, fault), .unavailable(2, fault)])
    #expect(engine.engine.storageFault == fault)
    #expect(engine.receive(.read(id), from: 3) == [.ask(.load(id))])
    #expect(engine.report(.loaded(demo, key: 1)) == [.answer(3, demo.shown)])
  }

  @Test("a session that is damaged is no fault of the store")
  func damagedSession() throws {
    let demo = try StoredSession.put("demo")
    let id = demo.id
    var engine = KeptEngineUnderTest(stored: [demo])
    #expect(engine.receive(.read(id), from: 1) == [.ask(.load(id))])
    #expect(engine.report(.loaded(id, .failure(.damaged))) == [.unavailable(1, .damaged)])
    #expect(engine.engine.storageFault == nil)
  }

  @Test("the one used longest ago leaves")
  func leastRecentlyUsed() throws {
    let sessions = try ["a", "b", "c"].map { try StoredSession.put($0) }
    var engine = KeptEngineUnderTest(EngineConfiguration(residentSessions: 2), stored: sessions)
    let (a, b, c) = (sessions[0], sessions[1], sessions[2])
    try engine.bringBack(a, key: 1)
    try engine.bringBack(b, key: 2)
    #expect(engine.receive(.read(a.id), from: 1) == [.answer(1, a.shown)])
    try engine.bringBack(c, key: 3)
    #expect(engine.engine.residentCount == 2)
    #expect(engine.receive(.read(a.id), from: 2) == [.answer(2, a.shown)])
    #expect(engine.receive(.read(c.id), from: 3) == [.answer(3, c.shown)])
    #expect(engine.receive(.read(b.id), from: 4) == [.ask(.load(b.id))])
  }

  @Test("none leaves before its changes are durable")
  func evictionWaits() throws {
    var (a, b) = (try StoredSession.put("a"), try StoredSession.put("b"))
    var engine = KeptEngineUnderTest(EngineConfiguration(residentSessions: 1), stored: [a, b])
    try engine.bringBack(a, key: 1)
    let reply = try a.tap(at: engine.now)[0]
    #expect(engine.tap(games, in: a.id, from: 1) == [.commit([1: .put(a)])])
    let elsewhere = try b.tap(at: engine.now)[0]
    let stored = try StoredSession.put("b")
    #expect(engine.tap(games, in: b.id, from: 2) == [.ask(.load(b.id))])
    #expect(engine.report(.loaded(stored, key: 2)) == [])
    #expect(engine.engine.residentCount == 2)
    #expect(engine.report(.committed(nil)) == [.answer(1, reply), .commit([2: .put(b)])])
    #expect(engine.engine.residentCount == 1)
    #expect(engine.report(.committed(nil)) == [.answer(2, elsewhere)])
    #expect(engine.receive(.read(b.id), from: 3) == [.answer(3, b.shown)])
    #expect(engine.receive(.read(a.id), from: 4) == [.ask(.load(a.id))])
  }
}
