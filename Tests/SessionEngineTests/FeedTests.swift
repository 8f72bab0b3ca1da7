import NavigationCore
import TestSupport
import Testing

@testable import SessionEngine

/// What one is told who follows a session that a store keeps.
@Suite("One who follows a session")
struct FeedTests {
  private let games: Tab.ID
  private var demo: StoredSession
  private let id: SessionID

  init() throws {
    games = try .named("games")
    demo = try .put("demo")
    id = demo.id
  }

  /// The state that a client has.
  private var point: StateName { StateName(incarnation: demo.incarnation, revision: demo.version.revision) }

  private func engine(_ configuration: EngineConfiguration = EngineConfiguration()) throws -> KeptEngineUnderTest {
    var engine = KeptEngineUnderTest(configuration, stored: [demo])
    try engine.bringBack(demo, key: 1)
    return engine
  }

  /// Takes a tap; the step, when that is durable.
  private mutating func tap(_ engine: inout KeptEngineUnderTest, from client: Int) throws -> (Step, SessionReply) {
    let reply = try demo.tap(at: engine.now)[0]
    guard case .outcomes(let outcomes, _) = reply else { throw NoAnswer() }
    _ = engine.tap(games, in: id, from: client)
    return (Step(receivedAt: engine.now, input: Input(.tap(games)), outcome: outcomes[0]), reply)
  }

  private func following(_ client: Int, as reader: Int64, _ start: FeedStart? = nil) -> KeptEngineUnderTest.Effect {
    .answer(client, .following(ReaderID(reader), start ?? .session(demo.navigation), demo.version))
  }

  @Test("begins with the session, and is told of each step when it is durable, not before")
  mutating func steps() throws {
    var engine = try engine()
    #expect(engine.receive(.follow(id, after: nil), from: 1) == [following(1, as: 1)])
    let (step, reply) = try tap(&engine, from: 2)
    #expect(engine.report(.committed(nil)) == [.answer(2, reply), .tell([1], [.step(step, demo.version)])])
  }

  @Test("begins with what is durable: who comes while a change is being written waits, and is not told of it again")
  mutating func meanwhile() throws {
    var engine = try engine()
    let (_, first) = try tap(&engine, from: 1)
    let now = following(2, as: 1)
    #expect(engine.receive(.follow(id, after: nil), from: 2) == [])
    let (step, second) = try tap(&engine, from: 3)
    #expect(engine.report(.committed(nil)) == [.answer(1, first), now, .commit([1: .put(demo)])])
    #expect(engine.report(.committed(nil)) == [.answer(3, second), .tell([2], [.step(step, demo.version)])])
  }

  @Test("is told the same once, with all others who are as far")
  mutating func many() throws {
    var engine = try engine()
    for client in 1...3 { _ = engine.receive(.follow(id, after: nil), from: client) }
    let (step, reply) = try tap(&engine, from: 4)
    #expect(engine.report(.committed(nil)) == [.answer(4, reply), .tell([1, 2, 3], [.step(step, demo.version)])])
  }

  @Test("is told the session when it is replaced, and of its end when it is deleted")
  mutating func replaced() throws {
    var engine = try engine()
    _ = engine.receive(.follow(id, after: nil), from: 1)
    let navigation = demo.navigation
    let put = demo.putAgain(navigation, at: engine.now)
    _ = engine.receive(.put(navigation, of: nil), from: 2)
    #expect(
      engine.report(.committed(nil)) == [.answer(2, put), .tell([1], [.session(demo.navigation, demo.version)])])
    _ = engine.receive(.delete(id), from: 3)
    #expect(engine.report(.committed(nil)) == [.answer(3, .deleted), .tell([1], [.deleted]), .end([1])])
    #expect(engine.engine.readerCount == 0)
  }

  @Test("goes on from the state it has, by its event's id or by a bare revision")
  mutating func resumes() throws {
    var engine = try engine()
    let begin = point
    var steps: [Step] = []
    for client in 1...3 {
      steps.append(try tap(&engine, from: client).0)
      _ = engine.report(.committed(nil))
    }
    for after in [begin, StateName(incarnation: nil, revision: begin.revision)] {
      let effects = engine.receive(.steps(id, after: after, wait: false), from: 4)
      #expect(effects == [.answer(4, .steps(.steps(steps), demo.version))])
    }
    let later = StateName(incarnation: nil, revision: begin.revision + 2)
    #expect(engine.receive(.follow(id, after: later), from: 5) == [following(5, as: 1, .steps([steps[2]]))])
    #expect(engine.receive(.follow(id, after: point), from: 6) == [following(6, as: 2, .steps([]))])
  }

  @Test(
    "is told the session when the state it names is of another life, is still to come, or lies too far back",
    arguments: [("bbbbbbbb", 7), ("aaaaaaaa", 8), ("aaaaaaaa", 6), ("aaaaaaaa", -1), ("aaaaaaaa", Int64.max)])
  func snapshot(life: String, revision: Int64) throws {
    var engine = try engine()
    let after = StateName(incarnation: Incarnation(life), revision: revision)
    #expect(engine.receive(.follow(id, after: after), from: 1) == [following(1, as: 1)])
  }

  @Test("is not told over a replacement what came before")
  mutating func overReplacement() throws {
    var engine = try engine()
    let begin = point
    _ = try tap(&engine, from: 1)
    let navigation = demo.navigation
    _ = demo.putAgain(navigation, at: engine.now)
    _ = engine.receive(.put(navigation, of: nil), from: 2)
    let put = point
    let (step, _) = try tap(&engine, from: 3)
    _ = engine.report(.committed(nil))
    _ = engine.report(.committed(nil))
    #expect(
      engine.receive(.steps(id, after: begin, wait: false), from: 4)
        == [.answer(4, .steps(.session(demo.navigation), demo.version))])
    #expect(
      engine.receive(.steps(id, after: put, wait: false), from: 5)
        == [.answer(5, .steps(.steps([step]), demo.version))])
    #expect(
      engine.receive(.steps(id, after: nil, wait: false), from: 6)
        == [.answer(6, .steps(.steps([step]), demo.version))])
  }

  @Test("waits for the next step, once, or until it has waited long enough")
  mutating func waits() throws {
    var engine = try engine()
    let wait = SessionRequest.steps(id, after: point, wait: true)
    #expect(engine.receive(wait, from: 1) == [.wait(1, ReaderID(1))])
    #expect(engine.receive(wait, from: 2) == [.wait(2, ReaderID(2))])
    #expect(engine.waited(2) == [.answer(2, .steps(.steps([]), demo.version))])
    #expect(engine.waited(2) == [])
    let (step, reply) = try tap(&engine, from: 3)
    #expect(
      engine.report(.committed(nil)) == [.answer(3, reply), .answer(1, .steps(.steps([step]), demo.version))])
    #expect(engine.engine.readerCount == 0)
  }

  @Test("waits in vain for a session that is deleted meanwhile")
  mutating func waitsInVain() throws {
    var engine = try engine()
    _ = engine.receive(.steps(id, after: point, wait: true), from: 1)
    _ = engine.receive(.delete(id), from: 2)
    #expect(
      engine.report(.committed(nil)) == [.answer(2, .deleted), .answer(1, .refused(.unknownSession(id)))])
  }

  @Test("is told what the disk has when a commit failed, at once, where that is not what it was told")
  mutating func failed() throws {
    var engine = try engine()
    let before = demo
    _ = engine.receive(.follow(id, after: nil), from: 1)
    _ = try tap(&engine, from: 2)
    #expect(engine.report(.committed(.full)) == [.unavailable(2, .full), .ask(.load(id))])
    #expect(engine.report(.loaded(before, key: 1)) == [])
    _ = engine.receive(.read(id), from: 3)
    // It was made durable after all.
    #expect(engine.report(.loaded(demo, key: 1)).first == .tell([1], [.session(demo.navigation, demo.version)]))
  }

  @Test("is told of the end when the disk has the session no longer")
  mutating func failedDeletion() throws {
    var engine = try engine()
    _ = engine.receive(.follow(id, after: nil), from: 1)
    _ = engine.receive(.steps(id, after: point, wait: true), from: 2)
    _ = engine.receive(.delete(id), from: 3)
    #expect(
      engine.report(.committed(.full)) == [.unavailable(3, .full), .unavailable(2, .full), .ask(.load(id))])
    #expect(engine.report(.loaded(id, .success(nil))) == [.tell([1], [.deleted]), .end([1])])
  }

  @Test("is refused where it waits for the next step and what it has may have failed")
  mutating func failedWhileWaiting() throws {
    var engine = KeptEngineUnderTest(EngineConfiguration(), stored: [])
    _ = engine.receive(.put(demo.navigation, of: nil), from: 1)
    let made = StateName(incarnation: nil, revision: 0)
    #expect(engine.receive(.steps(id, after: made, wait: true), from: 2) == [.wait(2, ReaderID(1))])
    #expect(engine.report(.committed(.full)) == [.unavailable(1, .full), .unavailable(2, .full)])
    #expect(engine.waited(1) == [])
  }

  @Test("does not begin where the change it would begin with fails")
  mutating func failedStart() throws {
    var engine = try engine()
    _ = try tap(&engine, from: 1)
    #expect(engine.receive(.follow(id, after: nil), from: 2) == [])
    #expect(engine.report(.committed(.full)) == [.unavailable(1, .full), .unavailable(2, .full)])
    #expect(engine.engine.readerCount == 0)
  }

  @Test("is told that a session expired, at the next tick, though it is not in memory")
  mutating func expired() throws {
    var engine = try engine(EngineConfiguration(residentSessions: 0, sessionTTL: 60_000_000))
    #expect(engine.engine.residentCount == 0)
    #expect(engine.receive(.follow(id, after: nil), from: 1) == [.ask(.load(id))])
    #expect(engine.report(.loaded(demo, key: 1)) == [following(1, as: 1)])
    #expect(engine.engine.residentCount == 0)
    engine.wait(seconds: 60)
    #expect(engine.tick().contains(.ask(.load(id))))
    #expect(engine.report(.loaded(demo, key: 1)) == [.commit([1: .delete])])
    #expect(engine.report(.committed(nil)) == [.tell([1], [.deleted]), .end([1])])
  }

  @Test("is one of so many, those who wait among them; one that leaves makes room")
  mutating func full() throws {
    var engine = try engine(EngineConfiguration(maxReaders: 2))
    _ = engine.receive(.follow(id, after: nil), from: 1)
    _ = engine.receive(.steps(id, after: point, wait: true), from: 2)
    let full = SessionReply.refused(.tooManyReaders(limit: 2))
    #expect(engine.receive(.follow(id, after: nil), from: 3) == [.answer(3, full)])
    #expect(engine.receive(.steps(id, after: point, wait: true), from: 4) == [.answer(4, full)])
    #expect(
      engine.receive(.steps(id, after: nil, wait: false), from: 5) == [.answer(5, .steps(.steps([]), demo.version))])
    engine.leave(1)
    #expect(engine.receive(.follow(id, after: nil), from: 6) == [following(6, as: 3)])
  }

  @Test("has to ask anew when readers are ended, unless its first answer is still to come")
  mutating func ended() throws {
    var engine = try engine()
    _ = engine.receive(.follow(id, after: nil), from: 1)
    _ = engine.receive(.steps(id, after: point, wait: true), from: 2)
    let before = demo.version
    let (step, reply) = try tap(&engine, from: 3)
    _ = engine.receive(.follow(id, after: nil), from: 4)
    #expect(engine.endReaders() == [.end([1])])
    #expect(
      engine.report(.committed(nil)) == [
        .answer(3, reply), following(4, as: 3), .answer(2, .steps(.steps([]), before)),
      ])
    let resumed = StateName(incarnation: before.incarnation, revision: before.revision)
    #expect(engine.receive(.follow(id, after: resumed), from: 5) == [following(5, as: 4, .steps([step]))])
    #expect(engine.engine.readerCount == 2)
  }

  @Test("is told that there is no more when the server stops; who waits, that there is nothing yet")
  mutating func drained() throws {
    var engine = try engine()
    _ = engine.receive(.follow(id, after: nil), from: 1)
    _ = engine.receive(.steps(id, after: point, wait: true), from: 2)
    #expect(engine.drain() == [.answer(2, .steps(.steps([]), demo.version)), .end([1])])
    #expect(engine.receive(.follow(id, after: nil), from: 3) == [following(3, as: 3), .end([3])])
    #expect(
      engine.receive(.steps(id, after: point, wait: true), from: 4) == [.answer(4, .steps(.steps([]), demo.version))])
    #expect(engine.engine.readerCount == 0)
  }
}
