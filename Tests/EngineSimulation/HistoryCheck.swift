import NavigationCore
import SessionEngine
import TestSupport

/// Holds an engine to a model that never fails, step by step.
///
/// The check sees what the engine sees and what the disk really did. In the order in which the engine decides (at once, or
/// when the load that a request waits for is done) it lets a model of whole sessions decide the same, through the core. Then
/// - an answer must be the model's, be given once, and tell nothing that the disk does not have;
/// - a commit must turn what the disk has into exactly the sessions and the kept answers that the model has;
/// - "storage unavailable" must be told to all whose answer stood on what failed, and to nobody else; the model goes back to
///   what the disk has, as it does after a crash;
/// - no answer is kept back when what it stands on is reported durable.
///
/// So the answers that were given are what the core makes of the requests that the disk has, in one order, whatever failed.
struct HistoryCheck {
  private struct Expected {
    let id: SessionID
    let reply: SessionReply
    /// The number of the change that must be durable first.
    let standsOn: Int
  }

  private let configuration: EngineConfiguration
  private(set) var model: SessionModel
  /// What the disk must have.
  private var durable = KeptState()
  /// What it has when the commit under way is done; nil where none is.
  private var asked: KeptState?
  private(set) var replays = ReplayCheck()

  private var changes = 0
  private var lastChange: [SessionID: Int] = [:]
  private var askedThrough = 0
  private var durableThrough = 0
  private var reportedThrough = 0
  /// Whose changes are in the commit under way, and in the one after it.
  private var committing: Set<SessionID> = []
  private var pending: Set<SessionID> = []

  /// What waits for a load, in order.
  private var loading: [SessionID: [(number: Int, sent: ConditionalRequest)]] = [:]
  private var expected: [Int: Expected] = [:]
  /// Whose requests were taken and not answered.
  private var open: Set<Int> = []
  /// Who must be told in this step that the storage failed.
  private var refused: [Int: StorageFault] = [:]
  private var isSearching = false
  private var isProbing = false

  init(_ configuration: EngineConfiguration) {
    self.configuration = configuration
    model = SessionModel(configuration)
  }

  /// Whether all that was taken is answered.
  var isAllAnswered: Bool { open.isEmpty }
  /// Whether nothing waits for the disk.
  var isAllDurable: Bool { committing.isEmpty && pending.isEmpty }

  /// Whether a session is being read.
  func isLoading(_ id: SessionID) -> Bool { loading[id] != nil }

  /// The engine took a request; `chance` is what it had to draw from.
  mutating func received(
    _ sent: ConditionalRequest, from number: Int, at now: Instant, drawing chance: SplitMix64,
    _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    let id = sent.request.identity
    open.insert(number)
    if loading[id] != nil {
      loading[id]?.append((number, sent))
    } else if effects.contains(where: { $0.order == .load(id) }) {
      try load(id)
      loading[id] = [(number, sent)]
    } else {
      var chance = chance
      try decide(sent, from: number, at: now, drawing: &chance)
    }
    try meet(effects.filter { $0.order != .load(id) }, disk)
  }

  /// The engine was told that time has passed.
  mutating func ticked(
    _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    try meet(effects, disk)
  }

  /// The disk made the changes of the commit under way.
  mutating func madeDurable() throws(SimulationFailure) {
    guard let asked else { throw SimulationFailure("the disk made changes that nobody asked for") }
    durable = asked
    durableThrough = askedThrough
  }

  /// The engine heard from the disk.
  mutating func reported(
    _ report: StoreReport, at now: Instant, drawing chance: SplitMix64,
    _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    var chance = chance
    switch report {
    case .loaded(let id, let result):
      try loaded(id, result, at: now, drawing: &chance)
    case .loadedAnswer(let place, let result):
      try loadedAnswer(place, result)
    case .committed(let fault):
      guard asked != nil else { throw SimulationFailure("a commit is reported that nobody asked for") }
      if let fault { commitFailed(fault) }
      reportedThrough = askedThrough
      asked = nil
      committing = []
    case .foundUnused(let result):
      isSearching = false
      if case .success(let unused) = result {
        for id in unused.sessions.keys where loading[id] == nil && model.isExpired(id, at: now) { end(id) }
      }
    case .probed:
      isProbing = false
    }
    try meet(effects, disk)
  }

  /// The process is gone, and all with it that the disk does not have.
  mutating func crashed(_ disk: SimulatedDisk) throws(SimulationFailure) {
    try compare(disk)
    model.state = durable
    replays.crashed()
    model.doubtful = []
    asked = nil
    (durableThrough, reportedThrough, askedThrough) = (changes, changes, changes)
    (committing, pending) = ([], [])
    (lastChange, loading, expected, open) = ([:], [:], [:], [])
    (isSearching, isProbing) = (false, false)
  }

  /// The disk has what it must have.
  func compare(_ disk: SimulatedDisk) throws(SimulationFailure) {
    guard disk.state == durable else { throw SimulationFailure("the disk lost what it had made durable") }
  }

  private mutating func loaded(
    _ id: SessionID, _ result: Result<StoreReport.Loaded?, StorageFault>, at now: Instant,
    drawing chance: inout SplitMix64
  ) throws(SimulationFailure) {
    guard let waiting = loading.removeValue(forKey: id) else {
      throw SimulationFailure("a load of \(id.text) is reported that nobody asked for")
    }
    switch result {
    case .failure(let fault):
      for (number, _) in waiting { refused[number] = fault }
    case .success(let loaded):
      guard loaded?.session == model.state.sessions[id],
        loaded?.kept ?? KeptAnswers() == model.state.inMemory(of: id)
      else {
        throw SimulationFailure("\(id.text) was read while the disk did not have its last state")
      }
      model.doubtful.remove(id)
      for (number, sent) in waiting { try decide(sent, from: number, at: now, drawing: &chance) }
    }
  }

  private mutating func loadedAnswer(
    _ place: KeptAnswer.Place, _ result: Result<KeptAnswer, StorageFault>
  ) throws(SimulationFailure) {
    let (answer, numbers) = try replays.reported(place)
    for number in numbers {
      switch result {
      case .success: expected[number] = Expected(id: place.id, reply: .replayed(answer), standsOn: 0)
      case .failure(let fault): refused[number] = fault
      }
    }
  }

  private mutating func commitFailed(_ fault: StorageFault) {
    for id in committing {
      model.state.sessions[id] = durable.sessions[id]
      model.state.answers[id] = durable.answers[id]
      replays.goBack(to: durable.answers[id] ?? [])
      model.doubtful.insert(id)
      lastChange[id] = nil
      pending.remove(id)
    }
    for (number, answer) in expected where committing.contains(answer.id) {
      expected[number] = nil
      refused[number] = fault
    }
  }

  private mutating func decide(
    _ sent: ConditionalRequest, from number: Int, at now: Instant, drawing chance: inout SplitMix64
  ) throws(SimulationFailure) {
    let id = sent.request.identity
    if model.isExpired(id, at: now) { end(id) }
    let before = model.state.sessions[id]
    let reply = model.reply(
      to: sent.request, if: sent.precondition, from: number, at: now, drawing: { Incarnation(using: &chance) })
    guard let reply else {
      throw SimulationFailure("two lives of one incarnation")
    }
    if model.state.sessions[id] != before { change(id) }
    if case .keptOutcomes(_, let answer) = reply { replays.keep(answer, with: changes) }
    if case .replayed(let answer) = reply,
      replays.replay(answer, to: number, durableThrough: reportedThrough)
    {
      return
    }
    expected[number] = Expected(id: id, reply: reply, standsOn: lastChange[id] ?? 0)
  }

  private mutating func end(_ id: SessionID) {
    model.state.sessions[id] = nil
    model.state.answers[id] = nil
    change(id)
  }

  private mutating func change(_ id: SessionID) {
    model.doubtful.remove(id)
    changes += 1
    lastChange[id] = changes
    pending.insert(id)
  }

  private mutating func load(_ id: SessionID) throws(SimulationFailure) {
    guard loading.updateValue([], forKey: id) == nil else {
      throw SimulationFailure("\(id.text) is loaded twice at a time")
    }
  }

  /// Judges what the engine did in this step.
  private mutating func meet(
    _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    for effect in effects {
      switch effect {
      case .answer(let number, let reply): try meet(reply, to: number)
      case .ask(let order): try meet(order, disk)
      }
    }
    try replays.check()
    if let number = refused.keys.min() {
      throw SimulationFailure("request \(number) waits for what has failed")
    }
    if let late = expected.first(where: { $0.value.standsOn <= reportedThrough }) {
      throw SimulationFailure("request \(late.key) waits, and all that it stands on is durable")
    }
    if !pending.isEmpty && asked == nil { throw SimulationFailure("changes wait, and no commit is under way") }
  }

  private mutating func meet(_ reply: SessionReply, to number: Int) throws(SimulationFailure) {
    guard open.remove(number) != nil else { throw SimulationFailure("request \(number) is answered twice") }
    if case .refused(.storageUnavailable(let fault)) = reply {
      guard refused.removeValue(forKey: number) == fault else {
        throw SimulationFailure("request \(number) is told of a fault that did not concern it")
      }
      return
    }
    guard let answer = expected.removeValue(forKey: number) else {
      throw SimulationFailure("request \(number) is answered, and can't be: \(reply)")
    }
    guard reply == answer.reply else {
      throw SimulationFailure("request \(number) is answered \(reply) in place of \(answer.reply)")
    }
    guard answer.standsOn <= durableThrough else {
      throw SimulationFailure("request \(number) is answered before that is durable: \(reply)")
    }
  }

  private mutating func meet(_ order: StoreOrder, _ disk: SimulatedDisk) throws(SimulationFailure) {
    switch order {
    case .load(let id):
      try load(id)
    case .loadAnswer(let place):
      try replays.ask(place, disk)
    case .commit(let writes):
      guard asked == nil else { throw SimulationFailure("two commits at a time") }
      guard try disk.after(writes).state == model.state else {
        throw SimulationFailure("a commit is asked for that does not make the sessions what they are: \(writes)")
      }
      asked = model.state
      askedThrough = changes
      (committing, pending) = (pending, [])
    case .findUnused:
      guard !isSearching else { throw SimulationFailure("two searches at a time") }
      isSearching = true
    case .probe:
      guard !isProbing else { throw SimulationFailure("two probes at a time") }
      isProbing = true
    }
  }
}
