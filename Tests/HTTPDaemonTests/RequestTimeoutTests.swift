import HTTPMessages
import TestSupport
import Testing

@testable import HTTPDaemon

@Suite("A request that is not here in time", .serialized)
struct RequestTimeoutTests {
  /// What a client sends until its connection ends.
  enum Drip: String, Sendable {
    static let requests: [Drip] = [.requestLine, .head, .body, .chunks]
    case requestLine = "G"
    case head = "GET / HTTP/1.1\r\nA: "
    case body = "POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n"
    case chunks = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n"
    case record = "\u{16}\u{3}\u{1}\u{20}\u{1}"
  }

  private static func configuration(inactivity: Int = 60) -> HTTPDaemonConfiguration {
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.inactivityTimeoutSeconds = inactivity
    configuration.requestTimeoutSeconds = 1
    return configuration
  }

  /// Sends the beginning of a request and then a byte every 20 ms, up to the connection's end: after how long that came.
  private func drip(_ drip: Drip, on client: TestClient) throws -> Int {
    let begun = MonotonicTime.now
    try client.send(drip.rawValue)
    while !client.hasEnded(within: 20) {
      guard MonotonicTime.now - begun < 30_000 else { break }
      // The end may come in between.
      guard (try? client.send("G")) != nil else { break }
    }
    return MonotonicTime.now - begun
  }

  @Test("has its connection closed, however it drips", arguments: Drip.requests)
  func first(_ what: Drip) throws {
    try withDaemon(Self.configuration(), receive: echo) { daemon in
      let client = try TestClient(daemon.address)
      let milliseconds = try drip(what, on: client)
      #expect((1000...10_000).contains(milliseconds))
      #expect(try TestClient(daemon.address).exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
    }
  }

  @Test("has its connection closed, where others came in time before", arguments: Drip.requests)
  func later(_ what: Drip) throws {
    try withDaemon(Self.configuration(), receive: echo) { daemon in
      let client = try TestClient(daemon.address)
      for _ in 1...2 { #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200) }
      let milliseconds = try drip(what, on: client)
      #expect((1000...10_000).contains(milliseconds))
    }
  }

  @Test("has its connection closed in the middle of a TLS handshake")
  func handshake() throws {
    var configuration = Self.configuration()
    configuration.encryption = .init(certificate: LocalhostCertificate.certificate, key: LocalhostCertificate.key)
    try withDaemon(configuration, receive: echo) { daemon in
      let client = try TestClient(daemon.address)
      // The beginning of a record that never ends (RFC 8446, section 5.1).
      let milliseconds = try drip(.record, on: client)
      #expect((1000...10_000).contains(milliseconds))
    }
  }

  @Test("has its connection closed where its body is only dropped, its answer being known")
  func refused() throws {
    try withDaemon(Self.configuration()) { _ in
      .answer(.text("no", status: 404))
    } _: { daemon in
      let milliseconds = try drip(.body, on: try TestClient(daemon.address))
      #expect((1000...10_000).contains(milliseconds))
    }
  }

  @Test("is not one that has not begun: a connection may be there first, and counts from the first byte")
  func unused() throws {
    let desk = Desk()
    try withDaemon(Self.configuration(), receive: desk.receive) { daemon in
      let unused = try TestClient(daemon.address)
      let waiting = try TestClient(daemon.address)
      try waiting.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      try Pause(daemon, desk).pass(milliseconds: 2500)
      token.answer(with: .text("late"))
      #expect(try waiting.answer().body == "late")
      let milliseconds = try drip(.requestLine, on: unused)
      #expect((1000...10_000).contains(milliseconds))
    }
  }

  @Test("is none where it is here and waits for its answer, or none has begun")
  func spared() throws {
    let desk = Desk()
    let ended = Inbox<HTTPStreamEnd>()
    try withDaemon(Self.configuration(), receive: desk.receive) { daemon in
      let clients = try (1...3).map { _ in try TestClient(daemon.address) }
      // One after the other, so that it is known whose token is whose.
      let tokens = try clients.map { client in
        try client.send("GET / HTTP/1.1\r\n\r\n")
        return try desk.next().1
      }
      tokens[0].answer(with: .text("idle"))
      tokens[1].answer(with: .text("to be streamed"))
      for client in clients[0...1] { _ = try client.answer() }
      try clients[1].send("GET / HTTP/1.1\r\n\r\n")
      let streaming = try desk.next().1
      streaming.open(.text("one"), stream: HTTPStream { ended.put($0) })
      try Pause(daemon, desk).pass(milliseconds: 2500)
      #expect(ended.contents == [])
      streaming.finish()
      _ = try clients[1].read(through: "\r\n\r\n")
      #expect(try clients[1].chunks() == "one")
      tokens[2].answer(with: .text("late"))
      #expect(try clients[2].answer().body == "late")
      try clients[0].send("GET / HTTP/1.1\r\n\r\n")
      try desk.next().1.answer(with: .text("again"))
      #expect(try clients[0].answer().body == "again")
    }
  }
}
