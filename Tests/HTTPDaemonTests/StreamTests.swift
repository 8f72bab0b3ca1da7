import Glibc
import HTTPMessages
import TLS
import TestSupport
import Testing

@testable import HTTPDaemon

@Suite("An answer that goes on", .serialized)
struct StreamTests {
  /// A stream whose end is noted.
  private static func noting(
    _ ends: Inbox<HTTPStreamEnd>, keepAlive: HTTPStream.KeepAlive? = nil, maximumBacklogBytes: Int = 262_144
  ) -> HTTPStream {
    HTTPStream(keepAlive: keepAlive, maximumBacklogBytes: maximumBacklogBytes) { ends.put($0) }
  }

  /// More than the system keeps for a client that does not read.
  private static let flood = [UInt8](repeating: UInt8(ascii: "x"), count: 32 * 1024 * 1024)

  private let desk = Desk()
  private let ends = Inbox<HTTPStreamEnd>()

  @Test("is sent piece by piece, and ends its connection")
  func pieces() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.open(
        HTTPResponse(status: 200, fields: [HTTPField("Content-Type", "a/b")], body: Array("one\n".utf8)),
        stream: Self.noting(ends))
      var head = try client.read(through: "\r\n\r\n").split(separator: "\r\n").map(String.init)
      head.removeAll { $0.hasPrefix("Date: ") }
      #expect(
        head.sorted() == ["Connection: close", "Content-Type: a/b", "HTTP/1.1 200 OK", "Transfer-Encoding: chunked"])
      #expect(try client.read(through: "one\n\r\n") == "4\r\none\n\r\n")
      token.send(Array("two\n".utf8))
      #expect(try client.read(through: "two\n\r\n") == "4\r\ntwo\n\r\n")
      token.send([])
      token.finish()
      token.send(Array("late".utf8))
      #expect(client.rest() == ("0\r\n\r\n", .closed))
      #expect(ends.take(1) == [.finished])
    }
    #expect(ends.contents == [])
  }

  @Test("goes to the end of the connection in HTTP/1.0")
  func oldVersion() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.0\r\n\r\n")
      let token = try desk.next().1
      token.open(.text("one\n"), stream: Self.noting(ends))
      #expect(try !client.read(through: "\r\n\r\n").contains("Transfer-Encoding"))
      #expect(try client.read(through: "\n") == "one\n")
      token.send(Array("two\n".utf8))
      token.finish()
      #expect(client.rest() == ("two\n", .closed))
      #expect(ends.take(1) == [.finished])
    }
  }

  @Test("keeps the order in which one thread sent it, whatever the pieces' sizes", arguments: [1, 700])
  func order(times: Int) throws {
    let desk = desk
    let numbers = (1...(20_000 / times)).map { String(repeating: "\($0)\n", count: times) }
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.open(HTTPResponse(status: 200), stream: Self.noting(ends, maximumBacklogBytes: .max))
      for number in numbers { token.send(Array(number.utf8)) }
      token.finish()
      _ = try client.read(through: "\r\n\r\n")
      #expect(try client.chunks() == numbers.joined())
    }
    #expect(ends.contents == [.finished])
  }

  @Test("may begin before the request is told to wait")
  func early() throws {
    let ends = ends
    try withDaemon { _ in
      .awaitBody { _, token in
        token.open(.text("early"), stream: Self.noting(ends))
        token.finish()
        return nil
      }
    } _: { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      _ = try client.read(through: "\r\n\r\n")
      #expect(try client.chunks() == "early")
      #expect(ends.take(1) == [.finished])
    }
  }

  @Test("shows that it is alive when nothing else was sent for a time")
  func keepAlive() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let begun = MonotonicTime.now
      try desk.next().1.open(
        .text("."), stream: Self.noting(ends, keepAlive: .init(bytes: Array(":\n".utf8), seconds: 1)))
      _ = try client.read(through: "\r\n\r\n")
      #expect(try client.read(through: ":\n\r\n") == "1\r\n.\r\n2\r\n:\n\r\n")
      #expect(MonotonicTime.now - begun >= 1000)
      #expect(try client.read(through: ":\n\r\n") == "2\r\n:\n\r\n")
      #expect(MonotonicTime.now - begun >= 2000)
    }
  }

  @Test("is cut where more waits than may, for a client that does not read")
  func tooSlow() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.open(.text(""), stream: Self.noting(ends))
      token.send(Self.flood)
      let pause = try Pause(daemon, desk)
      for _ in 1...200 where ends.contents.isEmpty {
        token.send([0])
        pause.pass(milliseconds: 20)
      }
      #expect(ends.take(1) == [.tooSlow])
      #expect(client.rest().text.utf8.count < Self.flood.count)
    }
  }

  @Test("may be longer than what may wait, for a client that reads")
  func burst() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.open(.text("ab"), stream: Self.noting(ends, maximumBacklogBytes: 1))
      token.send([UInt8](repeating: UInt8(ascii: "c"), count: 100_000))
      token.finish()
      _ = try client.read(through: "\r\n\r\n")
      #expect(try client.chunks() == "ab" + String(repeating: "c", count: 100_000))
    }
  }

  @Test("is over soon after its client has left, without anything being sent", arguments: [true, false])
  func clientLeft(abort: Bool) throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.open(.text("one"), stream: Self.noting(ends))
      _ = try client.read(through: "one")
      if abort { client.reset() } else { client.leave() }
      #expect(ends.take(1) == [.clientLeft])
      token.send([0])
      token.finish()
    }
    #expect(ends.contents == [])
  }

  @Test("is written before requests are taken that come meanwhile, and these are taken then")
  func flushed() throws {
    let (desk, ends) = (desk, ends)
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.open(.text("one"), stream: Self.noting(ends, maximumBacklogBytes: 1))
      _ = try client.read(through: "one\r\n")
      let others = try (0..<20).map { _ in try TestClient(daemon.address) }
      let piece = [UInt8](repeating: UInt8(ascii: "c"), count: 100_000)
      for round in 1...20 {
        for other in others { try other.send("GET / HTTP/1.1\r\n\r\n") }
        token.send(piece)
        var body = ""
        while body.utf8.count < piece.count {
          let size = try client.read(through: "\r\n")
          body += try client.read(through: "\r\n").dropLast()
          #expect(Int(size.dropLast(), radix: 16) != nil)
        }
        #expect(body.utf8.count == piece.count)
        for (_, token) in desk.requests.take(20) { token.answer(with: .text("\(round)")) }
        for other in others { #expect(try other.answer().body == "\(round)") }
      }
      #expect(ends.contents == [])
    }
  }

  @Test("has the system notice that its client has vanished, in the time that is set for that")
  func vanishing() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      try desk.next().1.open(.text("one"), stream: HTTPStream(clientTimeoutSeconds: 40))
      _ = try client.read(through: "one")
      let there = try #require(client.otherSide)
      let names = [TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT, TCP_USER_TIMEOUT]
      #expect(names.map { option($0, of: Int32(IPPROTO_TCP), there) } == [10, 10, 3, 40_000])
      #expect(option(SO_KEEPALIVE, of: SOL_SOCKET, there) == 1)
    }
  }

  @Test("is over where its client has vanished, though nothing is sent", .enabled(if: TestClient.canVanish))
  func clientVanished() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let ends = ends
      try desk.next().1.open(.text("one"), stream: HTTPStream(clientTimeoutSeconds: 4) { ends.put($0) })
      _ = try client.read(through: "one")
      client.vanish()
      #expect(ends.take(1) == [.clientLeft])
    }
  }

  @Test("is over at once where the client had left, or had an answer, before it began")
  func nobodyThere() throws {
    try withDaemon(receive: desk.receive) { daemon in
      let leaving = try TestClient(daemon.address)
      try leaving.send("GET / HTTP/1.1\r\n\r\n")
      let left = try desk.next().1
      leaving.reset()
      left.open(.text("late"), stream: Self.noting(ends))
      #expect(ends.take(1) == [.clientLeft])
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.answer(with: .text("one"))
      token.open(.text("two"), stream: Self.noting(ends))
      #expect(ends.take(1) == [.clientLeft])
      #expect(try client.answer().body == "one")
    }
  }

  @Test("is not under the inactivity timeout, until it is finished")
  func inactivity() throws {
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.inactivityTimeoutSeconds = 1
    try withDaemon(configuration, receive: desk.receive) { daemon in
      let client = try TestClient(daemon.address)
      try client.send("GET / HTTP/1.1\r\n\r\n")
      let token = try desk.next().1
      token.open(.text(""), stream: Self.noting(ends, maximumBacklogBytes: .max))
      token.send(Self.flood)
      try Pause(daemon, desk).pass(milliseconds: 2500)
      #expect(ends.contents == [])
      token.finish()
      #expect(ends.take(1) == [.clientLeft])
    }
  }

  @Test("is finished where the daemon has to end, read or not")
  func stop() throws {
    let daemon = try HTTPDaemon(.loopback(loops: 2), receive: desk.receive)
    let clients = try (0..<6).map { _ in try TestClient(daemon.address) }
    for client in clients { try client.send("GET / HTTP/1.1\r\n\r\n") }
    let tokens = desk.requests.take(6).map(\.1)
    for token in tokens { token.open(.text("one"), stream: Self.noting(ends, maximumBacklogBytes: .max)) }
    for client in clients { _ = try client.read(through: "one\r\n") }
    let stuck = try TestClient(daemon.address)
    try stuck.send("GET / HTTP/1.1\r\n\r\n")
    let token = try desk.next().1
    token.open(.text("one"), stream: Self.noting(ends, maximumBacklogBytes: .max))
    token.send(Self.flood)
    daemon.stop(within: 0.1)
    #expect(ends.take(7) == Array(repeating: .stopped, count: 7))
    for client in clients { #expect(client.rest() == ("0\r\n\r\n", .closed)) }
    token.open(.text("two"), stream: Self.noting(ends))
    #expect(ends.take(1) == [.stopped])
  }

  @Test("goes over TLS, and its client's leaving is noticed there")
  func encrypted() throws {
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.encryption = .init(certificate: LocalhostCertificate.certificate, key: LocalhostCertificate.key)
    try withDaemon(configuration, receive: desk.receive) { daemon in
      for leaves in [false, true] {
        let client = try TestClient(daemon.address)
        let session = TLSClientSession(
          descriptor: client.descriptor, server: "localhost", isAddress: false,
          trust: .certificate(LocalhostCertificate.certificate)
        )
        try session.handshake()
        _ = try session.send(Array("GET / HTTP/1.0\r\n\r\n".utf8)[...])
        let token = try desk.next().1
        token.open(.text("one"), stream: Self.noting(ends))
        var text = ""
        while !text.hasSuffix("one") { text += String(decoding: try session.receive(upTo: 1000), as: UTF8.self) }
        if leaves {
          client.leave()
          #expect(ends.take(1) == [.clientLeft])
        } else {
          token.send(Array("two".utf8))
          #expect(try session.receive(upTo: 1000) == Array("two".utf8))
          token.finish()
          #expect(try session.receive(upTo: 1000) == [])
          #expect(ends.take(1) == [.finished])
        }
      }
    }
  }
}

/// What an option of a socket is set to.
private func option(_ name: Int32, of level: Int32, _ descriptor: Int32) -> Int32 {
  var value: Int32 = -1
  var length = socklen_t(MemoryLayout<Int32>.size)
  _ = unsafe getsockopt(descriptor, level, name, &value, &length)
  return value
}
