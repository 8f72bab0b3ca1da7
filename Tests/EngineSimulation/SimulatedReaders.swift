import NavigationCore
import SessionEngine
import TestSupport

/// Readers that follow a session, or ask for its steps piece by piece, come back after each break, and have a session of their
/// own that they move on by what they are told: it must be the server's, always.
///
/// So each durable step comes once, and in order: one too many or too few does not fit to the state before.
struct SimulatedReaders {
  private struct Reader {
    let session: SessionID
    let polls: Bool
    /// The request that is under way.
    var number: Int?
    /// What the engine calls it.
    var id: ReaderID?
    var hasBegun = false
    /// The session as far as it was told.
    var replica: Navigation?
    var version: SessionVersion?
    /// Whether it may be told the session although that was not replaced.
    var mayBeToldAnew = false
  }

  /// What a reader does.
  enum Act {
    case nothing
    case leave(Int, ReaderID)
    case stopWaiting(Int, ReaderID)
    case ask(Int, SessionRequest)
  }

  /// What an answer shows, beside that it is right.
  enum Seen {
    case nothing
    case resumed
    case began
  }

  private var readers: [Reader]

  init(count: Int, sessions: [SessionID]) {
    readers = (0..<count).map { Reader(session: sessions[$0 % sessions.count], polls: $0 % 3 == 2) }
  }

  var areAllDisconnected: Bool { readers.allSatisfy { $0.number == nil } }

  func owns(_ number: Int) -> Bool { readers.contains { $0.number == number } }

  /// One of them does something.
  func act(using random: inout SplitMix64) -> Act {
    guard !readers.isEmpty else { return .nothing }
    let index = Int.random(in: readers.indices, using: &random)
    let reader = readers[index]
    guard let number = reader.number else { return .ask(index, request(of: reader, using: &random)) }
    guard let id = reader.id, random.chance(30) else { return .nothing }
    return reader.polls && random.chance(50) ? .stopWaiting(number, id) : .leave(number, id)
  }

  /// What those ask for that ask for nothing.
  func idle(using random: inout SplitMix64) -> [(reader: Int, request: SessionRequest)] {
    var all: [(reader: Int, request: SessionRequest)] = []
    for index in readers.indices where readers[index].number == nil {
      all.append((index, request(of: readers[index], using: &random)))
    }
    return all
  }

  private func request(of reader: Reader, using random: inout SplitMix64) -> SessionRequest {
    let point = reader.version.map { StateName(incarnation: $0.incarnation, revision: $0.revision) }
    // One that has nothing names a state that can't be.
    let beyond = StateName(incarnation: nil, revision: .max)
    if reader.polls { return .steps(reader.session, after: point ?? beyond, wait: random.chance(80)) }
    return .follow(reader.session, after: random.chance(10) ? nil : point)
  }

  mutating func connect(_ reader: Int, as number: Int) {
    readers[reader].number = number
    readers[reader].hasBegun = false
    // What failed before it is connected it can't have been told.
    readers[reader].mayBeToldAnew = false
  }

  mutating func waits(_ number: Int, as id: ReaderID) {
    guard let index = index(of: number) else { return }
    readers[index].id = id
    readers[index].hasBegun = true
  }

  /// Those that wait do so no longer, or one of them; their answers may be kept back.
  mutating func stopWaiting(_ number: Int? = nil) {
    for index in readers.indices where readers[index].polls && (number == nil || readers[index].number == number) {
      readers[index].id = nil
      readers[index].hasBegun = false
    }
  }

  /// A commit of these sessions failed: nobody knows what they are.
  mutating func commitFailed(_ ids: Set<SessionID>) {
    for index in readers.indices where ids.contains(readers[index].session) { readers[index].mayBeToldAnew = true }
  }

  /// A reader is gone; what the engine calls it says nothing any longer.
  mutating func left(_ number: Int) {
    guard let index = index(of: number) else { return }
    disconnect(index)
  }

  /// All connections are gone.
  mutating func disconnect() {
    for index in readers.indices { disconnect(index) }
  }

  private mutating func disconnect(_ index: Int) {
    readers[index].number = nil
    readers[index].id = nil
    readers[index].hasBegun = false
  }

  private func index(of number: Int) -> Int? { readers.firstIndex { $0.number == number } }

  mutating func answered(_ number: Int, _ reply: SessionReply, _ check: HistoryCheck) throws(SimulationFailure) -> Seen
  {
    guard let index = index(of: number) else { throw SimulationFailure("reader \(number) is answered twice") }
    switch reply {
    case .following(let id, let start, let version):
      readers[index].id = id
      readers[index].hasBegun = true
      return try begin(index, start, version, check)
    case .steps(let start, let version):
      defer { disconnect(index) }
      return try begin(index, start, version, check)
    case .refused(.unknownSession):
      readers[index].replica = nil
      readers[index].version = nil
    case .refused(.storageUnavailable), .refused(.tooManyReaders):
      break
    case .outcomes, .keptOutcomes, .replayed, .session, .page, .deleted, .refused:
      throw SimulationFailure("reader \(number) is answered what no reader is: \(reply)")
    }
    disconnect(index)
    return .nothing
  }

  private mutating func begin(
    _ index: Int, _ start: FeedStart, _ version: SessionVersion, _ check: HistoryCheck
  ) throws(SimulationFailure) -> Seen {
    switch start {
    case .session(let navigation):
      try set(index, navigation, version, check)
      return .began
    case .steps(let steps):
      for step in steps {
        try move(index, step, SessionVersion(incarnation: version.incarnation, revision: step.revision), check)
      }
      guard readers[index].version == version else {
        throw SimulationFailure(
          "a reader comes to \(String(describing: readers[index].version)) in place of \(version)")
      }
      try compare(index, check)
      return steps.isEmpty ? .nothing : .resumed
    }
  }

  mutating func told(_ numbers: [Int], _ events: [FeedEvent], _ check: HistoryCheck) throws(SimulationFailure) {
    for number in numbers {
      guard let index = index(of: number), readers[index].hasBegun, !readers[index].polls else {
        throw SimulationFailure("\(number) is told what happens, and does not follow")
      }
      for event in events { try tell(index, event, check) }
      try compare(index, check)
    }
  }

  private mutating func tell(_ index: Int, _ event: FeedEvent, _ check: HistoryCheck) throws(SimulationFailure) {
    let reader = readers[index]
    guard let told = reader.version else { throw SimulationFailure("a reader is told of what comes after the end") }
    switch event {
    case .step(let step, let version):
      try move(index, step, version, check)
    case .session(let navigation, let version):
      guard version.incarnation == told.incarnation, version != told else {
        throw SimulationFailure("a reader of \(told) is told of the session \(version)")
      }
      guard check.feed.puts.contains(version) && version.revision > told.revision || reader.mayBeToldAnew else {
        throw SimulationFailure("a reader is told the session at \(version), and not the steps to it")
      }
      try set(index, navigation, version, check)
    case .deleted:
      guard check.durable.sessions[reader.session]?.incarnation != told.incarnation else {
        throw SimulationFailure("a reader of \(reader.session.text) is told that it is deleted, and it is there")
      }
      readers[index].replica = nil
      readers[index].version = nil
    }
  }

  private mutating func set(
    _ index: Int, _ navigation: Navigation, _ version: SessionVersion, _ check: HistoryCheck
  ) throws(SimulationFailure) {
    guard check.feed.isDurable(version) else { throw SimulationFailure("a reader is told of \(version) too early") }
    readers[index].replica = navigation
    readers[index].version = version
    readers[index].mayBeToldAnew = false
  }

  private mutating func move(
    _ index: Int, _ step: Step, _ version: SessionVersion, _ check: HistoryCheck
  ) throws(SimulationFailure) {
    guard check.feed.isDurable(version) else { throw SimulationFailure("a reader is told of \(version) too early") }
    guard let told = readers[index].version, told.incarnation == version.incarnation,
      version.revision == told.revision + 1
    else {
      throw SimulationFailure("a reader is told of \(version) after \(String(describing: readers[index].version))")
    }
    guard (try? readers[index].replica?.apply(step.input, receivedAt: step.receivedAt)) == step.outcome else {
      throw SimulationFailure("a reader is told of a step that does not follow from what it was told before: \(step)")
    }
    readers[index].version = version
  }

  private func compare(_ index: Int, _ check: HistoryCheck) throws(SimulationFailure) {
    guard let version = readers[index].version, let state = check.feed.states[version] else { return }
    guard readers[index].replica == state else {
      throw SimulationFailure("a reader of \(readers[index].session.text) has another state at \(version)")
    }
  }

  mutating func ended(_ numbers: [Int]) throws(SimulationFailure) {
    for number in numbers {
      guard let index = index(of: number), readers[index].hasBegun else {
        throw SimulationFailure("\(number) ends, and did not begin")
      }
      disconnect(index)
    }
  }

  /// Those that follow one of these sessions know all of it that is durable.
  func check(_ ids: Set<SessionID>, _ durable: KeptState) throws(SimulationFailure) {
    for reader in readers where reader.hasBegun && ids.contains(reader.session) {
      guard reader.version == durable.sessions[reader.session]?.version else {
        throw SimulationFailure(
          "a reader of \(reader.session.text) was told \(String(describing: reader.version)), and there is more")
      }
    }
  }

  /// All that follow a session know all of it.
  func checkAll(_ durable: KeptState) throws(SimulationFailure) {
    try check(Set(readers.map(\.session)), durable)
    for reader in readers where reader.hasBegun && reader.replica != durable.sessions[reader.session]?.navigation {
      throw SimulationFailure("a reader of \(reader.session.text) has another state than the disk")
    }
  }
}
