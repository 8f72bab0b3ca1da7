public import NavigationCore

/// What an engine's owner decides once.
public struct EngineConfiguration: Hashable, Sendable {
  /// Whether an input to a session that does not exist is refused rather than creating it.
  public var explicitSessions: Bool
  /// The most sessions there may be.
  public var maxSessions: Int

  /// What is left out is as the command line has it by default.
  public init(explicitSessions: Bool = false, maxSessions: Int = 1_000_000) {
    self.explicitSessions = explicitSessions
    self.maxSessions = maxSessions
  }
}

/// Which sessions are here, and in what order inputs apply to them.
///
/// A value without a thread, a lock or a clock: every method is an event, and what it returns are the effects that its
/// owner carries out. `Client` is whatever the owner needs to find whom an answer is for.
public struct SessionEngine<Client> {
  /// What the owner has to do.
  public enum Effect {
    /// Give a client its answer.
    case answer(Client, SessionReply)
  }

  private let configuration: EngineConfiguration
  private var sessions: [Navigation.ID: Resident] = [:]

  /// An engine that knows no session.
  public init(_ configuration: EngineConfiguration = EngineConfiguration()) {
    self.configuration = configuration
  }

  /// How many sessions there are.
  public var sessionCount: Int { sessions.count }

  /// A request came.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - client: Whom the answer is for.
  ///   - now: The server's clock; never earlier than at the event before.
  ///   - generator: Where the randomness of new incarnations comes from.
  /// - Returns: What to do, in this order.
  public mutating func receive(
    _ request: SessionRequest, from client: Client, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    let reply: SessionReply
    do throws(SessionRefusal) {
      reply = try answer(request, at: now, using: &generator)
    } catch {
      reply = .refused(error)
    }
    return [.answer(client, reply)]
  }

  private mutating func answer(
    _ request: SessionRequest, at now: Instant, using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    switch request {
    case .apply(let inputs, to: let id):
      return try apply(inputs, to: id, at: now, using: &generator)
    case .put(let navigation):
      return try put(navigation, using: &generator)
    case .read(let id):
      guard let resident = sessions[id] else { throw .unknownSession(id) }
      return .session(resident.navigation, resident.version, created: false)
    case .delete(let id):
      guard sessions.removeValue(forKey: id) != nil else { throw .unknownSession(id) }
      return .deleted
    }
  }

  private mutating func apply(
    _ inputs: [Input], to id: Navigation.ID, at now: Instant, using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    let known = sessions[id]
    if known == nil, configuration.explicitSessions { throw .unknownSession(id) }
    guard !inputs.isEmpty else { return .outcomes([], known?.version) }
    var draft: Resident
    if let known { draft = known } else { draft = try create(Navigation(id: id, openTabs: true), using: &generator) }
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(inputs.count)
    for (index, input) in inputs.enumerated() {
      do throws(NavigationError) {
        outcomes.append(try draft.navigation.apply(input, receivedAt: now))
      } catch {
        throw .input(error, input, index: index, revision: known?.navigation.revision)
      }
    }
    sessions[id] = draft
    return .outcomes(outcomes, draft.version)
  }

  private mutating func put(
    _ navigation: Navigation, using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> SessionReply {
    let id = navigation.id
    let known = sessions[id]
    let resident =
      if let known {
        Resident(
          navigation: navigation.renamed(id, revision: known.navigation.revision + 1), incarnation: known.incarnation)
      } else {
        try create(navigation.renamed(id, revision: 0), using: &generator)
      }
    sessions[id] = resident
    return .session(resident.navigation, resident.version, created: known == nil)
  }

  /// A session's first life or next one, not yet among the others.
  private func create(
    _ navigation: Navigation, using generator: inout some RandomNumberGenerator
  ) throws(SessionRefusal) -> Resident {
    guard sessions.count < configuration.maxSessions else {
      throw .tooManySessions(limit: configuration.maxSessions)
    }
    return Resident(navigation: navigation, incarnation: Incarnation(using: &generator))
  }
}

extension SessionEngine: Sendable where Client: Sendable {}
extension SessionEngine.Effect: Sendable where Client: Sendable {}

/// A session that is in memory.
private struct Resident: Sendable {
  var navigation: Navigation
  let incarnation: Incarnation

  var version: SessionVersion { SessionVersion(incarnation: incarnation, revision: navigation.revision) }
}
