import EngineSimulation
import NavigationCore
import SessionEngine
import Testing

@Suite("An engine with a store: requests that are sent again")
struct KeptRetryTests {
  private let games: Tab.ID
  private var demo: StoredSession
  private var engine: KeptEngineUnderTest

  /// A session that the disk has, under the key 1, and that is not in memory.
  init() throws {
    games = try .named("games")
    demo = try .put("demo")
    engine = KeptEngineUnderTest(stored: [demo])
  }

  private var id: SessionID { demo.id }

  private func tap(_ key: UInt64, as request: UInt64 = 0) -> SessionRequest {
    .apply([Input(.tap(games))], to: id, retry: .numbered(key, request))
  }

  /// The next tap, of a client that sends a key: what it is told, and what is kept.
  private mutating func tapped(
    _ key: UInt64, by client: Int, serial: Int64
  ) throws -> (reply: SessionReply, replay: SessionReply, entry: KeptAnswer.Entry) {
    guard case .outcomes(let outcomes, let version?) = try demo.tap(at: engine.now)[0] else { throw NoAnswer() }
    let answer = KeptAnswer(body: simulatedAnswer(outcomes, to: client), version: version)
    return (
      .keptOutcomes(outcomes, answer), .replayed(answer),
      KeptAnswer.Entry(serial: serial, retry: .numbered(key), answer: answer)
    )
  }

  private func inMemory(_ entries: [KeptAnswer.Entry], from first: Int64 = 1) -> KeptAnswers {
    KeptAnswers(from: first, entries.map { .init(retry: $0.retry, bytes: $0.answer.body.count) })
  }

  private func load(_ kept: KeptAnswers = KeptAnswers()) -> StoreReport {
    .loaded(id, .success(.init(key: SessionKey(1), session: demo, kept: kept)))
  }

  @Test("the answer is made durable with the state, and until then a retry waits for it")
  mutating func sameCommit() throws {
    try engine.bringBack(demo, key: 1)
    let (reply, replay, entry) = try tapped(1, by: 1, serial: 1)
    #expect(engine.receive(tap(1), from: 1) == [.commit([1: .put(demo, .init(added: [entry]))])])
    #expect(engine.receive(tap(1), from: 2) == [])
    #expect(engine.receive(tap(1, as: 9), from: 3) == [])
    #expect(
      engine.report(.committed(nil)) == [.answer(1, reply), .answer(2, replay), .answer(3, .refused(.retryKeyReused))])
  }

  @Test("a retry of one that fails is told so, and applied when it is sent once more")
  mutating func failure() throws {
    try engine.bringBack(demo, key: 1)
    let before = demo
    _ = try tapped(1, by: 1, serial: 1)
    _ = engine.receive(tap(1), from: 1)
    #expect(engine.receive(tap(1), from: 2) == [])
    #expect(engine.report(.committed(.full)) == [.unavailable(1, .full), .unavailable(2, .full)])
    demo = before
    #expect(engine.receive(tap(1), from: 3) == [.ask(.load(id))])
    let found = load()
    let (reply, _, entry) = try tapped(1, by: 3, serial: 1)
    #expect(engine.report(found) == [.commit([1: .put(demo, .init(added: [entry]))])])
    #expect(engine.report(.committed(nil)) == [.answer(3, reply)])
  }

  @Test("a retry of one that was done though it was said to fail finds its answer")
  mutating func deniedCommit() throws {
    try engine.bringBack(demo, key: 1)
    let (_, replay, entry) = try tapped(1, by: 1, serial: 1)
    _ = engine.receive(tap(1), from: 1)
    #expect(engine.report(.committed(.full)) == [.unavailable(1, .full)])
    #expect(engine.receive(tap(1), from: 2) == [.ask(.load(id))])
    let place = KeptAnswer.Place(id, SessionKey(1), serial: 1)
    #expect(engine.report(load(inMemory([entry]))) == [.ask(.loadAnswer(place))])
    #expect(engine.report(.loadedAnswer(place, .success(entry.answer))) == [.answer(2, replay)])
  }

  @Test("a durable answer is read once for all who wait for it, in order, whatever else is under way")
  mutating func fromTheStore() throws {
    let (_, replay, entry) = try tapped(1, by: 9, serial: 5)
    #expect(engine.receive(tap(1), from: 1) == [.ask(.load(id))])
    #expect(engine.receive(tap(1), from: 2) == [])
    let place = KeptAnswer.Place(id, SessionKey(1), serial: 5)
    #expect(engine.report(load(inMemory([entry], from: 5))) == [.ask(.loadAnswer(place))])
    #expect(engine.receive(tap(1), from: 3) == [])
    let (reply, _, next) = try tapped(2, by: 4, serial: 6)
    #expect(engine.receive(tap(2), from: 4) == [.commit([1: .put(demo, .init(added: [next], first: 5))])])
    #expect(
      engine.report(.loadedAnswer(place, .success(entry.answer)))
        == [.answer(1, replay), .answer(2, replay), .answer(3, replay)])
    #expect(engine.report(.committed(nil)) == [.answer(4, reply)])
  }

  @Test("an answer that can't be read is told so, and kept nevertheless", arguments: [StorageFault.damaged, .gone])
  mutating func unreadable(fault: StorageFault) throws {
    let (_, replay, entry) = try tapped(1, by: 9, serial: 1)
    let place = KeptAnswer.Place(id, SessionKey(1), serial: 1)
    #expect(engine.receive(tap(1), from: 1) == [.ask(.load(id))])
    #expect(engine.report(load(inMemory([entry]))) == [.ask(.loadAnswer(place))])
    #expect(engine.report(.loadedAnswer(place, .failure(fault))) == [.unavailable(1, fault)])
    // One damaged row says nothing of the others.
    #expect(engine.engine.storageFault == (fault == .damaged ? nil : fault))
    #expect(engine.receive(tap(1), from: 2) == [.ask(.loadAnswer(place))])
    #expect(engine.report(.loadedAnswer(place, .success(entry.answer))) == [.answer(2, replay)])
  }

  @Test("what waits for one commit is one write: all answers that are still kept, and the last state")
  mutating func coalescing() throws {
    engine = KeptEngineUnderTest(
      EngineConfiguration(keptAnswers: KeptAnswers.Limits(answers: 2)), stored: [demo])
    try engine.bringBack(demo, key: 1)
    _ = try tapped(1, by: 1, serial: 1)
    _ = engine.receive(tap(1), from: 1)
    var entries: [KeptAnswer.Entry] = []
    for key in 2...4 as ClosedRange<UInt64> {
      entries.append(try tapped(key, by: Int(key), serial: Int64(key)).entry)
      #expect(engine.receive(tap(key), from: Int(key)) == [])
    }
    let reply = demo.putAgain(demo.navigation, at: engine.now)
    #expect(engine.receive(.put(demo.navigation, of: nil), from: 5) == [])
    let effects = engine.report(.committed(nil))
    #expect(effects.last == .commit([1: .put(demo, .init(added: Array(entries.suffix(2)), first: 3))]))
    #expect(engine.report(.committed(nil)).last == .answer(5, reply))
    let place = KeptAnswer.Place(id, SessionKey(1), serial: 4)
    #expect(engine.receive(tap(4), from: 6) == [.ask(.loadAnswer(place))])
  }

  @Test("a deletion takes answers along that were not written yet")
  mutating func deletion() throws {
    try engine.bringBack(demo, key: 1)
    _ = engine.receive(.apply([Input(.tap(games))], to: id), from: 1)
    _ = engine.receive(tap(1), from: 2)
    #expect(engine.receive(.delete(id), from: 3) == [])
    #expect(engine.report(.committed(nil)).last == .commit([1: .delete]))
  }
}
