import NavigationCore

@testable import SessionEngine

/// What an engine must answer, the dumb way: whole sessions in a dictionary, moved by the core.
struct SessionModel {
  let configuration: EngineConfiguration
  private var sessions: [Navigation.ID: (navigation: Navigation, incarnation: Incarnation)] = [:]
  private var usedIncarnations: Set<Incarnation> = []

  init(_ configuration: EngineConfiguration) {
    self.configuration = configuration
  }

  /// The reply that is right.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - now: The time at which it came.
  ///   - incarnation: What the engine says it drew, for a session that comes to be.
  /// - Returns: nil where a session should have come to be, and had no incarnation or one that was there before.
  mutating func reply(to request: SessionRequest, at now: Instant, drawn incarnation: Incarnation?) -> SessionReply? {
    switch request {
    case .apply(let inputs, to: let id):
      return apply(inputs, to: id, at: now, drawn: incarnation)
    case .put(let navigation):
      return put(navigation, drawn: incarnation)
    case .read(let id):
      guard let session = sessions[id] else { return .refused(.unknownSession(id)) }
      return .session(session.navigation, version(session), created: false)
    case .delete(let id):
      return sessions.removeValue(forKey: id) == nil ? .refused(.unknownSession(id)) : .deleted
    }
  }

  private mutating func apply(
    _ inputs: [Input], to id: Navigation.ID, at now: Instant, drawn incarnation: Incarnation?
  ) -> SessionReply? {
    let known = sessions[id]
    if known == nil && configuration.explicitSessions { return .refused(.unknownSession(id)) }
    if inputs.isEmpty { return .outcomes([], known.map(version)) }
    if known == nil && isFull { return .refused(.tooManySessions(limit: configuration.maxSessions)) }
    var navigation = known?.navigation ?? Navigation(id: id, openTabs: true)
    var outcomes: [Outcome] = []
    for index in inputs.indices {
      do throws(NavigationError) {
        outcomes.append(try navigation.apply(inputs[index], receivedAt: now))
      } catch {
        return .refused(.input(error, inputs[index], index: index, revision: known?.navigation.revision))
      }
    }
    guard let life = known?.incarnation ?? fresh(incarnation) else { return nil }
    sessions[id] = (navigation, life)
    return .outcomes(outcomes, version((navigation, life)))
  }

  private mutating func put(_ navigation: Navigation, drawn incarnation: Incarnation?) -> SessionReply? {
    let id = navigation.id
    let known = sessions[id]
    if known == nil && isFull { return .refused(.tooManySessions(limit: configuration.maxSessions)) }
    guard let life = known?.incarnation ?? fresh(incarnation) else { return nil }
    let kept = navigation.renamed(id, revision: known.map { $0.navigation.revision + 1 } ?? 0)
    sessions[id] = (kept, life)
    return .session(kept, version((kept, life)), created: known == nil)
  }

  private var isFull: Bool { sessions.count >= configuration.maxSessions }

  private mutating func fresh(_ incarnation: Incarnation?) -> Incarnation? {
    incarnation.flatMap { usedIncarnations.insert($0).inserted ? $0 : nil }
  }

  private func version(_ session: (navigation: Navigation, incarnation: Incarnation)) -> SessionVersion {
    SessionVersion(incarnation: session.incarnation, revision: session.navigation.revision)
  }
}
