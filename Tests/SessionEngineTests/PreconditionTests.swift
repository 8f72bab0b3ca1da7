import NavigationCore
import SessionEngine
import Testing

@Suite("An engine with a store: preconditions")
struct PreconditionTests {
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
  private var tap: SessionRequest { .apply([Input(.tap(games))], to: id) }

  /// What holds of the session as it is now.
  private var asItIs: SessionPrecondition {
    .isOneOf([.init(incarnation: demo.incarnation, revision: demo.version.revision)])
  }

  private func failed(_ client: Int, at revision: Int64?) -> KeptEngineUnderTest.Effect {
    .answer(client, .refused(.preconditionFailed(revision: revision)))
  }

  @Test("one is judged when the session is there, by what those before it made of the session")
  mutating func whileLoading() throws {
    let stored = demo
    let before = asItIs
    #expect(engine.receive(tap, if: before, from: 1) == [.ask(.load(id))])
    #expect(engine.receive(tap, if: before, from: 2) == [])
    #expect(engine.receive(.delete(id), if: before, from: 3) == [])
    let first = try demo.tap(at: engine.now)[0]
    #expect(engine.receive(tap, if: asItIs, from: 4) == [])
    let second = try demo.tap(at: engine.now)[0]
    #expect(engine.receive(.put(stored.navigation, of: nil), if: .isAbsent, from: 5) == [])
    #expect(engine.report(.loaded(stored, key: 1)) == [.commit([1: .put(demo)])])
    #expect(
      engine.report(.committed(nil)) == [
        .answer(1, first), failed(2, at: 8), failed(3, at: 8), .answer(4, second), failed(5, at: 9),
      ])
  }

  @Test("one that fails before anything is changed is told at once")
  mutating func failedWhileLoading() throws {
    #expect(engine.receive(tap, if: .isOneOf([]), from: 1) == [.ask(.load(id))])
    #expect(engine.receive(.put(demo.navigation, of: nil), if: .isAbsent, from: 2) == [])
    #expect(engine.report(.loaded(demo, key: 1)) == [failed(1, at: 7), failed(2, at: 7)])
    #expect(engine.receive(.read(id), from: 3) == [.answer(3, demo.shown)])
  }

  @Test("one is judged by what is not durable yet, and its failure told when that is")
  mutating func uncommitted() throws {
    try engine.bringBack(demo, key: 1)
    let before = asItIs
    let first = try demo.tap(at: engine.now)[0]
    #expect(engine.receive(tap, if: before, from: 1) == [.commit([1: .put(demo)])])
    #expect(engine.receive(tap, if: before, from: 2) == [])
    let after = asItIs
    let second = try demo.tap(at: engine.now)[0]
    #expect(engine.receive(tap, if: after, from: 3) == [])
    #expect(engine.receive(tap, if: after, from: 4) == [])
    #expect(
      engine.report(.committed(nil)) == [.answer(1, first), failed(2, at: 8), .commit([1: .put(demo)])])
    #expect(engine.report(.committed(nil)) == [.answer(3, second), failed(4, at: 9)])
  }

  @Test("one that failed by what was never kept is told that the storage failed")
  mutating func failedCommit() throws {
    try engine.bringBack(demo, key: 1)
    let before = asItIs
    var tapped = demo
    _ = try tapped.tap(at: engine.now)
    #expect(engine.receive(tap, if: before, from: 1) == [.commit([1: .put(tapped)])])
    #expect(engine.receive(tap, if: before, from: 2) == [])
    #expect(engine.report(.committed(.full)) == [.unavailable(1, .full), .unavailable(2, .full)])
    #expect(engine.receive(tap, if: before, from: 3) == [.ask(.load(id))])
    #expect(engine.report(.loaded(demo, key: 1)) == [.commit([1: .put(tapped)])])
  }

  @Test("a session that was deleted is no state of its next life, unless only a revision is named")
  mutating func nextLife() throws {
    try engine.bringBack(demo, key: 1)
    let before = demo.version
    #expect(engine.receive(.delete(id), if: asItIs, from: 1) == [.commit([1: .delete])])
    #expect(engine.receive(tap, if: asItIs, from: 2) == [])
    #expect(engine.report(.committed(nil)) == [.answer(1, .deleted), failed(2, at: nil)])
    let (next, reply) = try StoredSession.made(id, by: games, at: engine.now, engine.nextIncarnation)
    #expect(engine.receive(tap, if: .isAbsent, from: 3) == [.commit([2: .put(next)])])
    #expect(engine.report(.committed(nil)) == [.answer(3, reply)])

    let old = SessionPrecondition.isOneOf([.init(incarnation: before.incarnation, revision: next.version.revision)])
    #expect(engine.receive(.delete(id), if: old, from: 4) == [failed(4, at: 1)])
    let bare = SessionPrecondition.isOneOf([.init(incarnation: nil, revision: next.version.revision)])
    #expect(engine.receive(.delete(id), if: bare, from: 5) == [.commit([2: .delete])])
  }

  @Test("one of a session that has just expired finds none")
  func expired() throws {
    var engine = EngineUnderTest(EngineConfiguration(sessionTTL: 1_000_000))
    let version = try #require(try engine.put(demo.navigation, of: nil).version)
    let state = SessionPrecondition.isOneOf([.init(incarnation: version.incarnation, revision: version.revision)])
    engine.now = Instant(microseconds: engine.now.microseconds + 1_000_000)
    #expect(try engine.reply(to: tap, if: state) == .refused(.preconditionFailed(revision: nil)))
    #expect(try engine.reply(to: .delete(id), if: state) == .refused(.unknownSession(id)))
    guard case .session(_, _, created: true) = try engine.reply(to: .put(demo.navigation, of: nil), if: .isAbsent)
    else {
      throw NoAnswer()
    }
  }
}
