import NavigationCore
import SessionEngine

/// What a client's answer shows, beside that it is right.
struct Seen {
  /// Whether a change was made to a state that it was meant for.
  var metItsState = false
  /// Whether a request was applied whose key had been used before, and was forgotten since.
  var appliedAnew = false
}

/// What clients alone can tell, who see nothing but requests and answers.
///
/// Nothing that a client was told is taken back by an answer to a request that was sent later, over any number of crashes; no
/// two changes have one version; and a version is one state.
struct ClientWitness {
  /// How far a session had come by what was told of it.
  private struct Told {
    /// The lives, in the order in which they were told of.
    var lives: [Incarnation] = []
    var newest: SessionVersion?
    var mayEnd = false
  }

  private var told: [SessionID: Told] = [:]
  private var sent: [Int: (what: ConditionalRequest, before: SessionVersion?)] = [:]
  private var states: [SessionVersion: Navigation] = [:]
  /// The revisions that changes were told to have made.
  private var made: [Incarnation: Set<Int64>] = [:]
  private var keys: KeyWitness

  init(_ configuration: EngineConfiguration) {
    sessionsExpire = configuration.sessionTTL != nil
    keys = KeyWitness(configuration)
  }

  private let sessionsExpire: Bool

  mutating func send(_ what: ConditionalRequest, as number: Int) {
    if case .delete(let id) = what.request { told[id, default: Told()].mayEnd = true }
    keys.send(what.request)
    sent[number] = (what, told[what.request.id]?.newest)
  }

  /// A client got its answer.
  ///
  /// - Returns: What it shows.
  mutating func answered(_ number: Int, _ reply: SessionReply) throws(SimulationFailure) -> Seen {
    guard let (what, before) = sent.removeValue(forKey: number) else {
      throw SimulationFailure("request \(number) is answered, and was not sent or is answered twice")
    }
    let (request, id) = (what.request, what.request.id)
    switch reply {
    case .outcomes(let outcomes, let version?):
      try applied(outcomes, version, what, in: number, after: before)
      return Seen(metItsState: what.states != nil && !outcomes.isEmpty)
    case .keptOutcomes(let outcomes, let answer):
      try applied(outcomes, answer.version, what, in: number, after: before)
      let appliedAnew = try keys.answered(request, with: answer, mayEnd: told[id]?.mayEnd == true)
      return Seen(metItsState: what.states != nil, appliedAnew: appliedAnew)
    case .replayed(let answer):
      _ = try keys.answered(request, with: answer, mayEnd: told[id]?.mayEnd == true)
    case .session(let navigation, let version, created: _):
      var changes = 0
      if case .put = request { changes = 1 }
      try hold(version, to: what, in: number, making: changes)
      try see(version, of: id, in: number, after: before, making: changes)
      guard states.updateValue(navigation, forKey: version) ?? navigation == navigation else {
        throw SimulationFailure("one version is two states of \(id.text)")
      }
      return Seen(metItsState: what.states != nil)
    case .refused(.preconditionFailed(let revision?)) where revision >= before?.revision ?? 0:
      break
    case .refused(.unknownSession), .refused(.preconditionFailed), .outcomes(_, nil):
      guard before == nil || sessionsExpire || told[id]?.mayEnd == true else {
        throw SimulationFailure("\(id.text) is gone, and nobody deleted it")
      }
    case .page:
      throw SimulationFailure("request \(number) is answered with a page")
    case .deleted, .refused(.tooManySessions), .refused(.retryKeyReused), .refused(.input),
      .refused(.storageUnavailable):
      break
    case .following, .steps, .refused(.tooManyReaders):
      throw SimulationFailure("request \(number) is answered what only readers are: \(reply)")
    }
    return Seen()
  }

  private mutating func applied(
    _ outcomes: [Outcome], _ version: SessionVersion, _ what: ConditionalRequest, in number: Int,
    after before: SessionVersion?
  ) throws(SimulationFailure) {
    try hold(version, to: what, in: number, making: outcomes.count)
    try see(version, of: what.request.id, in: number, after: before, making: outcomes.count)
    for (index, outcome) in outcomes.enumerated() {
      guard outcome.revision == version.revision - Int64(outcomes.count - 1 - index) else {
        throw SimulationFailure("request \(number) is told of revisions that are not in order")
      }
    }
  }

  /// A change to a state that was named was made to none that came since: what others did meanwhile is not lost.
  private func hold(
    _ version: SessionVersion, to what: ConditionalRequest, in number: Int, making changes: Int
  ) throws(SimulationFailure) {
    guard let states = what.states else { return }
    let before = version.revision - Int64(changes)
    let lives = [nil, version.incarnation]
    guard states.contains(where: { $0.revision == before && lives.contains($0.incarnation) }) else {
      throw SimulationFailure("request \(number) changes revision \(before), and was meant for \(states)")
    }
  }

  private mutating func see(
    _ version: SessionVersion, of id: SessionID, in number: Int, after before: SessionVersion?, making changes: Int
  ) throws(SimulationFailure) {
    for change in 0..<Int64(changes) {
      let revision = version.revision - change
      guard made[version.incarnation, default: []].insert(revision).inserted else {
        throw SimulationFailure("two changes of \(id.text) have the revision \(revision)")
      }
    }
    var told = told[id] ?? Told()
    defer { self.told[id] = told }
    if !told.lives.contains(version.incarnation) { told.lives.append(version.incarnation) }
    if let before, let life = told.lives.firstIndex(of: before.incarnation),
      let now = told.lives.firstIndex(of: version.incarnation)
    {
      guard now > life || now == life && version.revision >= before.revision + Int64(changes) else {
        throw SimulationFailure(
          "request \(number) finds \(id.text) at revision \(version.revision), after it was told at \(before.revision)")
      }
    }
    if let newest = told.newest, newest.incarnation == version.incarnation, newest.revision > version.revision {
      return
    }
    told.newest = version
  }
}
