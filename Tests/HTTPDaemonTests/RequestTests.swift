import HTTPMessages
import Testing

@testable import HTTPDaemon

@Suite("A request")
struct RequestTests {
  @Test("shows its head exactly as it was written")
  func head() throws {
    let heads = Inbox<HTTPRequestHead>()
    try withDaemon { head in
      heads.put(head)
      return .answer(.text("ok"))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      let answer = try client.exchange(
        "M-SEARCH /a//b/../%41%zz?x=%00&y HTTP/1.1\r\nHost: h\r\nX-Two: 1\r\nx-two:\t 2 \t\r\nEmpty:\r\nCookie: a=b\r\n\r\n"
      )
      #expect(answer.body == "ok")
      #expect(
        heads.contents == [
          HTTPRequestHead(
            method: "M-SEARCH", target: "/a//b/../%41%zz?x=%00&y", version: .http11,
            fields: [
              HTTPField("Host", "h"), HTTPField("X-Two", "1"), HTTPField("x-two", "2"), HTTPField("Empty", ""),
              HTTPField("Cookie", "a=b"),
            ])
        ])
    }
  }

  @Test(
    "of another minor version is served as the last one known",
    arguments: [("HTTP/1.0", HTTPVersion.http10), ("HTTP/1.1", .http11), ("HTTP/1.9", .http11)])
  func version(written: String, read: HTTPVersion) throws {
    let heads = Inbox<HTTPRequestHead>()
    try withDaemon { head in
      heads.put(head)
      return .answer(.text("ok"))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      #expect(try client.exchange("GET / \(written)\r\n\r\n").status == 200)
      #expect(heads.contents == [HTTPRequestHead(method: "GET", target: "/", version: read)])
    }
  }

  @Test("shows a NUL in its target, and does not lose it")
  func nulInTarget() throws {
    let heads = Inbox<HTTPRequestHead>()
    try withDaemon { head in
      heads.put(head)
      return .answer(.text("no", status: 400))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      #expect(try client.exchange("GET /a\0b?c HTTP/1.1\r\n\r\n").status == 400)
      #expect(heads.contents.map(\.target) == ["/a\0"])
    }
  }

  @Test("shows a NUL in a field's value, and does not lose it")
  func nulInField() throws {
    let heads = Inbox<HTTPRequestHead>()
    try withDaemon { head in
      heads.put(head)
      return .answer(.text("no", status: 400))
    } _: { daemon in
      let text = "GET / HTTP/1.1\r\nHost: h\0x\r\nA: 1\r\nB: 2\nC: \0x\r\n\r\n"
      let client = try TestClient(daemon.address)
      #expect(try client.exchange(text).status == 400)
      #expect(
        heads.contents.map(\.fields) == [
          [HTTPField("Host", "h\0"), HTTPField("A", "1"), HTTPField("B", "2"), HTTPField("C", "\0")]
        ])
    }
  }

  @Test("does not hide that a field was folded over two lines")
  func folded() throws {
    let heads = Inbox<HTTPRequestHead>()
    try withDaemon { head in
      heads.put(head)
      return .answer(.text("no", status: 400))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      #expect(try client.exchange("GET / HTTP/1.1\r\nA: 1\r\n 2\r\nB: 3\r\n\r\n").status == 400)
      let first = try #require(heads.contents.first?.fields.lines.first)
      #expect(first.value == "1\0")
    }
  }

  @Test("with a length that is no number is refused by libmicrohttpd, and never seen")
  func malformedLength() throws {
    let heads = Inbox<HTTPRequestHead>()
    try withDaemon { head in
      heads.put(head)
      return .answer(.text("no", status: 404))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      #expect(try client.exchange("GET / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n").status == 400)
      #expect(client.rest().end == .closed)
      #expect(heads.contents == [])
    }
  }

  @Test("brings its body byte by byte")
  func slowBody() throws {
    try withDaemon(receive: echo) { daemon in
      let client = try TestClient(daemon.address)
      for byte in "POST / HTTP/1.1\r\nContent-Length: 11\r\n\r\nhello world".utf8 { try client.send([byte]) }
      #expect(try client.answer().body == "hello world")
      for byte in "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n".utf8
      {
        try client.send([byte])
      }
      #expect(try client.answer().body == "hello world")
    }
  }

  @Test("may be sent before the answer to the one before it")
  func pipelined() throws {
    try withDaemon(receive: echo) { daemon in
      let client = try TestClient(daemon.address)
      try client.send((1...20).map { "POST /\($0) HTTP/1.1\r\nContent-Length: 2\r\n\r\n\($0 + 10)" }.joined())
      for number in 1...20 { #expect(try client.answer().body == "\(number + 10)") }
    }
  }

  @Test("that promises to wait is told to go on, and then answered")
  func expectation() throws {
    try withDaemon(receive: echo) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      #expect(try client.answer() == TestClient.Answer(status: 100, fields: [], body: ""))
      #expect(try client.exchange("hi").body == "hi")
    }
  }

  @Test("from a client that has finished sending is answered all the same")
  func halfClosed() throws {
    let desk = Desk()
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      client.finishSending()
      for (_, token) in desk.requests.take(1) { token.answer(with: .text("late")) }
      #expect(try client.answer().body == "late")
      #expect(client.rest().end == .closed)
    }
  }
}
