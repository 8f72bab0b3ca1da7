import NavigationCore

/// What a request does to a session that is resident or absent.
extension SessionEngine {
  mutating func decide(
    _ arrival: Arrival, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    let id = arrival.request.id
    if let resident = residents[id], isExpired(resident.session, at: now) { forget(resident) }
    if let effects = answerRetry(arrival) { return effects }
    do throws(SessionRefusal) {
      switch try carryOut(arrival, at: now, using: &generator) {
      case .reply(let reply): return answer(reply, to: arrival.client, about: id)
      case .wait(let reader): return [.wait(arrival.client, reader)]
      }
    } catch {
      return answer(.refused(error), to: arrival.client, about: id)
    }
  }

  /// What a client is told that asked for something.
  enum Decision {
    /// This.
    case reply(SessionReply)
    /// The next step, when it comes.
    case wait(ReaderID)
  }

  /// Gives an answer, when all that it depends on is durable.
  mutating func answer(_ reply: SessionReply, to client: Client, about id: SessionID) -> [Effect] {
    if journal?.keepBack(reply, for: client, about: id) == true { return [] }
    return give(reply, to: client)
  }

  private mutating func carryOut(
    _ arrival: Arrival, at now: Instant, using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> Decision {
    switch arrival.request {
    case .apply(let inputs, to: let id, retry: let retry):
      return .reply(try apply(inputs, to: id, retry, for: arrival, at: now, using: &generator))
    case .put(let navigation, of: _):
      return .reply(try put(navigation, as: arrival.request.id, if: arrival.precondition, at: now, using: &generator))
    case .read(let id):
      let session = try used(id)
      return .reply(.session(session.navigation, session.version, created: false))
    case .delete(let id):
      let resident = try resident(id)
      try check(arrival.precondition, of: resident)
      forget(resident)
      return .reply(.deleted)
    case .follow(let id, after: let point):
      return .reply(try follow(id, after: point, for: arrival.client))
    case .steps(let id, after: let point, wait: let wait):
      return try steps(id, after: point, wait: wait, for: arrival.client)
    }
  }

  private func resident(_ id: SessionID) throws(SessionRefusal) -> Residents.Resident {
    guard let resident = residents[id] else { throw .unknownSession(id) }
    return resident
  }

  /// A session's state, which is asked for.
  mutating func used(_ id: SessionID) throws(SessionRefusal) -> StoredSession {
    let resident = try resident(id)
    residents.use(resident)
    return resident.session
  }

  private mutating func apply(
    _ inputs: [Input], to id: SessionID, _ retry: RetryKey?, for arrival: Arrival, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    let known = residents[id]
    if known == nil, configuration.explicitSessions { throw .unknownSession(id) }
    if known == nil, !inputs.isEmpty { try admitOneMore() }
    try check(arrival.precondition, of: known)
    guard !inputs.isEmpty else { return .outcomes([], known?.session.version) }
    var navigation = known?.session.navigation ?? Navigation(id: id.navigationID, openTabs: true)
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(inputs.count)
    for (index, input) in inputs.enumerated() {
      do throws(NavigationError) {
        outcomes.append(try navigation.apply(input, receivedAt: now))
      } catch {
        throw .input(error, input, index: index, revision: known?.session.navigation.revision)
      }
    }
    var resident = next(navigation, as: id, .input(at: now), after: known, using: &generator)
    var reply = SessionReply.outcomes(outcomes, resident.session.version)
    var change = StoreWrite.Answers()
    if let retry {
      let answer: KeptAnswer
      (answer, change) = keep(outcomes, for: retry, from: arrival.client, with: &resident)
      reply = .keptOutcomes(outcomes, answer)
    }
    take(resident, change)
    for (input, outcome) in zip(inputs, outcomes) {
      let step = Step(receivedAt: now, input: input, outcome: outcome)
      record(Happening(step, of: id, in: resident.session.incarnation))
    }
    return reply
  }

  private mutating func put(
    _ navigation: Navigation, as id: SessionID, if precondition: SessionPrecondition?, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    let known = residents[id]
    if known == nil { try admitOneMore() }
    try check(precondition, of: known)
    let revision = known.map { $0.session.navigation.revision + 1 } ?? 0
    let resident = next(
      navigation.renamed(navigation.id, revision: revision), as: id, .put(at: now), after: known, using: &generator)
    take(resident)
    record(Happening(put: resident.session))
    return .session(resident.session.navigation, resident.session.version, created: known == nil)
  }

  private func check(
    _ precondition: SessionPrecondition?, of resident: Residents.Resident?
  ) throws(SessionRefusal) {
    let version = resident?.session.version
    guard precondition?.holds(of: version) != false else { throw .preconditionFailed(revision: version?.revision) }
  }

  private func admitOneMore() throws(SessionRefusal) {
    guard directory.count < configuration.maxSessions else {
      throw .tooManySessions(limit: configuration.maxSessions)
    }
  }

  /// A session's next state, or the first of a new life; what is kept for retries goes along.
  private mutating func next(
    _ navigation: Navigation, as id: SessionID, _ activity: StoredSession.Activity, after known: Residents.Resident?,
    using generator: inout some RandomNumberGenerator
  ) -> Residents.Resident {
    Residents.Resident(
      key: known?.key ?? takeKey(),
      session: StoredSession(
        navigation: navigation, of: id.owner, incarnation: known?.session.incarnation ?? Incarnation(using: &generator),
        activity: activity),
      kept: known?.kept ?? KeptAnswers())
  }

  /// Makes this a session's state.
  private mutating func take(_ resident: Residents.Resident, _ change: StoreWrite.Answers = StoreWrite.Answers()) {
    let id = resident.session.id
    residents.use(resident)
    directory.insert(id)
    journal?.record(.put(resident.session, change), of: id, under: resident.key)
  }

  private mutating func takeKey() -> SessionKey {
    defer { nextKey = SessionKey(nextKey.number + 1) }
    return nextKey
  }

  /// Ends a session's life.
  mutating func forget(_ resident: Residents.Resident) {
    let id = resident.session.id
    residents.remove(id)
    directory.remove(id)
    letGoOfAnswers(of: resident)
    journal?.record(.delete, of: id, under: resident.key)
    record(Happening(endOf: id, in: resident.session.incarnation))
  }

  func isExpired(_ session: StoredSession, at now: Instant) -> Bool {
    configuration.sessionTTL.map { now - session.activity.at >= $0 } ?? false
  }
}
