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
  let configuration: EngineConfiguration
  private(set) var model: SessionModel
  /// What the disk must have.
  private(set) var durable = KeptState()
  var feed: FeedCheck
  /// What it has when the commit under way is done; nil where none is.
  var asked: KeptState?
  var replays = ReplayCheck()
  var lists = ListCheck()

  var changes = 0
  var lastChange: [SessionID: Int] = [:]
  var askedThrough = 0
  private var durableThrough = 0
  private var reportedThrough = 0
  /// Whose changes are in the commit under way, and in the one after it.
  var committing: Set<SessionID> = []
  var pending: Set<SessionID> = []

  /// What waits for a load, in order.
  private var loading: [SessionID: [(number: Int, sent: ConditionalRequest)]] = [:]
  var expected: [Int: Expected] = [:]
  /// Whose requests were taken and not answered.
  var open: Set<Int> = []
  /// Who must be told in this step that the storage failed.
  private var refused: [Int: StorageFault] = [:]
  var isSearching = false
  var isProbing = false

  init(_ configuration: EngineConfiguration) {
    self.configuration = configuration
    model = SessionModel(configuration)
    feed = FeedCheck(configuration)
  }

  /// Whether all that was taken is answered.
  var isAllAnswered: Bool { open.isSubset(of: feed.waiting.keys) && lists.isAllAnswered }
  /// Whether nothing waits for the disk.
  var isAllDurable: Bool { committing.isEmpty && pending.isEmpty }

  /// Whether a session is being read.
  func isLoading(_ id: SessionID) -> Bool { loading[id] != nil }

  /// The engine took a request; `chance` is what it had to draw from.
  mutating func received(
    _ sent: ConditionalRequest, from number: Int, at now: Instant, drawing chance: SplitMix64,
    _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    let id = sent.request.id
    open.insert(number)
    feed.settle(effects)
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
    at now: Instant, _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    // One that is followed is ended when it is over, or the disk is asked for it.
    for id in feed.followed where loading[id] == nil && !model.doubtful.contains(id) && model.isExpired(id, at: now) {
      if !effects.contains(where: { $0.order == .load(id) }) { end(id) }
    }
    try meet(effects, disk)
  }

  /// The disk made the changes of the commit under way.
  mutating func madeDurable() throws(SimulationFailure) {
    guard let asked else { throw SimulationFailure("the disk made changes that nobody asked for") }
    durable = asked
    feed.madeDurable(durable, through: askedThrough)
    durableThrough = askedThrough
  }

  /// The engine heard from the disk.
  mutating func reported(
    _ report: StoreReport, at now: Instant, drawing chance: SplitMix64,
    _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    var chance = chance
    feed.settle(effects)
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
    case .listed(let result):
      lists.reported(result)
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
    feed.crashed()
    lists.crashed()
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
      feed.read(id, succeeded: false)
      for (number, _) in waiting { refused[number] = fault }
    case .success(let loaded):
      feed.read(id, succeeded: true)
      guard loaded?.session == model.state.sessions[id],
        loaded?.kept ?? KeptAnswers() == model.state.inMemory(of: id)
      else {
        throw SimulationFailure("\(id.text) was read while the disk did not have its last state")
      }
      model.doubtful.remove(id)
      if waiting.isEmpty, feed.followed.contains(id), model.isExpired(id, at: now) { end(id) }
      for (number, sent) in waiting { try decide(sent, from: number, at: now, drawing: &chance) }
    }
  }

  private mutating func loadedAnswer(
    _ place: KeptAnswer.Place, _ result: Result<KeptAnswer, StorageFault>
  ) throws(SimulationFailure) {
    let (answer, numbers) = try replays.reported(place)
    for number in numbers {
      switch result {
      case .success: expected[number] = Expected(id: place.id, reply: .exactly(.replayed(answer)), standsOn: 0)
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
      feed.failed(id)
    }
    for number in feed.waiting.filter({ committing.contains($0.value.id) }).keys {
      feed.remove(number)
      refused[number] = fault
    }
    for (number, answer) in expected where committing.contains(answer.id) {
      expected[number] = nil
      feed.remove(number)
      refused[number] = fault
    }
  }

  private mutating func decide(
    _ sent: ConditionalRequest, from number: Int, at now: Instant, drawing chance: inout SplitMix64
  ) throws(SimulationFailure) {
    let id = sent.request.id
    if model.isExpired(id, at: now) { end(id) }
    if let reply = feedReply(to: sent.request, from: number) {
      expected[number] = Expected(id: id, reply: reply, standsOn: lastChange[id] ?? 0)
      return
    }
    let before = model.state.sessions[id]
    let reply = model.reply(
      to: sent.request, if: sent.precondition, from: number, at: now, drawing: { Incarnation(using: &chance) })
    guard let reply else {
      throw SimulationFailure("two lives of one incarnation")
    }
    if model.state.sessions[id] != before {
      change(id)
      feed.changed(sent.request, from: before, to: model.state.sessions[id], by: changes)
    }
    if case .keptOutcomes(_, let answer) = reply { replays.keep(answer, with: changes) }
    if case .replayed(let answer) = reply,
      replays.replay(answer, to: number, durableThrough: reportedThrough)
    {
      return
    }
    expected[number] = Expected(id: id, reply: .exactly(reply), standsOn: lastChange[id] ?? 0)
  }

  private mutating func end(_ id: SessionID) {
    model.state.sessions[id] = nil
    model.state.answers[id] = nil
    change(id)
    feed.ended(id)
  }

  private mutating func change(_ id: SessionID) {
    model.doubtful.remove(id)
    changes += 1
    lastChange[id] = changes
    pending.insert(id)
  }

  mutating func load(_ id: SessionID) throws(SimulationFailure) {
    guard loading.updateValue([], forKey: id) == nil else {
      throw SimulationFailure("\(id.text) is loaded twice at a time")
    }
  }

  /// Judges what the engine did in this step.
  mutating func meet(
    _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    for effect in effects {
      switch effect {
      case .answer(let number, let reply) where lists.isOpen(number): try lists.answered(number, reply)
      case .answer(let number, let reply): try meet(reply, to: number)
      case .ask(let order): try meet(order, disk)
      case .wait(let number, _): try wait(number)
      case .tell, .end: break
      }
    }
    feed.settle(effects)
    for id in feed.followed where model.doubtful.contains(id) && loading[id] == nil && !feed.isUnread(id) {
      throw SimulationFailure("\(id.text) is followed, and what became of it nobody asks the disk")
    }
    try replays.check()
    try lists.check()
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
    // What one is told that waited, the readers judge.
    if feed.waiting[number] != nil { return feed.remove(number) }
    guard let answer = expected.removeValue(forKey: number) else {
      throw SimulationFailure("request \(number) is answered, and can't be: \(reply)")
    }
    guard isRight(reply, answer.reply) else {
      throw SimulationFailure("request \(number) is answered \(reply) in place of \(answer.reply)")
    }
    guard answer.standsOn <= durableThrough else {
      throw SimulationFailure("request \(number) is answered before that is durable: \(reply)")
    }
  }
}
