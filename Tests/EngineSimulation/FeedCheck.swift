import NavigationCore
import SessionEngine

/// Follows who follows the sessions, and what must be held for those who come back.
struct FeedCheck {
  private let configuration: EngineConfiguration
  /// Who follows which session, those included whose first answer is still to come.
  private var readers: [Int: SessionID] = [:]
  /// Who waits for the next step, and the state that was there.
  private(set) var waiting: [Int: (id: SessionID, version: SessionVersion)] = [:]
  /// Who is told in this event that it waits.
  private(set) var beginToWait: Set<Int> = []
  /// From where on this process knows of each step, by session.
  private var heldFrom: [SessionID: Int64] = [:]
  /// The states that a session was put into.
  private(set) var puts: Set<SessionVersion> = []
  /// States that the disk had at some time; those that are in the midst of a commit are not among them.
  private(set) var states: [SessionVersion: Navigation] = [:]
  /// States that are not durable, and the change that made each; those too that a later change of the same commit undid.
  private var made: [(change: Int, id: SessionID, version: SessionVersion)] = []
  /// How far the lives of sessions have come on the disk.
  private var reached: [Incarnation: Int64] = [:]
  /// Sessions of which a commit failed, and could not be read since.
  private var unread: Set<SessionID> = []

  init(_ configuration: EngineConfiguration) {
    self.configuration = configuration
  }

  /// Whether those that follow end as soon as they begin, so that there may be room at any time, or none.
  var isDraining = false
  /// As many follow as may.
  var isFull: Bool { readers.count >= configuration.maxReaders }
  /// The sessions that are followed, in an order that is the same in each process.
  var followed: [SessionID] { Set(readers.values).sorted { $0.text < $1.text } }

  /// Whether a session could not be read.
  func isUnread(_ id: SessionID) -> Bool { unread.contains(id) }

  /// Whether the disk has, or had, a state.
  func isDurable(_ version: SessionVersion) -> Bool { version.revision <= reached[version.incarnation] ?? -1 }

  mutating func add(_ number: Int, of id: SessionID, waitingSince version: SessionVersion? = nil) {
    readers[number] = id
    if let version { waiting[number] = (id, version) }
  }

  mutating func remove(_ number: Int) {
    readers[number] = nil
    waiting[number] = nil
  }

  /// Lets go of those who are told in these effects that there is no more.
  mutating func settle(_ effects: [SessionEngine<Int>.Effect]) {
    beginToWait = []
    for effect in effects {
      switch effect {
      case .end(let numbers): for number in numbers { readers[number] = nil }
      case .answer(let number, _) where waiting[number] != nil: readers[number] = nil
      case .wait(let number, _): beginToWait.insert(number)
      case .answer, .ask, .tell: break
      }
    }
  }

  /// A request changed a session.
  mutating func changed(
    _ request: SessionRequest, from before: StoredSession?, to after: StoredSession?, by change: Int
  ) {
    let id = request.id
    if let after { made.append((change, id, after.version)) }
    switch request {
    case .apply: heldFrom[id] = heldFrom[id] ?? before?.navigation.revision ?? 0
    case .put:
      heldFrom[id] = after?.navigation.revision
      if let after { puts.insert(after.version) }
    case .delete: heldFrom[id] = nil
    case .read, .follow, .steps: break
    }
  }

  mutating func ended(_ id: SessionID) {
    heldFrom[id] = nil
  }

  mutating func failed(_ id: SessionID) {
    made.removeAll { $0.id == id }
    heldFrom[id] = nil
  }

  /// A session was read, or could not be.
  mutating func read(_ id: SessionID, succeeded: Bool) {
    if succeeded { unread.remove(id) } else { unread.insert(id) }
  }

  mutating func madeDurable(_ state: KeptState, through change: Int) {
    for session in state.sessions.values { states[session.version] = session.navigation }
    for (number, _, version) in made where number <= change {
      reached[version.incarnation] = max(reached[version.incarnation] ?? 0, version.revision)
    }
    made.removeAll { $0.change <= change }
  }

  mutating func crashed() {
    isDraining = false
    (readers, waiting, heldFrom, unread, made) = ([:], [:], [:], [], [])
  }

  /// Whether one who has a state must be told the steps since.
  func mustBeSteps(since point: StateName?, _ session: StoredSession) -> Bool {
    guard let point, point.incarnation == nil || point.incarnation == session.incarnation else { return false }
    let present = session.navigation.revision
    if point.revision == present { return true }
    guard configuration.stepMemory == SimulationPlan.manySteps, let first = heldFrom[session.id] else { return false }
    return (first..<present).contains(point.revision) && present - point.revision <= 256
  }
}

extension FeedStart {
  /// Whether it is not the whole session.
  var isSteps: Bool {
    switch self {
    case .steps: true
    case .session: false
    }
  }
}
