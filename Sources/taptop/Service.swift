import HTTPDaemon
import HTTPMessages
import Threading
import NavigationAPI
import SessionEngine
import Synchronization

/// The engine's shell: hands it events under one lock, and carries out what it decides when the lock is free again.
final class Service: Sendable {
  /// Whom an answer is for, and how it is told.
  private struct Waiting: Sendable {
    let token: HTTPAnswerToken
    let presentation: Presentation
  }

  /// The part of a request that its log line names.
  private struct RequestLine: Sendable {
    let method: String
    let target: String
  }

  private let api: API
  private let clock: ServerClock
  private let engine: Locked<SessionEngine<Waiting>>
  private let phase = Atomic<UInt8>(API.Phase.serving.rawValue)
  private let requestIDs = RequestIDs()
  private let log: Log

  init(api: API.Configuration, engine: EngineConfiguration, clock: ServerClock, log: Log) {
    self.api = API(api)
    self.engine = Locked(SessionEngine(engine))
    self.clock = clock
    self.log = log
  }

  /// From now on requests are met as in this phase.
  func enter(_ next: API.Phase) {
    phase.store(next.rawValue, ordering: .relaxed)
  }

  /// What the daemon should do with a request whose head has come.
  func receive(_ head: HTTPRequestHead) -> HTTPReception {
    let phase = API.Phase(rawValue: phase.load(ordering: .relaxed)) ?? .draining
    let line = RequestLine(method: head.method, target: head.target)
    switch api.receive(head, phase: phase, freshRequestID: requestIDs.next()) {
    case .answer(let response):
      note(line, response)
      return .answer(response)
    case .awaitBody(let call):
      return .awaitBody { body, token in
        let response = self.take(body, for: call, token: token)
        if let response { self.note(line, response) }
        return response
      }
    }
  }

  private func note(_ line: RequestLine, _ response: HTTPResponse) {
    guard log.level.includes(.debug) else { return }
    log.write(
      .debug, "request",
      [
        "requestId": "\(response.fields["X-Request-Id"] ?? "")", "method": "\(line.method)",
        "target": "\(line.target)", "status": .number(response.status),
      ])
  }

  /// What those are told whose answer did not come before the server stopped.
  func drainingResponse() -> HTTPResponse {
    api.drainingResponse(requestID: requestIDs.next())
  }

  private func take(_ body: HTTPBody, for call: Call, token: HTTPAnswerToken) -> HTTPResponse? {
    var generator = SystemRandomNumberGenerator()
    switch api.take(body, for: call, using: &generator) {
    case .answer(let response):
      return response
    case .ask(let request, let presentation):
      let waiting = Waiting(token: token, presentation: presentation)
      let effects = engine.withLock { $0.receive(request, from: waiting, at: clock.now(), using: &generator) }
      return carryOut(effects, for: token)
    }
  }

  /// Does what the engine decided; what it decided about `token` is the return value, nil where that has to wait.
  private func carryOut(_ effects: [SessionEngine<Waiting>.Effect], for token: HTTPAnswerToken) -> HTTPResponse? {
    var answer: HTTPResponse?
    for effect in effects {
      switch effect {
      case .answer(let waiting, let reply):
        answer = api.response(to: reply, for: waiting.presentation)
      }
    }
    return answer
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
