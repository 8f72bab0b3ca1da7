import HTTPMessages

@testable import HTTPDaemon

extension HTTPDaemonConfiguration {
  /// For tests: loopback, any free port.
  static func loopback(loops: Int = 1) -> HTTPDaemonConfiguration {
    var configuration = HTTPDaemonConfiguration()
    configuration.loops = loops
    return configuration
  }
}

extension HTTPDaemon {
  /// For tests: on loopback.
  convenience init(
    _ configuration: HTTPDaemonConfiguration, port: UInt16 = 0,
    receive: @escaping @Sendable (HTTPRequestHead) -> HTTPReception
  ) throws(HTTPDaemonError) {
    try self.init(configuration, on: ListeningSocket(host: "127.0.0.1", port: port), receive: receive)
  }
}

extension HTTPResponse {
  static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, body: Array(text.utf8))
  }
}

/// Requests whose answers a test gives, when it likes.
final class Desk: Sendable {
  let requests = Inbox<(HTTPBody, HTTPAnswerToken)>()

  struct NothingCame: Error {}

  /// Waits for the next request.
  func next() throws -> (HTTPBody, HTTPAnswerToken) {
    guard let next = requests.take(1).first else { throw NothingCame() }
    return next
  }

  /// For a daemon: keeps every request waiting.
  func receive(_ head: HTTPRequestHead) -> HTTPReception {
    .awaitBody(atStop: { .text("unanswered", status: 503) }) { body, token in
      self.requests.put((body, token))
      return nil
    }
  }
}

/// Lets time pass on a daemon's loop: a request that waits for as long as a test needs.
struct Pause {
  private let client: TestClient
  private let token: HTTPAnswerToken

  init(_ daemon: HTTPDaemon, _ desk: Desk) throws {
    client = try TestClient(daemon.address)
    try client.send("GET / HTTP/1.1\r\n\r\n")
    token = try desk.next().1
  }

  func pass(milliseconds: Int) {
    let passed = Inbox<Void>()
    token.wait(milliseconds: milliseconds) { passed.put(()) }
    _ = passed.take(1)
  }
}

/// For a daemon: sends back what came as body.
func echo(_ head: HTTPRequestHead) -> HTTPReception {
  .awaitBody { body, _ in
    switch body {
    case .complete(let bytes): HTTPResponse(status: 200, body: bytes)
    case .overLimit: .text("over the limit", status: 413)
    }
  }
}

/// Runs a daemon for as long as a test needs it.
func withDaemon<Result>(
  _ configuration: HTTPDaemonConfiguration = .loopback(),
  receive: @escaping @Sendable (HTTPRequestHead) -> HTTPReception, _ body: (HTTPDaemon) throws -> Result
) throws -> Result {
  let daemon = try HTTPDaemon(configuration, receive: receive)
  defer { daemon.stop(within: 0) }
  return try body(daemon)
}
