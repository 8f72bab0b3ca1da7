import HTTPDaemon
import HTTPMessages
import NavigationAPI
import NavigationCore
import SQLiteSessionStore
import SessionEngine
import Synchronization
import Threading

/// The engine's shell: hands it events under one lock, and carries out what it decides when the lock is free again.
///
/// What it asks of the store, and what readers are to be told, is put in order while the lock is held: left where others
/// find it, which waits for nobody.
///
/// Event loops bring requests, the store's thread brings its reports, and the main thread says once a second that time has
/// passed.
final class Service: Sendable {
  /// Whom an answer is for, and how it is told.
  struct Waiting: Sendable {
    let token: HTTPAnswerToken
    let presentation: Presentation
    let line: RequestLine
    /// The keys by which the caller was let in.
    let keys: APIKeys?
  }

  typealias Engine = SessionEngine<Waiting>

  /// What readers are told, in the order in which the engine decided it.
  enum Telling: Sendable {
    case open(Waiting, ReaderID, FeedStart, SessionVersion)
    case send([Waiting], [FeedEvent])
    case finish([Waiting])
  }

  let api: API
  private let clock: ServerClock
  private let log: Log
  let engine: Locked<Engine>
  private let store: SQLiteSessionStore?
  /// The keys that callers bear; nil where all are one.
  let keys: Locked<APIKeys?>
  private let phase = Atomic<UInt8>(API.Phase.serving.rawValue)
  private let requestIDs = RequestIDs()
  let metrics: Locked<Metrics>
  /// What readers have yet to be told; filled while the engine's lock is held, so that its order is the engine's.
  let outbox = Locked<[Telling]>([])
  /// Held by the one thread that tells readers, and never while the engine's lock is.
  let delivery = Locked<Void>(())

  /// A service that keeps its sessions in a store, or in memory where there is none.
  init(
    api: API.Configuration, keys: APIKeys?, engine: EngineConfiguration, store: SQLiteSessionStore?,
    clock: ServerClock, log: Log
  ) {
    let api = API(api)
    self.api = api
    let write = { @Sendable (outcomes: [Outcome], waiting: Waiting) in
      api.body(of: outcomes, for: waiting.presentation)
    }
    self.keys = Locked(keys)
    metrics = Locked(Metrics(version: Version.number, startedAt: clock.now()))
    self.engine = Locked(
      store.map {
        Engine(engine, stored: $0.content.sessions, nextKey: $0.content.nextKey, writing: write)
      } ?? Engine(engine, writing: write))
    self.store = store
    self.clock = clock
    self.log = log
  }

  /// Starts the store's thread; before the first request comes.
  func start() throws(Thread.Failure) {
    try store?.start(reporting: storeReported)
  }

  /// Ends the store when all that was asked of it is done; after the last request.
  func stop() {
    store?.close()
  }

  /// From now on requests are met as in this phase.
  func enter(_ next: API.Phase) {
    phase.store(next.rawValue, ordering: .relaxed)
  }

  /// From now on callers bear these keys, and no others; readers ask anew, since a key of theirs may be none any longer.
  func use(_ keys: APIKeys) {
    let areOthers = self.keys.withLock { before in
      defer { before = keys }
      return before != keys
    }
    if areOthers { carryOut(decide { $0.endReaders() }) }
  }

  /// What the daemon should do with a request whose head has come.
  func receive(_ head: HTTPRequestHead) -> HTTPReception {
    let phase = API.Phase(rawValue: phase.load(ordering: .relaxed)) ?? .draining
    let line = RequestLine(head, at: clock.now())
    let keys = keys.withLock { $0 }
    switch api.receive(head, phase: phase, keys: keys, freshRequestID: requestIDs.next()) {
    case .answer(let response, let labels):
      return .answer(noted(line, labels, response))
    case .awaitBody(let call):
      return .awaitBody {
        self.noted(line, call.labels, self.api.drainingResponse(to: call))
      } _: { body, token in
        self.take(body, for: call, line, keys, token).map { self.noted(line, call.labels, $0) }
      }
    }
  }

  /// About a second has passed since the last time.
  func tick() {
    carryOut(decide { $0.tick(at: clock.now()) })
    log.catchUp()
  }

  private func take(
    _ body: HTTPBody, for call: Call, _ line: RequestLine, _ keys: APIKeys?, _ token: HTTPAnswerToken
  ) -> HTTPResponse? {
    var generator = SystemChance()
    switch api.take(body, for: call, using: &generator) {
    case .answer(let response):
      return response
    case .askReadiness(let presentation):
      return api.readiness(engine.withLock { $0.storageFault }, for: presentation)
    case .askMetrics(let presentation):
      return api.metrics(metricsText(), for: presentation)
    case .ask(let request, if: let precondition, let presentation):
      let waiting = Waiting(token: token, presentation: presentation, line: line, keys: keys)
      let effects = decide {
        $0.receive(request, if: precondition, from: waiting, at: clock.now(), using: &generator)
      }
      return carryOut(effects, for: token)
    case .list(let request, let presentation):
      let waiting = Waiting(token: token, presentation: presentation, line: line, keys: keys)
      return carryOut(decide { $0.list(request, for: waiting, at: clock.now()) }, for: token)
    }
  }

  private func metricsText() -> String {
    let gauges = engine.withLock {
      Metrics.Gauges(sessions: $0.sessionCount, residentSessions: $0.residentCount, readers: $0.readerCount)
    }
    return metrics.withLock { $0 }.text(gauges)
  }

  private func storeReported(_ report: StoreReport) {
    if case .committed(let fault) = report {
      metrics.withLock { $0.commitEnded(at: clock.now(), isKept: fault == nil) }
    }
    var generator = SystemChance()
    var (before, after): (StorageFault?, StorageFault?)
    let effects = decide { engine in
      before = engine.storageFault
      let effects = engine.storeReported(report, at: clock.now(), using: &generator)
      after = engine.storageFault
      return effects
    }
    logStore(report, fault: after, before: before)
    carryOut(effects)
  }

  private func logStore(_ report: StoreReport, fault: StorageFault?, before: StorageFault?) {
    let path = store?.path ?? ""
    if let id = report.damagedSession {
      log.write(
        .error, "a session can't be read",
        [
          "session": "\(id.text)", "data": "\(path)",
          "fault": "what is stored of it is damaged; restore a backup, or delete its row from the table session",
        ])
    }
    if case .loadedAnswer(let place, .failure(.damaged)) = report {
      log.write(
        .error, "a kept answer can't be read",
        [
          "session": "\(place.id.text)", "data": "\(path)",
          "fault":
            "what is stored of it is damaged; restore a backup, or let clients send their request with a new key",
        ])
    }
    if let fault, fault != before {
      log.write(.error, "sessions can't be kept", ["data": "\(path)", "fault": "\(fault.advice)"])
    } else if before != nil, fault == nil {
      log.write(.info, "sessions can be kept again", ["data": "\(path)"])
    }
  }

  /// Does what the engine decided.
  ///
  /// - Returns: The answer to the request that is being taken, where it is among the effects; the others are sent to the
  ///   loops of their connections.
  @discardableResult
  private func carryOut(_ effects: [Engine.Effect], for own: HTTPAnswerToken? = nil) -> HTTPResponse? {
    var answer: HTTPResponse?
    var hasNews = false
    for effect in effects {
      switch effect {
      case .ask:
        // Asked already, while it was decided.
        break
      case .wait(let waiting, let reader):
        // Who was let in by a key that is none any longer waits for nothing; those that waited before are answered already.
        let isWelcome = waiting.keys == keys.withLock { $0 }
        waiting.token.wait(milliseconds: isWelcome ? waiting.presentation.waitMilliseconds : 0) {
          self.carryOut(self.decide { $0.waited(reader) })
        }
      case .tell, .end, .answer(_, .following):
        hasNews = true
      case .answer(let waiting, let reply):
        metrics.withLock { $0.note(reply) }
        let response = api.response(to: reply, for: waiting.presentation)
        if waiting.token == own {
          answer = response
        } else {
          waiting.token.answer(with: noted(waiting.line, waiting.presentation.labels, response))
        }
      }
    }
    if hasNews { deliver() }
    return answer
  }

  /// Lets the engine decide; asks the store, and puts what readers are to be told, in the order in which it was decided,
  /// whichever thread comes first: for both, the engine goes by that order.
  private func decide(_ event: (inout Engine) -> [Engine.Effect]) -> [Engine.Effect] {
    engine.withLock { engine in
      let effects = event(&engine)
      for case .ask(let order) in effects { ask(order) }
      let tellings = effects.compactMap(Self.telling)
      if !tellings.isEmpty { outbox.withLock { $0 += tellings } }
      return effects
    }
  }

  private func ask(_ order: StoreOrder) {
    guard let store else { preconditionFailure("an engine in memory asks for no store") }
    if case .commit(let writes) = order {
      metrics.withLock { $0.commitBegan(at: clock.now(), sessions: writes.count) }
    }
    store.ask(order)
  }

  /// Ends all streams, and answers those who wait for a step: the server is about to stop.
  func drain() {
    carryOut(decide { $0.drain() })
  }

  /// The answer to a request that is one too many at once.
  func refuseForNow(_ head: HTTPRequestHead) -> HTTPResponse {
    noted(
      RequestLine(head, at: clock.now()), RequestLabels(ofRefused: head),
      api.tooManyConnections(head, freshRequestID: requestIDs.next()))
  }

  /// An answer that is about to leave; at `debug` it gets a line in the log.
  func noted(_ line: RequestLine, _ labels: RequestLabels, _ response: HTTPResponse) -> HTTPResponse {
    let took = clock.now() - line.arrived
    metrics.withLock { $0.note(response, to: labels, after: took) }
    guard log.level.includes(.debug) else { return response }
    log.write(
      .debug, "request",
      [
        "requestId": "\(response.fields["X-Request-Id"] ?? "")", "method": "\(line.method)",
        "path": "\(line.path)", "status": .number(response.status),
      ])
    return response
  }
}

/// Names for requests that bring none: unlike any other of this process, and most likely of any other.
private struct RequestIDs: ~Copyable, Sendable {
  private let run = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  private let count = Atomic<UInt64>(0)

  func next() -> String {
    "\(run)-\(count.wrappingAdd(1, ordering: .relaxed).newValue)"
  }
}
