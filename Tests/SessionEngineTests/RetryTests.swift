import EngineSimulation
import NavigationCore
import SessionEngine
import Testing

@Suite("An engine: requests that are sent again")
struct RetryTests {
  private let id: SessionID
  private let games: Tab.ID
  private var engine = EngineUnderTest()

  init() throws {
    id = SessionID(try .named("demo"))
    games = try .named("games")
  }

  private func tap(_ key: UInt64, as request: UInt64 = 0, times: Int = 1) -> SessionRequest {
    .apply(Array(repeating: Input(.tap(games)), count: times), to: id, retry: .numbered(key, request))
  }

  private mutating func revision() throws -> Int64? {
    try engine.read(id).version?.revision
  }

  @Test("the first is applied, and the others are given its answer, byte for byte")
  mutating func replay() throws {
    guard case .keptOutcomes(let outcomes, let answer) = try engine.reply(to: tap(1, times: 2)) else {
      throw NoAnswer()
    }
    #expect(outcomes.map(\.revision) == [1, 2])
    #expect(answer.body == simulatedAnswer(outcomes, to: 1))
    #expect(answer.version.revision == 2)
    _ = try engine.apply(Input(.tap(games)), to: id)
    for _ in 1...3 { #expect(try engine.reply(to: tap(1, times: 2)) == .replayed(answer)) }
    #expect(try revision() == 3)
  }

  @Test("a key is another's for any other request, and stays so")
  mutating func reused() throws {
    let first = try engine.reply(to: tap(1))
    #expect(try engine.reply(to: tap(1, as: 9)) == .refused(.retryKeyReused))
    #expect(try engine.reply(to: .apply([], to: id, retry: .numbered(1, 9))) == .refused(.retryKeyReused))
    #expect(try engine.reply(to: tap(1)).isReplay(of: first))
    #expect(try revision() == 1)
  }

  @Test("one that was refused has not used its key up")
  mutating func refused() throws {
    let wrong = SessionRequest.apply([Input(.popToRoot(nil))], to: id, retry: .numbered(1, 1))
    guard case .refused(.input) = try engine.reply(to: wrong) else { throw NoAnswer() }
    guard case .refused(.preconditionFailed) = try engine.reply(to: tap(1), if: .exists) else { throw NoAnswer() }
    guard case .keptOutcomes = try engine.reply(to: tap(1)) else { throw NoAnswer() }
    #expect(try revision() == 1)
  }

  @Test("no inputs keep no key")
  mutating func empty() throws {
    let empty = SessionRequest.apply([], to: id, retry: .numbered(1, 1))
    #expect(try engine.reply(to: empty) == .outcomes([], nil))
    guard case .keptOutcomes(_, let answer) = try engine.reply(to: tap(1)) else { throw NoAnswer() }
    #expect(try engine.reply(to: .apply([], to: id, retry: .numbered(2, 1))) == .outcomes([], answer.version))
  }

  @Test("a kept answer comes before what the session must be like")
  mutating func beforePrecondition() throws {
    let first = try engine.reply(to: tap(1), if: .isAbsent)
    #expect(try engine.reply(to: tap(1), if: .isAbsent).isReplay(of: first))
    #expect(try engine.reply(to: tap(1), if: .isOneOf([])).isReplay(of: first))
  }

  @Test("a session that is replaced keeps its answers, with the state that they told of")
  mutating func replaced() throws {
    let first = try engine.reply(to: tap(1))
    _ = try engine.put(Navigation(id: id.navigationID, openTabs: true))
    #expect(try engine.reply(to: tap(1)).isReplay(of: first))
    #expect(try revision() == 2)
  }

  @Test("a session that is deleted keeps none")
  mutating func deleted() throws {
    let first = try engine.reply(to: tap(1))
    _ = try engine.delete(id)
    let second = try engine.reply(to: tap(1))
    #expect(second.version?.revision == 1 && second.version != first.version)
  }

  @Test("a session that is over keeps none, though nobody has looked")
  mutating func expired() throws {
    engine = EngineUnderTest(EngineConfiguration(sessionTTL: 1_000))
    let first = try engine.reply(to: tap(1))
    engine.now = Instant(microseconds: engine.now.microseconds + 999)
    #expect(try engine.reply(to: tap(1)).isReplay(of: first))
    // It is no input, so the session lives no longer for it.
    engine.now = Instant(microseconds: engine.now.microseconds + 1)
    let second = try engine.reply(to: tap(1))
    #expect(second.version?.revision == 1 && second.version != first.version)
  }

  @Test("each session has its own keys")
  mutating func ownKeys() throws {
    let other = SessionID(try .named("demo"), of: try .named("tv"))
    let first = try engine.reply(to: tap(1))
    guard case .keptOutcomes = try engine.reply(to: .apply([Input(.tap(games))], to: other, retry: .numbered(1, 0)))
    else { throw NoAnswer() }
    #expect(try engine.reply(to: tap(1)).isReplay(of: first))
  }

  @Test("64 answers are kept, and the oldest leaves for the next")
  mutating func sixtyFour() throws {
    var replies: [SessionReply] = []
    for key in 1...64 as ClosedRange<UInt64> { replies.append(try engine.reply(to: tap(key))) }
    for key in 1...64 as ClosedRange<UInt64> {
      #expect(try engine.reply(to: tap(key)).isReplay(of: replies[Int(key) - 1]))
    }
    replies.append(try engine.reply(to: tap(65)))
    for key in 2...65 as ClosedRange<UInt64> {
      #expect(try engine.reply(to: tap(key)).isReplay(of: replies[Int(key) - 1]))
    }
    #expect(try revision() == 65)
    guard case .keptOutcomes = try engine.reply(to: tap(1)) else { throw NoAnswer() }
    #expect(try revision() == 66)
  }

  @Test("fewer are kept where they are too long together, and the newest always")
  mutating func tooLong() throws {
    // "to 1: [1]" and so on: ten bytes and more from the tenth on.
    engine = EngineUnderTest(EngineConfiguration(keptAnswers: KeptAnswers.Limits(answers: 64, bytes: 18)))
    let first = try engine.reply(to: tap(1))
    let second = try engine.reply(to: tap(2))
    #expect(try engine.reply(to: tap(1)).isReplay(of: first))
    let third = try engine.reply(to: tap(3))
    #expect(try engine.reply(to: tap(2)).isReplay(of: second))
    #expect(try engine.reply(to: tap(3)).isReplay(of: third))
    let long = try engine.reply(to: tap(4, times: 50))
    #expect(try engine.reply(to: tap(4, times: 50)).isReplay(of: long))
    guard case .keptOutcomes = try engine.reply(to: tap(3)) else { throw NoAnswer() }
    guard case .keptOutcomes = try engine.reply(to: tap(4, times: 50)) else { throw NoAnswer() }
  }
}

extension RetryKey {
  /// The key of a number, and the request of another.
  static func numbered(_ key: UInt64, _ request: UInt64 = 0) -> RetryKey {
    RetryKey(key: Fingerprint(high: 0, low: key), request: Fingerprint(high: 1, low: request))
  }
}

extension SessionReply {
  /// Whether it is the answer that was kept of another.
  func isReplay(of first: SessionReply) -> Bool {
    guard case .keptOutcomes(_, let answer) = first else { return false }
    return self == .replayed(answer)
  }
}
