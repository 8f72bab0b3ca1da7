import NavigationCore
import SessionEngine
import Testing

@Suite("An engine with a store: commits")
struct CommitTests {
  private let games: Tab.ID
  private var demo: StoredSession
  private var other: StoredSession
  private var engine: KeptEngineUnderTest

  /// Two sessions that are in memory, under the keys 1 and 2.
  init() throws {
    games = try .named("games")
    demo = try .put("demo")
    other = try .put("other", incarnation: "bbbbbbbb")
    engine = KeptEngineUnderTest(stored: [demo, other])
    try engine.bringBack(demo, key: 1)
    try engine.bringBack(other, key: 2)
  }

  private var demoID: SessionID { demo.id }
  private var otherID: SessionID { other.id }

  @Test("a tap is answered when it is durable")
  mutating func answersWait() throws {
    let reply = try demo.tap(at: engine.now)[0]
    #expect(engine.tap(games, in: demoID, from: 1) == [.commit([1: .put(demo)])])
    #expect(engine.report(.committed(nil)) == [.answer(1, reply)])
  }

  @Test("one is under way at a time, and a session that changed often meanwhile is written once")
  mutating func coalescing() throws {
    let first = try demo.tap(at: engine.now)[0]
    #expect(engine.tap(games, in: demoID, from: 1) == [.commit([1: .put(demo)])])
    let later = try demo.tap(at: engine.now, times: 2)
    let elsewhere = try other.tap(at: engine.now)[0]
    #expect(engine.tap(games, in: demoID, from: 2) == [])
    #expect(engine.tap(games, in: otherID, from: 3) == [])
    #expect(engine.tap(games, in: demoID, from: 4) == [])
    #expect(
      engine.report(.committed(nil)) == [.answer(1, first), .commit([1: .put(demo), 2: .put(other)])])
    #expect(
      engine.report(.committed(nil)) == [.answer(2, later[0]), .answer(3, elsewhere), .answer(4, later[1])])
  }

  @Test("a read waits for changes of its session that are not durable, and only for those")
  mutating func readsWait() throws {
    let first = try demo.tap(at: engine.now)[0]
    #expect(engine.tap(games, in: demoID, from: 1) == [.commit([1: .put(demo)])])
    let between = demo.shown
    #expect(engine.receive(.read(demoID), from: 2) == [])
    #expect(engine.receive(.read(otherID), from: 3) == [.answer(3, other.shown)])
    let second = try demo.tap(at: engine.now)[0]
    #expect(engine.tap(games, in: demoID, from: 4) == [])
    #expect(engine.receive(.read(demoID), from: 5) == [])
    #expect(
      engine.report(.committed(nil)) == [.answer(1, first), .answer(2, between), .commit([1: .put(demo)])])
    #expect(engine.report(.committed(nil)) == [.answer(4, second), .answer(5, demo.shown)])
    #expect(engine.receive(.read(demoID), from: 6) == [.answer(6, demo.shown)])
  }

  @Test("a refusal waits too where it tells of what is not durable")
  mutating func refusalsWait() throws {
    #expect(engine.receive(.delete(demoID), from: 1) == [.commit([1: .delete])])
    #expect(engine.receive(.read(demoID), from: 2) == [])
    #expect(
      engine.report(.committed(nil)) == [.answer(1, .deleted), .answer(2, .refused(.unknownSession(demoID)))])
    #expect(engine.receive(.read(demoID), from: 3) == [.answer(3, .refused(.unknownSession(demoID)))])
  }

  @Test("a session is deleted and made again in one")
  mutating func nextLifeInOneCommit() throws {
    let elsewhere = try other.tap(at: engine.now)[0]
    #expect(engine.tap(games, in: otherID, from: 1) == [.commit([2: .put(other)])])
    #expect(engine.receive(.delete(demoID), from: 2) == [])
    let (next, reply) = try StoredSession.made(demoID, by: games, at: engine.now, engine.nextIncarnation)
    #expect(engine.tap(games, in: demoID, from: 3) == [])
    #expect(
      engine.report(.committed(nil)) == [.answer(1, elsewhere), .commit([1: .delete, 3: .put(next)])])
    #expect(engine.report(.committed(nil)) == [.answer(2, .deleted), .answer(3, reply)])
  }

  @Test("when one fails, all that stood on it is told so, also what came later; the others go on")
  mutating func failure() throws {
    _ = try demo.tap(at: engine.now)
    #expect(engine.tap(games, in: demoID, from: 1) == [.commit([1: .put(demo)])])
    #expect(engine.receive(.read(demoID), from: 2) == [])
    #expect(engine.tap(games, in: demoID, from: 3) == [])
    let elsewhere = try other.tap(at: engine.now)[0]
    #expect(engine.tap(games, in: otherID, from: 4) == [])
    #expect(engine.receive(.delete(demoID), from: 5) == [])
    #expect(
      engine.report(.committed(.full)) == [
        .unavailable(1, .full), .unavailable(2, .full), .unavailable(3, .full), .unavailable(5, .full),
        .commit([2: .put(other)]),
      ])
    #expect(engine.engine.storageFault == .full)
    #expect(engine.report(.committed(nil)) == [.answer(4, elsewhere)])
    #expect(engine.engine.storageFault == nil)
  }

  @Test("when one fails, no later life of its sessions is written either")
  mutating func failureBeforeTheNextLife() throws {
    _ = try demo.tap(at: engine.now)
    #expect(engine.tap(games, in: demoID, from: 1) == [.commit([1: .put(demo)])])
    #expect(engine.receive(.delete(demoID), from: 2) == [])
    #expect(engine.tap(games, in: demoID, from: 3) == [])
    #expect(
      engine.report(.committed(.full)) == [
        .unavailable(1, .full), .unavailable(2, .full), .unavailable(3, .full),
      ])
    #expect(engine.receive(.read(demoID), from: 4) == [.ask(.load(demoID))])
  }

  @Test("after one that failed, a retry finds out what the disk has", arguments: [false, true])
  mutating func retry(isDone: Bool) throws {
    var tapped = demo
    _ = try tapped.tap(at: engine.now)
    #expect(engine.tap(games, in: demoID, from: 1) == [.commit([1: .put(tapped)])])
    #expect(engine.report(.committed(.inputOutput(code: 778))) == [.unavailable(1, .inputOutput(code: 778))])

    var found = isDone ? tapped : demo
    #expect(engine.tap(games, in: demoID, from: 2) == [.ask(.load(demoID))])
    let onDisk = found
    let reply = try found.tap(at: engine.now)[0]
    #expect(engine.report(.loaded(onDisk, key: 1)) == [.commit([1: .put(found)])])
    #expect(engine.report(.committed(nil)) == [.answer(2, reply)])
  }

  @Test("a deletion that failed leaves the session where it was")
  mutating func failedDeletion() throws {
    #expect(engine.receive(.delete(demoID), from: 1) == [.commit([1: .delete])])
    #expect(engine.tap(games, in: demoID, from: 2) == [])
    #expect(
      engine.report(.committed(.readOnly)) == [.unavailable(1, .readOnly), .unavailable(2, .readOnly)])
    #expect(engine.receive(.read(demoID), from: 3) == [.ask(.load(demoID))])
    #expect(engine.report(.loaded(demo, key: 1)) == [.answer(3, demo.shown)])
  }
}
