import HTTPMessages
import Testing

@testable import HTTPDaemon

@Suite("A body that is too long")
struct BodyLimitTests {
  private var configuration: HTTPDaemonConfiguration {
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.maximumBodyBytes = 1000
    return configuration
  }

  @Test("by a byte is told from one that just fits", arguments: [(1000, 200), (1001, 413)])
  func boundary(length: Int, status: Int) throws {
    try withDaemon(configuration, receive: echo) { daemon in
      let body = String(repeating: "x", count: length)
      let plain = try TestClient(daemon.address)
      #expect(try plain.exchange("POST / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\n\(body)").status == status)
      let chunked = try TestClient(daemon.address)
      try chunked.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
      for byte in body { try chunked.send("1\r\n\(byte)\r\n") }
      #expect(try chunked.exchange("0\r\n\r\n").status == status)
      // It was read to its end, so the connection lives.
      #expect(try chunked.exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
    }
  }

  @Test("by its own account is refused before it is sent")
  func early() throws {
    try withDaemon(configuration, receive: echo) { daemon in
      let client = try TestClient(daemon.address)
      let answer = try client.exchange("POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
      #expect(answer.status == 413)
      #expect(answer.fields["Connection"] == "close")
      #expect(client.rest().end == .closed)
    }
  }

  @Test("and already on its way does not cost the client the answer")
  func pushed() throws {
    try withDaemon(configuration, receive: echo) { daemon in
      for _ in 1...20 {
        let client = try TestClient(daemon.address)
        try client.send("POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
        try client.send([UInt8](repeating: 0x78, count: 1_000_000))
        #expect(try client.answer().status == 413)
        #expect(client.rest().end == .closed)
      }
    }
  }

  @Test("without end is cut off")
  func endless() throws {
    try withDaemon(configuration, receive: echo) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x78, count: 65_536) + Array("\r\n".utf8)
      var sent = 0
      #expect(throws: TestClient.Failure.self) {
        while sent < 100_000_000 {
          try client.send(chunk)
          sent += 65_536
        }
      }
      #expect(sent >= EventLoop.droppedBodyBytes)
    }
  }
}
