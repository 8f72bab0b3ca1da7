import HTTPMessages
import NavigationAPI
import NavigationCore
import SessionEngine

/// The API with an engine behind it, without a socket, a clock or chance.
struct APIUnderTest {
  /// How much longer the server will be there.
  var phase = API.Phase.serving
  /// Why sessions can't be kept; nil while they can.
  var storageFault: StorageFault?

  /// The keys that callers bear; nil where all are one.
  var keys: APIKeys?

  private static let now = Instant(microseconds: 1_790_000_000_000_000)
  private let api: API
  private var engine: SessionEngine<Presentation>
  private var chance = NoChance()

  init(
    _ configuration: API.Configuration = API.Configuration(), engine: EngineConfiguration = EngineConfiguration()
  ) {
    let api = API(configuration)
    self.api = api
    self.engine = SessionEngine(engine) { outcomes, presentation in api.body(of: outcomes, for: presentation) }
  }

  /// The answer to a request; its id is `fresh` where it brings none.
  mutating func answer(to request: Request) -> Answer {
    Answer(response(to: request))
  }

  /// The answer to a request, as the daemon gets it.
  mutating func response(to request: Request) -> HTTPResponse {
    switch api.receive(request.head, phase: phase, keys: keys, freshRequestID: "fresh") {
    case .answer(let response, _): return response
    case .awaitBody(let call):
      switch api.take(request.body, for: call, using: &chance) {
      case .answer(let response): return response
      case .ask(let question, if: let precondition, let presentation): return ask(question, precondition, presentation)
      case .list(let request, let presentation): return list(request, presentation)
      case .askReadiness(let presentation): return api.readiness(storageFault, for: presentation)
      case .askMetrics(let presentation): return api.metrics("counted 1\n", for: presentation)
      }
    }
  }

  private mutating func ask(
    _ question: SessionRequest, _ condition: SessionPrecondition?, _ presentation: Presentation
  ) -> HTTPResponse {
    let effects = engine.receive(question, if: condition, from: presentation, at: Self.now, using: &chance)
    return onlyAnswer(effects)
  }

  private mutating func list(_ request: SessionListRequest, _ presentation: Presentation) -> HTTPResponse {
    onlyAnswer(engine.list(request, for: presentation, at: Self.now))
  }

  private func onlyAnswer(_ effects: [SessionEngine<Presentation>.Effect]) -> HTTPResponse {
    let answers = effects.compactMap { effect in
      if case .answer(let presentation, let reply) = effect { api.response(to: reply, for: presentation) } else { nil }
    }
    precondition(answers.count == 1, "every request is answered once")
    return answers[0]
  }
}

/// A generator of zeros: incarnations are `aaaaaaaa`, and new ids too consist of `a`.
struct NoChance: RandomNumberGenerator {
  mutating func next() -> UInt64 { 0 }
}
