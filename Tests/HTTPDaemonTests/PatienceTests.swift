import HTTPMessages
import Testing

@testable import HTTPDaemon

@Suite("A request that waits only for so long")
struct PatienceTests {
  private let desk = Desk()
  private let over = Inbox<(String, MonotonicTime)>()

  /// Has it noted when a request has waited for so long.
  private func note(_ name: String, _ token: HTTPAnswerToken, milliseconds: Int) {
    let over = over
    token.wait(milliseconds: milliseconds) { over.put((name, .now)) }
  }

  @Test("is told of in time and never too early, whichever came first")
  func order() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let clients = try (0..<4).map { _ in try TestClient(daemon.address) }
      for client in clients { try client.send("GET / HTTP/1.1\r\n\r\n") }
      let tokens = desk.requests.take(4).map(\.1)
      let begun = MonotonicTime.now
      for (token, (name, milliseconds)) in zip(tokens, [("c", 120), ("a", 40), ("d", 120), ("b", 80)]) {
        note(name, token, milliseconds: milliseconds)
      }
      let times = over.take(4)
      #expect(times.map(\.0).prefix(2) == ["a", "b"])
      #expect(Set(times.map(\.0).suffix(2)) == ["c", "d"])
      for (time, least) in zip(times, [40, 80, 120, 120]) { #expect(time.1 - begun >= least) }
      // All before the first is read: which of them is whose nobody knows.
      for token in tokens { token.answer(with: .text("late")) }
      for client in clients { #expect(try client.answer().body == "late") }
    }
  }

  @Test("and is answered before is not told of, and leaves nothing behind")
  func answered() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      let pause = try Pause(daemon, desk)
      for _ in 1...3 {
        try client.send("GET / HTTP/1.1\r\n\r\n")
        let token = try desk.next().1
        note("answered", token, milliseconds: 30)
        token.answer(with: .text("soon"))
        #expect(try client.answer().body == "soon")
      }
      pause.pass(milliseconds: 60)
      #expect(over.contents.isEmpty)
    }
  }

  @Test("is told of at once where it does not wait any longer")
  func gone() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.answer(with: .text("gone"))
      #expect(try client.answer().body == "gone")
      note("gone", token, milliseconds: 86_400_000)
      #expect(over.take(1).map(\.0) == ["gone"])
    }
  }

  @Test("is told of soon after its client has left")
  func clientLeft() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let clients = try (0..<3).map { _ in try TestClient(daemon.address) }
      var tokens: [HTTPAnswerToken] = []
      for (client, name) in zip(clients, ["left", "reset", "stays"]) {
        try client.send("GET / HTTP/1.1\r\n\r\n")
        tokens.append(try desk.next().1)
        note(name, tokens[tokens.count - 1], milliseconds: 86_400_000)
      }
      clients[0].leave()
      clients[1].reset()
      #expect(Set(over.take(2).map(\.0)) == ["left", "reset"])
      for token in tokens { token.answer(with: .text("late")) }
      #expect(try clients[2].answer().body == "late")
    }
    #expect(over.contents.isEmpty)
  }
}
