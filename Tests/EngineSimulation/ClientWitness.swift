import NavigationCore
import SessionEngine

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

  private var told: [Navigation.ID: Told] = [:]
  private var sent: [Int: (request: SessionRequest, before: SessionVersion?)] = [:]
  private var states: [SessionVersion: Navigation] = [:]
  /// The revisions that changes were told to have made.
  private var made: [Incarnation: Set<Int64>] = [:]

  mutating func send(_ request: SessionRequest, as number: Int) {
    if case .delete(let id) = request { told[id, default: Told()].mayEnd = true }
    sent[number] = (request, told[request.identity]?.newest)
  }

  mutating func answered(_ number: Int, _ reply: SessionReply, sessionsExpire: Bool) throws(SimulationFailure) {
    guard let (request, before) = sent.removeValue(forKey: number) else {
      throw SimulationFailure("request \(number) is answered, and was not sent or is answered twice")
    }
    let id = request.identity
    switch reply {
    case .outcomes(let outcomes, let version?):
      try see(version, of: id, in: number, after: before, making: outcomes.count)
      for (index, outcome) in outcomes.enumerated() {
        guard outcome.revision == version.revision - Int64(outcomes.count - 1 - index) else {
          throw SimulationFailure("request \(number) is told of revisions that are not in order")
        }
      }
    case .session(let navigation, let version, created: _):
      var changes = 0
      if case .put = request { changes = 1 }
      try see(version, of: id, in: number, after: before, making: changes)
      guard states.updateValue(navigation, forKey: version) ?? navigation == navigation else {
        throw SimulationFailure("one version is two states of \(id.text)")
      }
    case .refused(.unknownSession), .outcomes(_, nil):
      guard before == nil || sessionsExpire || told[id]?.mayEnd == true else {
        throw SimulationFailure("\(id.text) is gone, and nobody deleted it")
      }
    case .deleted, .refused(.tooManySessions), .refused(.input), .refused(.storageUnavailable):
      break
    }
  }

  private mutating func see(
    _ version: SessionVersion, of id: Navigation.ID, in number: Int, after before: SessionVersion?, making changes: Int
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
