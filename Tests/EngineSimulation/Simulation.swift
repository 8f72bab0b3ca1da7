import NavigationCore
import SessionEngine
import TestSupport

/// One engine, a clock, a disk and some clients, and a seed that decides what happens next.
///
/// Requests are delivered in any order, the disk works and reports whenever it is its turn, fails for a while, and the
/// process is gone at any moment: then a new engine starts from what the disk has. `HistoryCheck` judges each step from the
/// inside, `ClientWitness` from the outside. Now and then all faults cease, and everything must come to rest: each request is
/// answered, what the engine counts is what the disk has, and no more sessions are in memory than may be.
public struct Simulation {
  /// What happened so far.
  public internal(set) var counts = SimulationCounts()

  private let plan: SimulationPlan
  let tell: (@autoclosure () -> String) -> Void
  var random: SplitMix64
  /// What the engine draws from.
  private var chance: SplitMix64
  private var now = Instant(microseconds: 1_790_000_000_000_000)

  var engine: SessionEngine<Int>
  var disk = SimulatedDisk()
  var check: HistoryCheck
  private var witness: ClientWitness
  var clients: SimulatedClients
  var readers: SimulatedReaders

  /// More steps than it ever takes to come to rest.
  private static let patience = 10_000

  /// The world of a seed.
  ///
  /// - Parameters:
  ///   - seed: Decides everything.
  ///   - tell: Is told what happens; evaluates it if it wants to know.
  public init(seed: UInt64, telling tell: @escaping (@autoclosure () -> String) -> Void = { _ in }) {
    random = SplitMix64(exactly: seed)
    plan = SimulationPlan(using: &random)
    chance = SplitMix64(exactly: random.next())
    self.tell = tell
    engine = SessionEngine(plan.configuration, stored: [], nextKey: SessionKey(1), writing: simulatedAnswer)
    witness = ClientWitness(plan.configuration)
    check = HistoryCheck(plan.configuration)
    clients = SimulatedClients(count: plan.clients, sessions: plan.sessions)
    readers = SimulatedReaders(count: plan.readers, sessions: plan.sessions.compactMap(SessionID.init))
  }

  /// Lets everything happen.
  ///
  /// - Returns: How often what did.
  /// - Throws: `SimulationFailure` for the first thing that is wrong.
  public static func run(
    seed: UInt64, telling tell: @escaping (@autoclosure () -> String) -> Void = { _ in }
  ) throws(SimulationFailure) -> SimulationCounts {
    var simulation = Simulation(seed: seed, telling: tell)
    try simulation.run()
    return simulation.counts
  }

  private mutating func run() throws(SimulationFailure) {
    tell("\(plan.configuration)")
    for _ in 0..<plan.rounds {
      for _ in 0..<Int.random(in: plan.steps, using: &random) { try step() }
      if random.chance(60) { try crash() } else { try calm() }
    }
    try calm()
    counts.replaysOfUndurable = check.replays.beforeDurable
  }

  private mutating func step() throws(SimulationFailure) {
    switch random.weighted(plan.actions) {
    case .send: send()
    case .list: try list()
    case .deliver: try deliver()
    case .work: try work()
    case .report: try report()
    case .tick: try tick()
    case .wait: wait()
    case .vanish: clients.vanish(using: &random)
    case .read: try read()
    case .changeWeather: changeWeather()
    }
  }

  private mutating func send() {
    guard let (number, sent, isRetry) = clients.send(using: &random) else { return }
    witness.send(sent, as: number)
    counts.requests += 1
    if isRetry { counts.retries += 1 }
    tell("\(number) is sent: \(sent.request)\(sent.precondition.map { ", if \($0)" } ?? "")")
  }

  private mutating func list() throws(SimulationFailure) {
    let request = random.listRequest(of: plan.sessions)
    let number = clients.takeNumber()
    tell("\(number) asks for a page: \(request)")
    let effects = engine.list(request, for: number, at: now)
    try check.listed(request, as: number, at: now, effects, disk)
    try carryOut(effects)
  }

  private mutating func deliver() throws(SimulationFailure) {
    guard let (number, sent) = clients.deliver(using: &random) else { return }
    try take(sent, from: number)
  }

  mutating func take(_ sent: ConditionalRequest, from number: Int) throws(SimulationFailure) {
    tell("\(number) is taken")
    if check.isLoading(sent.request.id) { counts.waitedForLoad += 1 }
    let before = chance
    let effects = engine.receive(sent.request, if: sent.precondition, from: number, at: now, using: &chance)
    try check.received(sent, from: number, at: now, drawing: before, effects, disk)
    try carryOut(effects)
  }

  private mutating func work() throws(SimulationFailure) {
    guard let order = disk.orders.first else { return }
    let isDurable = try disk.carryOutNext(using: &random)
    if isDurable { try check.madeDurable() }
    check.followLists(at: now)
    tell("the disk: \(order.told), done: \(isDurable)")
    guard case .committed(let fault)? = disk.reports.last else { return }
    switch (isDurable, fault) {
    case (true, nil): counts.commits += 1
    case (true, _?): counts.deniedCommits += 1
    case (false, _): counts.failedCommits += 1
    }
  }

  private mutating func report() throws(SimulationFailure) {
    guard !disk.reports.isEmpty else { return }
    let report = disk.takeReport()
    tell("reported: \(report)")
    count(report)
    let before = chance
    let sessions = engine.sessionCount
    let committed = check.committing
    if case .committed(_?) = report { readers.commitFailed(committed) }
    let effects = engine.storeReported(report, at: now, using: &chance)
    if case .foundUnused = report { counts.expired += sessions - engine.sessionCount }
    try check.reported(report, at: now, drawing: before, effects, disk)
    try carryOut(effects)
    if case .committed(nil) = report { try readers.check(committed, check.durable) }
  }

  private mutating func count(_ report: StoreReport) {
    switch report {
    case .loaded(_, .success): counts.loads += 1
    case .loaded(_, .failure): counts.failedLoads += 1
    case .loadedAnswer(_, .success): counts.replaysOfDurable += 1
    case .loadedAnswer(_, .failure): counts.failedReplays += 1
    case .listed(.failure): counts.failedPages += 1
    case .probed(nil): counts.recoveries += 1
    case .listed, .probed, .committed, .foundUnused: break
    }
  }

  private mutating func tick() throws(SimulationFailure) {
    tell("tick")
    let effects = engine.tick(at: now)
    try check.ticked(at: now, effects, disk)
    try carryOut(effects)
  }

  private mutating func wait() {
    now = Instant(microseconds: now.microseconds + random.one(of: plan.pauses))
    check.followLists(at: now)
    tell("it is \(now.microseconds)")
  }

  private mutating func changeWeather() {
    disk.weather = random.chance(plan.fineWeather) ? .fine : random.one(of: SimulatedDisk.Weather.allCases)
    tell("the disk is \(disk.weather)")
  }

  mutating func carryOut(_ effects: [SessionEngine<Int>.Effect]) throws(SimulationFailure) {
    check.followLists(at: now)
    for effect in effects {
      switch effect {
      case .ask(let order):
        tell("asked: \(order.told)")
        disk.ask(order)
      case .wait(let number, let reader):
        tell("\(number) waits as \(reader.number)")
        readers.waits(number, as: reader)
      case .tell(let numbers, let events):
        tell("\(numbers) are told: \(events)")
        counts.told += numbers.count
        try readers.told(numbers, events, check)
      case .end(let numbers):
        tell("\(numbers) end")
        try readers.ended(numbers)
      case .answer(let number, let reply) where readers.owns(number):
        tell("reader \(number) is answered: \(reply)")
        try count(readers.answered(number, reply, check))
      case .answer(let number, let reply):
        tell("\(number) is answered: \(reply)")
        count(reply)
        if check.lists.numbers.contains(number) { continue }
        let seen = try witness.answered(number, reply)
        if seen.metItsState { counts.preconditionsMet += 1 }
        if seen.appliedAnew { counts.forgottenKeys += 1 }
        clients.answered(number, reply)
      }
    }
    guard engine.sessionCount == check.model.count else {
      throw SimulationFailure("the engine counts \(engine.sessionCount) sessions, and there are \(check.model.count)")
    }
    guard !check.isAllDurable || engine.residentCount <= plan.configuration.residentSessions else {
      throw SimulationFailure("\(engine.residentCount) sessions stay in memory")
    }
  }

  private mutating func count(_ reply: SessionReply) {
    switch reply {
    case .outcomes, .keptOutcomes, .session, .deleted: counts.acknowledged += 1
    case .replayed: counts.acknowledged += 1
    case .page(let page):
      counts.pages += 1
      if page.next != nil { counts.pagesBefore += 1 }
    case .refused(.retryKeyReused): counts.reusedKeys += 1
    case .refused(.storageUnavailable): counts.unavailable += 1
    case .refused(.preconditionFailed): counts.preconditionsFailed += 1
    case .refused(.unknownSession), .refused(.tooManySessions), .refused(.input): counts.refused += 1
    case .following, .steps, .refused(.tooManyReaders): break
    }
  }

  private mutating func crash() throws(SimulationFailure) {
    if random.chance(20) { try drain() }
    // What the disk was about to do may be done, and nobody hears of it.
    for _ in 0..<random.one(of: [0, 0, 1, 2, 3]) where !disk.orders.isEmpty {
      let commits = counts.commits + counts.deniedCommits
      try work()
      counts.unheardCommits += counts.commits + counts.deniedCommits - commits
    }
    try check.crashed(disk)
    disk.disconnect()
    readers.disconnect()
    counts.lost += clients.disconnect()
    counts.crashes += 1
    // The wall clock may have been set meanwhile.
    now = Instant(microseconds: now.microseconds + random.one(of: [0, 1, 5_000_000, -2_000_000]))
    engine = SessionEngine(
      plan.configuration, stored: Set(disk.sessions.keys), nextKey: disk.nextKey, writing: simulatedAnswer)
    tell("crash; it is \(now.microseconds), and the disk has \(disk.sessions.keys.map(\.text).sorted())")
  }

  private mutating func calm() throws(SimulationFailure) {
    disk.weather = .fine
    counts.calms += 1
    tell("calm")
    try rest()
    // A probe clears the fault, and the next second finds out what became of what had failed.
    for _ in 0..<3 {
      try tick()
      try rest()
    }
    try calmReaders()
    guard engine.storageFault == nil else { throw SimulationFailure("the fault stays when its cause is gone") }
    guard engine.sessionCount == disk.sessions.count else {
      throw SimulationFailure("\(engine.sessionCount) sessions count, and the disk has \(disk.sessions.count)")
    }
    for id in plan.sessions.compactMap(SessionID.init) {
      let number = clients.takeNumber()
      let read = ConditionalRequest(.read(id))
      witness.send(read, as: number)
      try take(read, from: number)
    }
    try rest()
  }

  mutating func rest() throws(SimulationFailure) {
    for _ in 0..<Self.patience {
      let isBusy = !clients.network.isEmpty || !disk.orders.isEmpty || !disk.reports.isEmpty
      guard isBusy else {
        guard check.isAllAnswered else { throw SimulationFailure("a client waits for ever") }
        guard check.isAllDurable else { throw SimulationFailure("a change waits for ever") }
        return try check.compare(disk)
      }
      switch random.one(of: [0, 1, 2]) {
      case 0: try deliver()
      case 1: try work()
      default: try report()
      }
    }
    throw SimulationFailure("it does not come to rest")
  }
}
