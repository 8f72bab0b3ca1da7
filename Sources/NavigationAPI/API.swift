public import HTTPMessages
import NavigationCore
import NavigationJSON
public import SessionEngine

/// HTTP in, a question to the engine, HTTP out.
///
/// A value without state of its own: time, randomness and whether the server drains are handed in.
public struct API: Sendable {
  /// What an owner decides once.
  public struct Configuration: Hashable, Sendable {
    /// The hosts that requests may name, in small letters and without a port; nil where any will do.
    public var hosts: Set<String>?
    /// The origins, beside the host's own, whose pages may call.
    public var origins: Set<Origin>
    /// The longest body, in bytes.
    public var maxBody: Int
    /// Which version of the program answers.
    public var version: String

    /// What an owner decides once.
    public init(
      hosts: Set<String>? = nil, origins: Set<Origin> = [], maxBody: Int = 262_144, version: String = "0.0.0"
    ) {
      self.hosts = hosts
      self.origins = origins
      self.maxBody = maxBody
      self.version = version
    }
  }

  /// How much longer the server will be there.
  public enum Phase: UInt8, Sendable {
    /// It serves.
    case serving
    /// It serves, and says that it soon won't, so that load balancers send new work elsewhere.
    case leaving
    /// It takes nothing new.
    case draining
  }

  /// What to do with a request whose head has come.
  public enum Reception: Sendable {
    /// Answer at once: the body, if there is one, does not matter.
    case answer(HTTPResponse, RequestLabels)
    /// Wait for the body, then go on with `take(_:for:using:)`.
    case awaitBody(Call)
  }

  /// What to do with a request that has come whole.
  public enum Step: Sendable {
    /// Answer at once.
    case answer(HTTPResponse)
    /// Ask the engine, and turn its reply into the answer with `response(to:for:)`.
    case ask(SessionRequest, if: SessionPrecondition?, Presentation)
    /// Ask the engine for a page of sessions, and turn its reply into the answer with `response(to:for:)`.
    case list(SessionListRequest, Presentation)
    /// Ask the engine whether sessions can be kept, and turn that into the answer with `readiness(_:for:)`.
    case askReadiness(Presentation)
    /// Ask those who count, and turn what they have into the answer with `metrics(_:for:)`.
    case askMetrics(Presentation)
  }

  let configuration: Configuration

  /// An API with the given limits.
  public init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// A request's head has come.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - phase: How much longer the server will be there.
  ///   - keys: The keys that callers bear, each of whom has sessions of its own; nil where all callers are one.
  ///   - freshRequestID: The request's id where the client sent none that can be one.
  /// - Returns: The answer where the head is refused, or the call that waits for the body.
  public func receive(
    _ head: HTTPRequestHead, phase: Phase, keys: APIKeys?, freshRequestID: @autoclosure () -> String
  ) -> Reception {
    var exchange = Exchange(requestID: requestID(of: head, else: freshRequestID()), labels: RequestLabels(head))
    do throws(Problem) {
      switch try admit(head, phase: phase, keys: keys, into: &exchange) {
      case .options(let allowed): return .answer(answerOptions(head, allowed: allowed, exchange), exchange.labels)
      case .operation(let operation, let owner, let query):
        let conditions = Result { () throws(Problem) in try Conditions(head, query, of: operation) }
        return .awaitBody(
          Call(
            operation: operation, owner: owner, conditions: conditions, query: query, phase: phase, exchange: exchange))
      }
    } catch {
      if exchange.labels.route == nil { exchange.labels = RequestLabels(ofRefused: head) }
      return .answer(exchange.answer(error), exchange.labels)
    }
  }

  /// A request's body has come, or turned out too long.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - call: What `receive` made of the head.
  ///   - generator: Where the ids of new sessions come from.
  /// - Returns: The answer, or the question to the engine.
  public func take(_ body: HTTPBody, for call: Call, using generator: inout some RandomNumberGenerator) -> Step {
    do throws(Problem) {
      guard case .complete(let bytes) = body else { throw .bodyTooLarge(limit: configuration.maxBody) }
      return try step(bytes, if: call.conditions.get(), for: call, using: &generator)
    } catch {
      return .answer(call.exchange.answer(error))
    }
  }

  private func step(
    _ body: [UInt8], if conditions: Conditions, for call: Call, using generator: inout some RandomNumberGenerator
  ) throws(Problem) -> Step {
    switch call.operation {
    case .apply(let form, to: let id):
      let batch = try decoding { () throws(DecodingError) in try InputBatch(json: body, form: form) }
      return .ask(
        .apply(
          batch.inputs, to: SessionID(id, of: call.owner),
          retry: conditions.idempotencyKey.map { RetryKey($0, form, body) }),
        if: conditions.precondition, Presentation(isArray: batch.isArray, exchange: call.exchange))
    case .listSessions:
      return .list(try SessionListRequest(call.query, of: call.owner), Presentation(exchange: call.exchange))
    case .createSession:
      return try put(body, as: .assigned(.random(using: &generator)), if: conditions, for: call)
    case .putSession(let id):
      return try put(body, as: .named(id), if: conditions, for: call)
    case .showSession(let id):
      return .ask(
        .read(SessionID(id, of: call.owner)), if: nil,
        Presentation(ifNoneMatch: conditions.ifNoneMatch, exchange: call.exchange))
    case .deleteSession(let id):
      return .ask(
        .delete(SessionID(id, of: call.owner)), if: conditions.precondition, Presentation(exchange: call.exchange))
    case .followSession(let id):
      let presentation = Presentation(feed: conditions.feed, exchange: call.exchange)
      let session = SessionID(id, of: call.owner)
      // Who wants the head alone follows nothing.
      if conditions.feed?.isHead == true { return .ask(.read(session), if: nil, presentation) }
      return .ask(.follow(session, after: conditions.feed?.after), if: nil, presentation)
    case .listSteps(let id):
      let wait = conditions.feed.map { $0.waitMilliseconds > 0 } ?? false
      return .ask(
        .steps(SessionID(id, of: call.owner), after: conditions.feed?.after, wait: wait), if: nil,
        Presentation(feed: conditions.feed, exchange: call.exchange))
    case .listPolicies:
      return .answer(call.exchange.answer(policies: Preset.allCases))
    case .checkHealth:
      return .answer(call.exchange.answerOK())
    case .checkReadiness:
      guard call.phase == .serving else { throw .draining }
      return .askReadiness(Presentation(exchange: call.exchange))
    case .showMetrics:
      return .askMetrics(Presentation(exchange: call.exchange))
    case .showDocument:
      return .answer(
        call.exchange.answer(
          document: OpenAPIDocument.json(version: configuration.version), ofType: "application/json"))
    case .explainProblem(let code):
      return .answer(call.exchange.answer(document: ProblemPage(code).text, ofType: "text/plain; charset=utf-8"))
    }
  }

  private func put(
    _ body: [UInt8], as identity: SessionIdentity, if conditions: Conditions, for call: Call
  ) throws(Problem) -> Step {
    let navigation = try decoding { () throws(DecodingError) in
      try decodeSession(json: body, identity: identity, revision: .passedOver)
    }
    return .ask(.put(navigation, of: call.owner), if: conditions.precondition, Presentation(exchange: call.exchange))
  }

  private func decoding<Value>(_ decode: () throws(DecodingError) -> Value) throws(Problem) -> Value {
    do {
      return try decode()
    } catch {
      throw Problem(error)
    }
  }
}
