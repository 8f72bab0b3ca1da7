import EngineSimulation
import NavigationCore
import SessionEngine
import TestSupport
import Testing

@Suite("Random histories of requests")
struct RandomHistoryTests {
  @Test("are answered as a dictionary of whole sessions would answer them")
  func againstTheModel() throws {
    var random = SplitMix64(seed: 3)
    let seed = random.seed
    var kinds: Set<String> = []
    for history in 0..<60 {
      let configuration = EngineConfiguration(
        explicitSessions: random.chance(30), maxSessions: random.one(of: [0, 1, 3, 5]),
        keptAnswers: KeptAnswers.Limits(answers: random.one(of: [1, 3, 64]), bytes: random.one(of: [20, 262_144])))
      var engine = EngineUnderTest(configuration, seed: random.next())
      var model = SessionModel(configuration)
      var keyed: [ConditionalRequest] = []
      var seen: [SessionID: SessionVersion] = [:]
      for step in 0..<200 {
        var sent = random.conditionalRequest(of: ["a", "b", "c", "d", "e"]) { seen[$0.id] }
        if random.chance(20), let before = keyed.last { sent = random.chance(90) ? before : random.mistaking(before) }
        if sent.request.retryKey != nil {
          keyed = (keyed.filter { $0 != sent } + [sent]).shuffled(using: &random).suffix(5)
        }
        engine.now = Instant(microseconds: engine.now.microseconds + random.one(of: [0, 1, 700_000, 3_000_000]))
        let reply = try engine.reply(to: sent.request, if: sent.precondition)
        let expected = model.reply(
          to: sent.request, if: sent.precondition, from: engine.requests, at: engine.now,
          drawing: { reply.version?.incarnation })
        if let version = reply.version { seen[sent.request.id] = version }
        kinds.insert(kind(of: reply))
        try #require(reply == expected, "seed \(seed), history \(history), step \(step): \(sent)")
      }
    }
    #expect(
      kinds == [
        "outcomes", "no outcomes", "created", "session", "deleted", "unknown session", "too many sessions",
        "refused input", "refused first input", "another state", "no state", "kept outcomes", "replayed", "reused key",
      ])
  }

  /// Every way in which a reply can differ from the others, so that none of them goes untested.
  private func kind(of reply: SessionReply) -> String {
    switch reply {
    case .keptOutcomes: "kept outcomes"
    case .replayed: "replayed"
    case .refused(.retryKeyReused): "reused key"
    case .outcomes(let outcomes, _): outcomes.isEmpty ? "no outcomes" : "outcomes"
    case .session(_, _, let created): created ? "created" : "session"
    case .deleted: "deleted"
    case .following, .steps, .refused(.tooManyReaders): "a reader's"
    case .page: "page"
    case .refused(.unknownSession): "unknown session"
    case .refused(.tooManySessions): "too many sessions"
    case .refused(.preconditionFailed(let revision)): revision == nil ? "no state" : "another state"
    case .refused(.storageUnavailable): "storage unavailable"
    case .refused(.input(_, _, index: _, let revision)): revision == nil ? "refused first input" : "refused input"
    }
  }
}
