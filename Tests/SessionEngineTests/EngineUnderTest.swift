import EngineSimulation
import NavigationCore
import SessionEngine
import TestSupport
import Testing

/// An engine with the clock and the chance that it is handed, asked one thing at a time.
struct EngineUnderTest {
  /// The clock; a test moves it.
  var now = Instant(microseconds: 1_790_000_000_000_000)

  private var engine: SessionEngine<Int>
  private var random: SplitMix64
  /// The number of the last request; its client's too.
  private(set) var requests = 0

  init(_ configuration: EngineConfiguration = EngineConfiguration(), seed: UInt64 = 1) {
    engine = SessionEngine(configuration, writing: simulatedAnswer)
    random = SplitMix64(seed: seed)
  }

  /// The one answer to a request.
  mutating func reply(
    to request: SessionRequest, if precondition: SessionPrecondition? = nil
  ) throws -> SessionReply {
    requests += 1
    let effects = engine.receive(request, if: precondition, from: requests, at: now, using: &random)
    try #require(effects.count == 1)
    guard case .answer(let client, let reply) = effects[0] else { throw NoAnswer() }
    #expect(client == requests)
    return reply
  }

  /// How many sessions there are.
  var sessionCount: Int { engine.sessionCount }

  /// A page of sessions.
  mutating func page(_ request: SessionListRequest) -> SessionPage {
    let effects = engine.list(request, for: 0, at: now)
    guard effects.count == 1, case .answer(0, .page(let page)) = effects[0] else {
      Issue.record("\(effects)")
      return SessionPage([], next: nil)
    }
    return page
  }

  mutating func apply(_ inputs: Input..., to id: SessionID) throws -> SessionReply {
    try reply(to: .apply(inputs, to: id))
  }

  mutating func put(_ navigation: Navigation, of owner: Caller.Name? = nil) throws -> SessionReply {
    try reply(to: .put(navigation, of: owner))
  }

  mutating func read(_ id: SessionID) throws -> SessionReply {
    try reply(to: .read(id))
  }

  mutating func delete(_ id: SessionID) throws -> SessionReply {
    try reply(to: .delete(id))
  }
}

/// The engine had something else to do than to answer.
struct NoAnswer: Error {}

extension SessionReply {
  /// The state that the reply tells of.
  var version: SessionVersion? {
    switch self {
    case .outcomes(_, let version): version
    case .keptOutcomes(_, let answer): answer.version
    case .session(_, let version, created: _): version
    case .following(_, _, let version), .steps(_, let version): version
    case .replayed, .deleted, .page, .refused: nil
    }
  }
}

extension Identifier {
  /// An id that is one.
  static func named(_ text: String) throws -> Self {
    try #require(Self(text))
  }
}
