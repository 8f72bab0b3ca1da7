import EngineSimulation
import NavigationCore
import SessionEngine
import TestSupport
import Testing

/// An engine that keeps its sessions in a store, whose part the test plays.
struct KeptEngineUnderTest {
  /// What the engine did, to be compared.
  enum Effect: Hashable {
    case answer(Int, SessionReply)
    case ask(StoreOrder)
    case wait(Int, ReaderID)
    case tell([Int], [FeedEvent])
    case end([Int])
  }

  /// The clock; a test moves it.
  var now = Self.start
  private(set) var engine: SessionEngine<Int>
  private var random = SplitMix64(seed: 1)

  static let start = Instant(microseconds: 1_790_000_000_000_000)

  /// An engine whose store has these sessions, under the keys 1, 2, 3 and so on.
  init(_ configuration: EngineConfiguration = EngineConfiguration(), stored sessions: [StoredSession] = []) {
    engine = SessionEngine(
      configuration, stored: Set(sessions.map(\.id)), nextKey: SessionKey(Int64(sessions.count) + 1),
      writing: simulatedAnswer)
  }

  /// The incarnation of the session that is made next.
  var nextIncarnation: Incarnation {
    var random = random
    return Incarnation(using: &random)
  }

  mutating func receive(
    _ request: SessionRequest, if precondition: SessionPrecondition? = nil, from client: Int
  ) -> [Effect] {
    engine.receive(request, if: precondition, from: client, at: now, using: &random).map(Effect.init)
  }

  mutating func tap(_ tab: Tab.ID, in id: SessionID, from client: Int) -> [Effect] {
    receive(.apply([Input(.tap(tab))], to: id), from: client)
  }

  mutating func list(_ request: SessionListRequest, from client: Int) -> [Effect] {
    engine.list(request, for: client, at: now).map(Effect.init)
  }

  mutating func report(_ report: StoreReport) -> [Effect] {
    engine.storeReported(report, at: now, using: &random).map(Effect.init)
  }

  /// Uses a session for the first time, as if it had been in memory all along.
  mutating func bringBack(_ session: StoredSession, key: Int64) throws {
    let id = session.id
    try #require(receive(.read(id), from: 0) == [.ask(.load(id))])
    try #require(report(.loaded(session, key: key)) == [.answer(0, session.shown)])
  }

  mutating func tick() -> [Effect] {
    engine.tick(at: now).map(Effect.init)
  }

  mutating func leave(_ reader: Int64) {
    engine.leave(ReaderID(reader))
  }

  mutating func waited(_ reader: Int64) -> [Effect] {
    engine.waited(ReaderID(reader)).map(Effect.init)
  }

  mutating func endReaders() -> [Effect] {
    engine.endReaders().map(Effect.init)
  }

  mutating func drain() -> [Effect] {
    engine.drain().map(Effect.init)
  }

  mutating func wait(seconds: Int64) {
    now = Instant(microseconds: now.microseconds + seconds * 1_000_000)
  }
}

extension KeptEngineUnderTest.Effect {
  init(_ effect: SessionEngine<Int>.Effect) {
    switch effect {
    case .answer(let client, let reply): self = .answer(client, reply)
    case .ask(let order): self = .ask(order)
    case .wait(let client, let reader): self = .wait(client, reader)
    case .tell(let clients, let events): self = .tell(clients, events)
    case .end(let clients): self = .end(clients)
    }
  }

  /// A client is told that the storage failed.
  static func unavailable(_ client: Int, _ fault: StorageFault) -> Self {
    .answer(client, .refused(.storageUnavailable(fault)))
  }

  /// These sessions are to be written under these keys.
  static func commit(_ writes: [Int64: StoreWrite]) -> Self {
    .ask(.commit(Dictionary(uniqueKeysWithValues: writes.map { (SessionKey($0.key), $0.value) })))
  }
}

extension StoreReport {
  static func loaded(_ session: StoredSession, key: Int64) -> StoreReport {
    .loaded(session.id, .success(Loaded(key: SessionKey(key), session: session)))
  }

  static func found(_ sessions: [SessionID: Int64], next: Int64?) -> StoreReport {
    .foundUnused(.success(Unused(sessions: sessions.mapValues(SessionKey.init), next: next.map(SessionKey.init))))
  }
}

extension StoredSession {
  /// A session of one tab, put at the start of a test.
  static func put(_ name: String, incarnation: String = "aaaaaaaa") throws -> StoredSession {
    let tab = try Tab.ID.named("games")
    return StoredSession(
      navigation: Navigation(
        id: try .named(name), revision: 7, tabs: [Tab(id: tab)], selectedTab: tab, openTabs: false),
      incarnation: try #require(Incarnation(incarnation)), activity: .put(at: KeptEngineUnderTest.start))
  }

  /// What a client is told that reads it.
  var shown: SessionReply { .session(navigation, version, created: false) }

  /// Moves on by taps on its tab, and says what each client of them is told.
  mutating func tap(at now: Instant, times: Int = 1) throws -> [SessionReply] {
    let tab = try Tab.ID.named("games")
    return try (0..<times).map { _ in
      var navigation = navigation
      let outcome = try navigation.apply(Input(.tap(tab)), receivedAt: now)
      self = StoredSession(navigation: navigation, incarnation: incarnation, activity: .input(at: now))
      return .outcomes([outcome], version)
    }
  }

  /// Is replaced by what it began as, and says what the client is told.
  mutating func putAgain(_ navigation: Navigation, at now: Instant) -> SessionReply {
    let next = navigation.renamed(navigation.id, revision: self.navigation.revision + 1)
    self = StoredSession(navigation: next, incarnation: incarnation, activity: .put(at: now))
    return .session(next, version, created: false)
  }

  /// The session that the first input to a name that is free makes.
  static func made(
    _ id: SessionID, by tab: Tab.ID, at now: Instant, _ incarnation: Incarnation
  ) throws -> (session: StoredSession, reply: SessionReply) {
    var navigation = Navigation(id: id.navigationID, openTabs: true)
    let outcome = try navigation.apply(Input(.tap(tab)), receivedAt: now)
    let session = StoredSession(navigation: navigation, incarnation: incarnation, activity: .input(at: now))
    return (session, .outcomes([outcome], session.version))
  }
}
