import NavigationCore

/// What a request does to a session that is resident or absent.
extension SessionEngine {
  mutating func decide(
    _ arrival: Arrival, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    let id = arrival.request.id
    if let resident = residents[id], isExpired(resident.session, at: now) { forget(resident) }
    let reply: SessionReply
    do throws(SessionRefusal) {
      reply = try answer(arrival, at: now, using: &generator)
    } catch {
      reply = .refused(error)
    }
    if journal?.keepBack(reply, for: arrival.client, about: id) == true { return [] }
    return [.answer(arrival.client, reply)]
  }

  private mutating func answer(
    _ arrival: Arrival, at now: Instant, using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    switch arrival.request {
    case .apply(let inputs, to: let id):
      return try apply(inputs, to: id, if: arrival.precondition, at: now, using: &generator)
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
    _ inputs: [Input], to id: SessionID, if precondition: SessionPrecondition?, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    let known = residents[id]
    if known == nil, configuration.explicitSessions { throw .unknownSession(id) }
    if known == nil, !inputs.isEmpty { try admitOneMore() }
    try check(precondition, of: known)
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
    let resident = keep(navigation, as: id, .input(at: now), after: known, using: &generator)
    journal?.record(
      zip(inputs, outcomes).map { Step(receivedAt: now, input: $0, outcome: $1) }, of: id)
    return .outcomes(outcomes, resident.session.version)
  }

  private mutating func put(
    _ navigation: Navigation, as id: SessionID, if precondition: SessionPrecondition?, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    let known = residents[id]
    if known == nil { try admitOneMore() }
    try check(precondition, of: known)
    let revision = known.map { $0.session.navigation.revision + 1 } ?? 0
    let resident = keep(
      navigation.renamed(navigation.id, revision: revision), as: id, .put(at: now), after: known, using: &generator)
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

  /// Makes this a session's state: its next one, or the first of a new life.
  private mutating func keep(
    _ navigation: Navigation, as id: SessionID, _ activity: StoredSession.Activity, after known: Residents.Resident?,
    using generator: inout some RandomNumberGenerator
  ) -> Residents.Resident {
    let resident = Residents.Resident(
      key: known?.key ?? takeKey(),
      session: StoredSession(
        navigation: navigation, of: id.owner, incarnation: known?.session.incarnation ?? Incarnation(using: &generator),
        activity: activity))
    residents.use(resident)
    directory.insert(id)
    journal?.record(.put(resident.session), of: id, under: resident.key)
    return resident
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
    journal?.record(.delete, of: id, under: resident.key)
  }

  func isExpired(_ session: StoredSession, at now: Instant) -> Bool {
    configuration.sessionTTL.map { now - session.activity.at >= $0 } ?? false
  }
}
