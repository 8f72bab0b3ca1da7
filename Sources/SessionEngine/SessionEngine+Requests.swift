import NavigationCore

/// What a request does to a session that is resident or absent.
extension SessionEngine {
  mutating func decide(
    _ arrival: Arrival, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    let id = arrival.request.id
    if let resident = residents[id], isExpired(resident.session, at: now) { forget(resident) }
    if let effects = answerRetry(arrival) { return effects }
    let reply: SessionReply
    do throws(SessionRefusal) {
      reply = try carryOut(arrival, at: now, using: &generator)
    } catch {
      reply = .refused(error)
    }
    return answer(reply, to: arrival)
  }

  /// Gives an answer, when all that it depends on is durable.
  mutating func answer(_ reply: SessionReply, to arrival: Arrival) -> [Effect] {
    if journal?.keepBack(reply, for: arrival.client, about: arrival.request.id) == true { return [] }
    return [.answer(arrival.client, reply)]
  }

  private mutating func carryOut(
    _ arrival: Arrival, at now: Instant, using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    switch arrival.request {
    case .apply(let inputs, to: let id, retry: let retry):
      return try apply(inputs, to: id, retry, for: arrival, at: now, using: &generator)
    case .put(let navigation, of: _):
      return try put(navigation, as: arrival.request.id, if: arrival.precondition, at: now, using: &generator)
    case .read(let id):
      let resident = try resident(id)
      residents.use(resident)
      return .session(resident.session.navigation, resident.session.version, created: false)
    case .delete(let id):
      let resident = try resident(id)
      try check(arrival.precondition, of: resident)
      forget(resident)
      return .deleted
    }
  }

  private func resident(_ id: SessionID) throws(SessionRefusal) -> Residents.Resident {
    guard let resident = residents[id] else { throw .unknownSession(id) }
    return resident
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
    journal?.record(
      zip(inputs, outcomes).map { Step(receivedAt: now, input: $0, outcome: $1) }, of: id)
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
  }

  func isExpired(_ session: StoredSession, at now: Instant) -> Bool {
    configuration.sessionTTL.map { now - session.activity.at >= $0 } ?? false
  }
}
