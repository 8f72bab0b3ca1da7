public import NavigationCore
public import SessionEngine

/// What an engine must answer, the dumb way: whole sessions in a dictionary, moved by the core, and nothing ever fails.
public struct SessionModel {
  /// The sessions as they are now, and what is kept for retries.
  var state = KeptState()
  /// Names that count as sessions until the disk was asked whether they are: what became of them failed.
  var doubtful: Set<SessionID> = []

  private let configuration: EngineConfiguration
  private var usedIncarnations: Set<Incarnation> = []

  /// A model without sessions.
  public init(_ configuration: EngineConfiguration) {
    self.configuration = configuration
  }

  /// How many sessions count.
  var count: Int { state.sessions.count + doubtful.count { state.sessions[$0] == nil } }

  /// The reply that is right to all but readers.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - precondition: What must hold for it; nil where nothing must.
  ///   - client: Whose it is.
  ///   - now: The time at which it is decided.
  ///   - draw: The incarnation for a session that comes to be.
  /// - Returns: nil where a session should have come to be, and had no incarnation or one that was there before.
  public mutating func reply(
    to request: SessionRequest, if precondition: SessionPrecondition?, from client: Int, at now: Instant,
    drawing draw: () -> Incarnation?
  ) -> SessionReply? {
    if let retry = request.retryKey,
      let before = state.answers[request.id]?.first(where: { $0.retry.key == retry.key })
    {
      return before.retry.request == retry.request ? .replayed(before.answer) : .refused(.retryKeyReused)
    }
    if let refusal = refusal(of: request, if: precondition) { return .refused(refusal) }
    switch request {
    case .apply(let inputs, to: let id, retry: let retry):
      let reply = apply(inputs, to: id, at: now, drawing: draw)
      guard let retry, case .outcomes(let outcomes, let version?)? = reply, !inputs.isEmpty else { return reply }
      return keep(outcomes, version, for: retry, from: client, in: id)
    case .put(let navigation, of: let owner):
      return put(navigation, as: SessionID(navigation.id, of: owner), at: now, drawing: draw)
    case .read(let id):
      return state.sessions[id].map { .session($0.navigation, $0.version, created: false) }
    case .delete(let id):
      state.answers[id] = nil
      return state.sessions.removeValue(forKey: id).map { _ in .deleted }
    case .follow, .steps:
      return nil
    }
  }

  private mutating func keep(
    _ outcomes: [Outcome], _ version: SessionVersion, for retry: RetryKey, from client: Int, in id: SessionID
  ) -> SessionReply {
    let answer = KeptAnswer(body: simulatedAnswer(outcomes, to: client), version: version)
    var all = state.answers[id] ?? []
    all.append(KeptAnswer.Entry(serial: (all.last?.serial ?? 0) + 1, retry: retry, answer: answer))
    let limits = configuration.keptAnswers
    while all.count > 1, all.count > limits.answers || all.map(\.answer.body.count).reduce(0, +) > limits.bytes {
      all.removeFirst()
    }
    state.answers[id] = all
    return .keptOutcomes(outcomes, answer)
  }

  /// Why a request is not looked at any further: there is no such session, there can't be one, it is in another state.
  private func refusal(of request: SessionRequest, if precondition: SessionPrecondition?) -> SessionRefusal? {
    let known = state.sessions[request.id]
    if known == nil {
      switch request {
      case .read, .delete, .follow, .steps: return .unknownSession(request.id)
      case .apply where configuration.explicitSessions: return .unknownSession(request.id)
      case .apply([], to: _, retry: _): break
      case .apply, .put: if isFull { return .tooManySessions(limit: configuration.maxSessions) }
      }
    }
    let lives = [nil, known?.incarnation]
    let isMet =
      switch precondition {
      case nil: true
      case .exists?: known != nil
      case .isAbsent?: known == nil
      case .isOneOf(let states)?:
        states.contains { $0.revision == known?.version.revision && lives.contains($0.incarnation) }
      }
    return isMet ? nil : .preconditionFailed(revision: known?.navigation.revision)
  }

  /// Whether a session was not used for as long as sessions live.
  func isExpired(_ id: SessionID, at now: Instant) -> Bool {
    guard let session = state.sessions[id], let ttl = configuration.sessionTTL else { return false }
    return now - session.activity.at >= ttl
  }

  private mutating func apply(
    _ inputs: [Input], to id: SessionID, at now: Instant, drawing draw: () -> Incarnation?
  ) -> SessionReply? {
    let known = state.sessions[id]
    if inputs.isEmpty { return .outcomes([], known?.version) }
    var navigation = known?.navigation ?? Navigation(id: id.navigationID, openTabs: true)
    var outcomes: [Outcome] = []
    for index in inputs.indices {
      do throws(NavigationError) {
        outcomes.append(try navigation.apply(inputs[index], receivedAt: now))
      } catch {
        return .refused(.input(error, inputs[index], index: index, revision: known?.navigation.revision))
      }
    }
    guard let life = known?.incarnation ?? fresh(draw) else { return nil }
    let session = StoredSession(
      navigation: navigation, of: id.owner, incarnation: life, activity: .input(at: now))
    state.sessions[id] = session
    return .outcomes(outcomes, session.version)
  }

  private mutating func put(
    _ navigation: Navigation, as id: SessionID, at now: Instant, drawing draw: () -> Incarnation?
  ) -> SessionReply? {
    let known = state.sessions[id]
    guard let life = known?.incarnation ?? fresh(draw) else { return nil }
    let kept = navigation.renamed(navigation.id, revision: known.map { $0.navigation.revision + 1 } ?? 0)
    let session = StoredSession(navigation: kept, of: id.owner, incarnation: life, activity: .put(at: now))
    state.sessions[id] = session
    return .session(kept, session.version, created: known == nil)
  }

  private var isFull: Bool { count >= configuration.maxSessions }

  private mutating func fresh(_ draw: () -> Incarnation?) -> Incarnation? {
    draw().flatMap { usedIncarnations.insert($0).inserted ? $0 : nil }
  }
}

/// What a client of a simulation gets for an answer; no two are the same, so that one that is made anew is found out.
@Sendable public func simulatedAnswer(_ outcomes: [Outcome], to client: Int) -> [UInt8] {
  Array("to \(client): \(outcomes.map(\.revision))".utf8)
}
