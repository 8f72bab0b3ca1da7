import HTTPMessages
import Testing

@testable import HTTPDaemon

@Suite("A daemon")
struct CapacityTests {
  @Test("that is full says so, and hears the next when there is room again")
  func full() throws {
    var configuration = HTTPDaemonConfiguration.loopback(loops: 2)
    configuration.maximumConnections = 3
    configuration.overloaded = { _ in .text("full", status: 503) }
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

  @Test("refuses a head that does not fit with an answer, but for the few bytes that leave no room for even that")
  func largeHeads() throws {
    try withDaemon { _ in
      .answer(HTTPResponse(status: 200, fields: [HTTPField("X-Long", String(repeating: "x", count: 1200))]))
    } _: { daemon in
      let field = "X-Header-Name-001: 0123456789\r\n"
      var lengths: [Int: Int] = [:]
      for length in stride(from: 0, through: 2400, by: 8) {
        let client = try TestClient(daemon.address)
        try client.send("GET / HTTP/1.1\r\nConnection: close\r\n" + String(repeating: field, count: 150))
        let text = try client.exchangeToEnd("X: " + String(repeating: "x", count: length) + "\r\n\r\n")
        lengths[Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0, default: 0] += 8
      }
      #expect(Set(lengths.keys).isSubset(of: [0, 200, 431]))
      #expect(lengths[200, default: 0] > 200)
      #expect(lengths[431, default: 0] > 1500)
      #expect(lengths[0, default: 0] <= 200)
    }
  }

  @Test("takes a hundred header fields, a target of 4 KiB, and cookies")
  func usualHeads() throws {
    try withDaemon { head in
      let isMarked = head.fields.lines.contains { $0.value.contains("\0") }
      return .answer(.text("\(head.fields.lines.count) \(head.target.utf8.count) \(isMarked)"))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      let fields = (1...100).map { "X-\($0): \($0)\r\n" }.joined()
      #expect(try client.exchange("GET / HTTP/1.1\r\n\(fields)\r\n").body == "100 1 false")
      let target = "/" + String(repeating: "a", count: 4095)
      #expect(try client.exchange("GET \(target) HTTP/1.1\r\nCookie: a=b; c=d\r\n\r\n").body == "1 4096 false")
      // So slow and so long that libmicrohttpd has to enlarge its buffer on the way.
      let long = (1...12).map { "X-\($0): \(String(repeating: "x", count: 1000))\n" }.joined()
      for byte in "GET / HTTP/1.1\r\n\(long)\r\n".utf8 { try client.send([byte]) }
      #expect(try client.answer().body == "12 1 false")
    }
  }

  @Test("notices that a client has finished sending, also together with its request")
  func halfClosed() throws {
    try withDaemon(receive: echo) { daemon in
      for _ in 1...20 {
        let client = try TestClient(daemon.address)
        try client.send("GET / HTTP/1.1\r\n\r\n")
        client.finishSending()
        #expect(try client.answer().status == 200)
        let begun = MonotonicTime.now
        #expect(client.rest().end == .closed)
        #expect(MonotonicTime.now - begun < 5000)
      }
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
      try desk.next().1.answer(with: .text("late"))
      #expect(try waiting.answer().body == "late")
    }
  }

  @Test("leaves a connection to another loop while one is busy")
  func loops() throws {
    let arrivals = Inbox<HTTPAnswerToken>()
    let leave = Inbox<Void>()
    try withDaemon(.loopback(loops: 3)) { _ in
      .awaitBody { _, token in
        arrivals.put(token)
        // A handler must not block; here it does, so that its loop can take nothing more.
        _ = leave.take(1)
        return .text("ok")
      }
    } _: { daemon in
      var tokens: [HTTPAnswerToken] = []
      let clients = try (0..<3).map { _ in
        let client = try TestClient(daemon.address)
        try client.send("GET / HTTP/1.1\r\n\r\n")
        tokens += arrivals.take(1)
        return client
      }
      #expect(Set(tokens.map { ObjectIdentifier($0.mailbox) }).count == 3)
      for _ in clients { leave.put(()) }
      for client in clients { #expect(try client.answer().status == 200) }
    }
  }

  @Test("may have as many open files as the system allows, and is told how many")
  func openFiles() {
    let before = raiseOpenFileLimit(to: 1)
    #expect(raiseOpenFileLimit(to: before) == before)
    #expect(raiseOpenFileLimit(to: .max) >= before)
  }
}
