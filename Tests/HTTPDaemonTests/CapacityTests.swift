import HTTPMessages
import Testing

@testable import HTTPDaemon

@Suite("A daemon")
struct CapacityTests {
  @Test("that is full says so, and hears the next when there is room again")
  func full() throws {
    var configuration = HTTPDaemonConfiguration.loopback(loops: 2)
    configuration.maximumConnections = 3
    configuration.overloaded = .text("full", status: 503)
    try withDaemon(configuration, receive: echo) { daemon in
      var clients = try (1...3).map { _ in try TestClient(daemon.address) }
      for client in clients { #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200) }
      for _ in 1...3 {
        let surplus = try TestClient(daemon.address)
        let answer = try surplus.exchange("GET / HTTP/1.1\r\n\r\n")
        #expect(answer.status == 503)
        #expect(answer.body == "full")
        #expect(surplus.rest().end == .closed)
      }
      clients.removeLast().leave()
      // The server notices in its own time.
      var status = 0
      while status != 200 { status = try TestClient(daemon.address).exchange("GET / HTTP/1.1\r\n\r\n").status }
      for client in clients { #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200) }
    }
  }

  @Test("that is more than full closes the connection, and leaves nobody hanging")
  func overfull() throws {
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.maximumConnections = 1
    try withDaemon(configuration, receive: echo) { daemon in
      let held = try (0...HTTPDaemonConfiguration.surplusConnections).map { _ in try TestClient(daemon.address) }
      let client = try TestClient(daemon.address)
      #expect(client.rest().text.isEmpty)
      #expect(try held[0].exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
    }
  }

  @Test("takes 190 header fields, and refuses what does not fit with an answer", arguments: 1...60)
  func fields(step: Int) throws {
    try withDaemon { _ in .answer(.text("ok")) } _: { daemon in
      let client = try TestClient(daemon.address)
      let field = "X-Header-Name-001: 0123456789\r\n"
      try client.send("GET / HTTP/1.1\r\n" + String(repeating: field, count: 130 + step) + "\r\n")
      let (text, _) = { client.finishSending(); return client.rest() }()
      print(130 + step, text.prefix(20))
    }
  }

  @Test("closes a connection on which nothing moves, but not one that waits for its answer")
  func inactive() throws {
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.inactivityTimeoutSeconds = 1
    let desk = Desk()
    try withDaemon(configuration, receive: desk.receive) { daemon in
      let waiting = try TestClient(daemon.address)
      try waiting.send("GET / HTTP/1.1\r\n\r\n")
      let idle = try TestClient(daemon.address)
      #expect(idle.rest().end == .closed)
      daemon.answer(desk.requests.take(1)[0].1, with: .text("late"))
      #expect(try waiting.answer().body == "late")
    }
  }

  @Test("uses all its loops")
  func loops() throws {
    let tokens = Inbox<HTTPAnswerToken>()
    try withDaemon(.loopback(loops: 3)) { _ in
      .awaitBody { _, token in
        tokens.put(token)
        return .text("ok")
      }
    } _: { daemon in
      // A loop that is busy leaves the next connection to another; with enough of them each gets some.
      var clients: [TestClient] = []
      while Set(tokens.contents.map(\.loop)) != [0, 1, 2], clients.count < 3000 {
        let client = try TestClient(daemon.address)
        #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
        clients.append(client)
      }
      #expect(Set(tokens.contents.map(\.loop)) == [0, 1, 2])
    }
  }

  @Test("may have as many open files as the system allows, and is told how many")
  func openFiles() {
    let before = raiseOpenFileLimit(to: 1)
    #expect(raiseOpenFileLimit(to: before) == before)
    #expect(raiseOpenFileLimit(to: .max) >= before)
  }
}
