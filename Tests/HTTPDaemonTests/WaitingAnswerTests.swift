import Glibc
import HTTPMessages
import Testing
import Threading

@testable import HTTPDaemon

@Suite("An answer that has to wait", .serialized)
struct WaitingAnswerTests {
  @Test("is given by another thread")
  func late() throws {
    let desk = Desk()
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      for number in 1...3 {
        try client.send("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi")
        for (body, token) in desk.requests.take(1) {
          #expect(body == .complete(Array("hi".utf8)))
          token.answer(with: .text("late \(number)"))
        }
        #expect(try client.answer().body == "late \(number)")
      }
    }
  }

  @Test("holds up those to the requests behind it, and no others")
  func pipelined() throws {
    let desk = Desk()
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send((1...5).map { "POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n\($0)" }.joined())
      for number in 1...5 {
        let (body, token) = try desk.next()
        #expect(body == .complete(Array("\(number)".utf8)))
        #expect(desk.requests.contents.isEmpty)
        token.answer(with: .text("\(number)"))
        #expect(try client.answer().body == "\(number)")
      }
    }
  }

  @Test("may be given before the request is told to wait")
  func early() throws {
    try withDaemon { _ in
      .awaitBody { _, token in
        token.answer(with: .text("early"))
        return nil
      }
    } _: { daemon in
      let client = try TestClient(daemon.address)
      for _ in 1...3 { #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").body == "early") }
    }
  }

  @Test("may be that a body is too long, before it is sent")
  func overLimit() throws {
    let desk = Desk()
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
      for (body, token) in desk.requests.take(1) {
        #expect(body == .overLimit)
        token.answer(with: .text("no", status: 413))
      }
      #expect(try client.answer().status == 413)
      #expect(client.rest().end == .closed)
    }
  }

  @Test("is given once: a token that was used finds nobody")
  func stale() throws {
    let desk = Desk()
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET /1 HTTP/1.1\r\n\r\n")
      let first = try desk.next().1
      first.answer(with: .text("one"))
      #expect(try client.answer().body == "one")
      try client.send("GET /2 HTTP/1.1\r\n\r\n")
      let second = try desk.next().1
      #expect(second != first)
      first.answer(with: .text("stale"))
      HTTPAnswerToken(mailbox: first.mailbox, serial: 1_000_000).answer(with: .text("unknown"))
      second.answer(with: .text("two"))
      second.answer(with: .text("again"))
      #expect(try client.answer().body == "two")
    }
  }

  @Test("comes too late for a client that has left, and harms nobody")
  func gone() throws {
    let desk = Desk()
    try withDaemon(receive: desk.receive) { daemon in
      for abort in [true, false] {
        let leaving = try TestClient(daemon.address)
        try leaving.send("GET / HTTP/1.1\r\n\r\n")
        let token = try desk.next().1
        if abort { leaving.reset() } else { leaving.leave() }
        token.answer(with: .text("late"))
        token.answer(with: .text("later"))
        let staying = try TestClient(daemon.address)
        try staying.send("GET / HTTP/1.1\r\n\r\n")
        try desk.next().1.answer(with: .text("here"))
        #expect(try staying.answer().body == "here")
      }
    }
  }

  @Test("rides with many others, from many threads to many loops")
  func many() throws {
    let desk = Desk()
    try withDaemon(.loopback(loops: 3), receive: desk.receive) { daemon in
      let clients = try (0..<300).map { _ in try TestClient(daemon.address) }
      for round in 1...3 {
        for (number, client) in clients.enumerated() {
          let text = "\(round) \(number)"
          try client.send("POST / HTTP/1.1\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
        let waiting = desk.requests.take(clients.count)
        #expect(waiting.count == clients.count)
        let threads = try (0..<4).map { part in
          try Threading.Thread(name: "test") {
            for (index, (body, token)) in waiting.enumerated() where index % 4 == part {
              guard case .complete(let bytes) = body else { continue }
              token.answer(with: HTTPResponse(status: 200, body: bytes))
            }
          }
        }
        for thread in threads { thread.join() }
        for (number, client) in clients.enumerated() { #expect(try client.answer().body == "\(round) \(number)") }
      }
    }
  }

  @Test("is waited for by 5,000 connections at once")
  func thousands() throws {
    let count = 5000
    var configuration = HTTPDaemonConfiguration.loopback(loops: 2)
    configuration.inactivityTimeoutSeconds = 300
    let wanted = configuration.fileDescriptorsNeeded + count + 100
    let allowed = raiseOpenFileLimit(to: wanted)
    try #require(
      allowed >= 2 * count + 500, "this machine allows \(allowed) open files, and the test needs \(2 * count + 500)")
    let desk = Desk()
    try withDaemon(configuration, receive: desk.receive) { daemon in
      let clients = try (0..<count).map { number in
        let client = try TestClient(daemon.address)
        try client.send("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n\(number + 1000)")
        return client
      }
      let waiting = desk.requests.take(count)
      #expect(waiting.count == count)
      for (body, token) in waiting {
        guard case .complete(let bytes) = body else { continue }
        token.answer(with: HTTPResponse(status: 200, body: bytes))
      }
      for (number, client) in clients.enumerated() { #expect(try client.answer().body == "\(number + 1000)") }
    }
  }
}
