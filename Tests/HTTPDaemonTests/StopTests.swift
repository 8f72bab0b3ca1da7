import Glibc
import HTTPMessages
import Testing
import Threading

@testable import HTTPDaemon

@Suite("Stopping", .serialized)
struct StopTests {
  /// What a client saw that asked again and again until it was told to go.
  private struct Report: Sendable {
    var answers = 0
    var failure: String?
  }

  @Test(
    "cuts nobody short: whoever asked was answered, and told with the last answer that it was the last",
    arguments: [(1, false, 50), (2, false, 50), (2, true, 50), (1, false, 1), (2, false, 1)])
  func underLoad(loops: Int, waits: Bool, requestsPerConnection: Int) throws {
    for _ in 1...2 {
      let answered = Inbox<Void>()
      let reports = Inbox<Report>()
      let tokens = Inbox<HTTPAnswerToken?>()
      let daemon = try HTTPDaemon(.loopback(loops: loops)) { _ in
        .awaitBody { _, token in
          answered.put(())
          guard waits else { return .text("ok") }
          tokens.put(token)
          return nil
        }
      }
      let clerk = try Threading.Thread(name: "test") {
        while case .some(.some(let token)) = tokens.take(1).first { token.answer(with: .text("ok")) }
      }
      let address = daemon.address
      let threads = try (0..<8).map { _ in
        try Threading.Thread(name: "test") { reports.put(Self.hammer(address, requestsPerConnection)) }
      }
      _ = answered.take(2000)
      daemon.stop(within: 10)
      for thread in threads { thread.join() }
      tokens.put(nil)
      clerk.join()
      let seen = reports.contents
      #expect(seen.count == threads.count)
      #expect(seen.compactMap(\.failure) == [])
    }
  }

  /// Asks on one connection until an answer ends it, then on the next, until there is nobody to connect to.
  private static func hammer(_ address: HTTPDaemonAddress, _ requestsPerConnection: Int) -> Report {
    var report = Report()
    while true {
      let client: TestClient
      do { client = try TestClient(address) } catch TestClient.Failure.call("connect", code: ECONNREFUSED) {
        return report
      } catch {
        report.failure = "connecting after \(report.answers): \(error)"
        return report
      }
      do {
        for _ in 1...requestsPerConnection {
          let answer = try client.exchange("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi")
          report.answers += 1
          if answer.status != 200 { report.failure = "status \(answer.status)" }
          if answer.fields["Connection"] == "close" {
            let rest = client.rest()
            if rest.end != .closed { report.failure = "\(rest.end) after the last answer" }
            break
          }
        }
      } catch {
        report.failure = "asking after \(report.answers): \(error)"
        return report
      }
    }
  }

  @Test("leaves those that wait the time to be answered")
  func answeredWithin() throws {
    let desk = Desk()
    let daemon = try HTTPDaemon(.loopback(loops: 2), receive: desk.receive)
    let clients = try (0..<10).map { _ in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      return client
    }
    let waiting = desk.requests.take(clients.count)
    let stopping = try Threading.Thread(name: "test") {
      daemon.stop(within: 60)
    }
    for (_, token) in waiting { token.answer(with: .text("in time")) }
    for client in clients {
      let answer = try client.answer()
      #expect(answer.body == "in time")
      #expect(client.rest().end == .closed)
    }
    stopping.join()
    #expect(throws: TestClient.Failure.call("connect", code: ECONNREFUSED)) { try TestClient(daemon.address) }
  }

  @Test("tells those that still wait at the deadline")
  func unanswered() throws {
    let desk = Desk()
    let daemon = try HTTPDaemon(.loopback(), receive: desk.receive)
    let clients = try (0..<10).map { _ in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      return client
    }
    let waiting = desk.requests.take(clients.count)
    daemon.stop(within: 0.05)
    for client in clients {
      let answer = try client.answer()
      #expect(answer.status == 503)
      #expect(answer.body == "unanswered")
      #expect(answer.fields["Connection"] == "close")
      #expect(client.rest().end == .closed)
    }
    for (_, token) in waiting { token.answer(with: .text("nobody hears")) }
  }

  @Test("answers a connection that was made but not yet accepted")
  func accepted() throws {
    let heads = Inbox<HTTPRequestHead>()
    let isHeld = Inbox<Void>()
    let daemon = try HTTPDaemon(.loopback()) { head in
      heads.put(head)
      // Holds up the loop, as nobody should, so that the others stay in the accept queue.
      if head.target == "/hold" { _ = isHeld.take(1) }
      return .answer(.text("ok"))
    }
    let holding = try TestClient(daemon.address)
    try holding.send("GET /hold HTTP/1.1\r\n\r\n")
    _ = heads.take(1)
    let clients = try (0..<50).map { _ in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      return client
    }
    let stopping = try Threading.Thread(name: "test") {
      daemon.stop(within: 60)
    }
    isHeld.put(())
    for client in clients + [holding] { #expect(try client.answer().status == 200) }
    for client in clients + [holding] { client.leave() }
    stopping.join()
  }

  @Test("closes a connection without a request after a while, and one with half a request at the deadline")
  func idle() throws {
    let daemon = try HTTPDaemon(.loopback(), receive: echo)
    let idle = try TestClient(daemon.address)
    #expect(try idle.exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
    let halfway = try TestClient(daemon.address)
    try halfway.send("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(try halfway.answer().status == 100)
    let begun = MonotonicTime.now
    let ends = Inbox<Int>()
    let stopping = try Threading.Thread(name: "test") {
      daemon.stop(within: 1.5)
      ends.put(MonotonicTime.now - begun)
    }
    #expect(idle.rest().end == .closed)
    let idleEnd = MonotonicTime.now - begun
    #expect(halfway.rest().end == .closed)
    stopping.join()
    #expect(idleEnd >= 1000)
    #expect(idleEnd < 1500)
    #expect(ends.contents[0] >= 1500)
  }

  @Test("takes a request that was on its way, on a connection that had none, and ends the connection with its answer")
  func onItsWay() throws {
    let desk = Desk()
    let daemon = try HTTPDaemon(.loopback()) { head in
      head.target == "/now" ? .answer(.text("now")) : desk.receive(head)
    }
    let first = try TestClient(daemon.address)
    let second = try TestClient(daemon.address)
    #expect(try first.exchange("GET /now HTTP/1.1\r\n\r\n").fields["Connection"] == nil)
    let stopping = try Threading.Thread(name: "test") {
      daemon.stop(within: 60)
    }
    // That the loop drains shows in its answers.
    while try second.exchange("GET /now HTTP/1.1\r\n\r\n").fields["Connection"] == nil {}
    try first.send("GET /later HTTP/1.1\r\n\r\n")
    for (_, token) in desk.requests.take(1) { token.answer(with: .text("later")) }
    let answer = try first.answer()
    #expect(answer.body == "later")
    #expect(answer.fields["Connection"] == "close")
    #expect(first.rest().end == .closed)
    first.leave()
    second.leave()
    stopping.join()
  }

  @Test("does not wait for those who never take their answers")
  func stubborn() throws {
    let isAnswered = Inbox<Void>()
    let daemon = try HTTPDaemon(.loopback()) { _ in
      isAnswered.put(())
      return .answer(HTTPResponse(status: 200, body: [UInt8](repeating: 0x78, count: 50_000_000)))
    }
    let client = try TestClient(daemon.address)
    try client.send("GET / HTTP/1.1\r\n\r\n")
    _ = isAnswered.take(1)
    let begun = MonotonicTime.now
    daemon.stop(within: 0.1)
    #expect(MonotonicTime.now - begun < 10_000)
    #expect(throws: TestClient.Failure.self) { try client.answer() }
  }

  @Test("may be asked for more than once, by several threads, and by letting go of the daemon")
  func repeatedly() throws {
    var daemon: HTTPDaemon? = try HTTPDaemon(.loopback(loops: 2), receive: echo)
    let address = try #require(daemon).address
    let client = try TestClient(address)
    #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
    let threads = try (0..<4).map { [daemon] _ in
      try Threading.Thread(name: "test") { daemon?.stop(within: 0) }
    }
    for thread in threads { thread.join() }
    daemon?.stop(within: 0)
    daemon = nil
    _ = try HTTPDaemon(.loopback(), receive: echo)
  }
}
