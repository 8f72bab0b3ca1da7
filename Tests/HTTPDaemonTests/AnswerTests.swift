import HTTPMessages
import Testing

@testable import HTTPDaemon

@Suite("An answer")
struct AnswerTests {
  @Test("has its status, its fields in order, and its body")
  func whole() throws {
    let response = HTTPResponse(
      status: 422,
      fields: [
        HTTPField("Content-Type", "a/b"), HTTPField("X-One", "1"), HTTPField("Vary", "a"), HTTPField("Vary", "b"),
      ],
      body: Array("hé\0llo".utf8))
    try withDaemon { _ in
      .answer(response)
    } _: { daemon in
      var answer = try TestClient(daemon.address).exchange("GET / HTTP/1.1\r\n\r\n")
      #expect(answer.fields["Date"] != nil)
      answer.fields = HTTPFields(answer.fields.lines.filter { $0.name != "Date" })
      #expect(
        answer
          == TestClient.Answer(
            status: 422, fields: HTTPFields(response.fields.lines + [HTTPField("Content-Length", "7")]), body: "hé\0llo"
          ))
    }
  }

  @Test("to HEAD has the length of the body and not the body")
  func head() throws {
    try withDaemon { _ in
      .answer(.text("hello"))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      try client.send("HEAD / HTTP/1.1\r\n\r\n")
      #expect(try client.answer(toHead: true).fields["Content-Length"] == "5")
      #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").body == "hello")
    }
  }

  @Test("to HEAD, where the body would come in pieces, has no length, and not a byte behind the head")
  func headOfStream() throws {
    try withDaemon { _ in
      var response = HTTPResponse(status: 200)
      response.isHeadOfStream = true
      return .answer(response)
    } _: { daemon in
      let client = try TestClient(daemon.address)
      try client.send("HEAD / HTTP/1.1\r\n\r\n")
      #expect(try client.answer(toHead: true).fields["Content-Length"] == nil)
      #expect(client.rest() == ("", .closed))
    }
  }

  @Test("of a kind that has no body has none", arguments: [(204, nil), (304, "5")])
  func bodiless(status: Int, length: String?) throws {
    try withDaemon { _ in
      .answer(.text("hello", status: status))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      for method in ["GET", "HEAD", "GET"] {
        try client.send("\(method) / HTTP/1.1\r\n\r\n")
        let answer = try client.answer(toHead: true)
        #expect(answer.status == status)
        #expect(answer.fields["Content-Length"] == length)
      }
    }
  }

  @Test("that refuses a small body leaves the connection for the next request")
  func refusedSmallBody() throws {
    try withDaemon { _ in
      .answer(.text("no", status: 404))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      for _ in 1...3 {
        let answer = try client.exchange("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello")
        #expect(answer.status == 404)
        #expect(answer.fields["Connection"] == nil)
      }
    }
  }

  @Test(
    "leaves before the body where that is large, of unknown length or held back",
    arguments: ["Content-Length: 300000", "Transfer-Encoding: chunked", "Content-Length: 5\r\nExpect: 100-continue"])
  func refusedEarly(fields: String) throws {
    try withDaemon { _ in
      .answer(.text("no", status: 404))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      let answer = try client.exchange("POST / HTTP/1.1\r\n\(fields)\r\n\r\n")
      #expect(answer.status == 404)
      #expect(answer.fields["Connection"] == "close")
      #expect(client.rest().end == .closed)
    }
  }

  @Test(
    "that ends the connection ends it, and nothing behind it is taken for a request",
    arguments: [
      "Host: h", "Content-Length: 3\r\nContent-Length: 5", "Transfer-Encoding: gzip",
      "Transfer-Encoding: chunked\r\nContent-Length: 3", "Content-Length: 5",
    ])
  func closing(fields: String) throws {
    let heads = Inbox<HTTPRequestHead>()
    try withDaemon { head in
      heads.put(head)
      return .answer(HTTPResponse(status: 400, body: Array("no".utf8), closesConnection: true))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      let answer = try client.exchange("POST /1 HTTP/1.1\r\n\(fields)\r\n\r\nabcGET /2 HTTP/1.1\r\n\r\n")
      #expect(answer.status == 400)
      #expect(answer.body == "no")
      #expect(answer.fields["Connection"] == "close")
      let rest = client.rest()
      #expect(rest.text.isEmpty)
      #expect(rest.end == .closed)
      #expect(heads.contents.map(\.target) == ["/1"])
    }
  }

  @Test("with a status that is none closes the connection, and says so", arguments: [true, false])
  func badStatus(waits: Bool) throws {
    let log = Inbox<String>()
    let desk = Desk()
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.log = { log.put($0) }
    try withDaemon(configuration) { head in
      waits ? desk.receive(head) : .answer(HTTPResponse(status: 42))
    } _: { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      if waits { try desk.next().1.answer(with: HTTPResponse(status: 42)) }
      let rest = client.rest()
      #expect(rest.text.isEmpty)
      #expect(rest.end == .closed)
      #expect(log.contents.contains("an answer with status 42 can't be sent; its connection is closed"))
    }
  }

  @Test("leaves out a field that can't be sent, and says so")
  func badField() throws {
    let log = Inbox<String>()
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.log = { log.put($0) }
    try withDaemon(configuration) { _ in
      .answer(HTTPResponse(status: 200, fields: [HTTPField("X-Bad", "a\r\nX-Worse: b"), HTTPField("X-Good", "c")]))
    } _: { daemon in
      let answer = try TestClient(daemon.address).exchange("GET / HTTP/1.1\r\n\r\n")
      #expect(answer.fields.lines.map(\.name).filter { $0.hasPrefix("X-") } == ["X-Good"])
      #expect(log.contents == ["field X-Bad of an answer can't be sent and is left out"])
    }
  }
}
