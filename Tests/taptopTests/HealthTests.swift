import Glibc
import Testing

@testable import taptop

@Suite("The URL of a health check")
struct HealthTargetTests {
  @Test(
    "is http or https, a host, perhaps a port, perhaps a path",
    arguments: [
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080/readyz"), ("http://localhost", "http://localhost:80/readyz"),
      ("HTTP://A.Example:1/", "http://a.example:1/readyz"), ("http://[::1]:9", "http://[::1]:9/readyz"),
      ("http://a/healthz", "http://a:80/healthz"),
      ("https://a", "https://a:443/readyz"), ("HTTPS://[::1]:9/x", "https://[::1]:9/x"),
      ("http://a:65535/x/y?z=1", "http://a:65535/x/y?z=1"),
    ])
  func good(text: String, url: String) throws {
    #expect(try HealthTarget(url: text).url == url)
  }

  @Test(
    "is none of these",
    arguments: [
      "", "http", "http:", "http://", "http:///", "http:///readyz", "https://", "https:/a", "httpss://a", "ftp://a",
      "a:80", "127.0.0.1:8080",
      "http://a:0", "http://a:65536", "http://a:x", "http://user@a", "http://::1", "http://[::1",
      "http://a b",
      "http://a/b c", "http://a/\r\nX: y", "http://a/é", "http://a#f", "http://a/#f", "http://a?q", " http://a",
    ])
  func bad(text: String) {
    #expect(
      throws: UsageError.badValue(
        source: "URL", value: text,
        expected: "http://host[:port][/path] or https://host[:port][/path], such as http://127.0.0.1:8080")
    ) {
      try HealthTarget(url: text)
    }
  }

  @Test(
    "is made of the environment, any address being reached on loopback",
    arguments: [
      ([:], "http://127.0.0.1:8080/readyz"), (["TAPTOP_HOST": "0.0.0.0"], "http://127.0.0.1:8080/readyz"),
      (["TAPTOP_HOST": "::", "TAPTOP_PORT": "1"], "http://[::1]:1/readyz"),
      (["TAPTOP_HOST": "app.example", "TAPTOP_PORT": "80"], "http://app.example:80/readyz"),
      (["TAPTOP_HOST": "", "TAPTOP_PORT": ""], "http://127.0.0.1:8080/readyz"),
    ] as [([String: String], String)])
  func environment(variables: [String: String], url: String) throws {
    #expect(try HealthTarget(environment: variables).url == url)
  }
}

@Suite("A health check")
struct HealthCheckTests {
  /// What came of asking a server that answers so.
  private func check(
    _ answer: String..., then end: OneAnswerServer.End = .closes
  ) throws -> HealthFailure? {
    let server = try OneAnswerServer(answering: answer, then: end)
    let failure = self.failure(port: server.port)
    #expect(
      server.request() == "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nUser-Agent: taptop/0.1.0\r\n"
        + "Accept: application/json\r\nConnection: close\r\n\r\n")
    return failure
  }

  private func failure(port: UInt16, within limit: Duration = .seconds(60)) -> HealthFailure? {
    do {
      try HealthCheck.run(try HealthTarget(url: "http://127.0.0.1:\(port)"), within: limit)
      return nil
    } catch {
      return error as? HealthFailure
    }
  }

  @Test("is passed by an answer of 200, whether or not the server closes then")
  func ready() throws {
    #expect(try check("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"status\": \"ok\"}") == nil)
    #expect(try check("HTTP/1.1 200 OK\r\ncontent-length:  2 \r\n\r\n{}", then: .staysOpen) == nil)
    #expect(try check("HTTP/1.0 200 OK\r\n\r\n") == nil)
    #expect(try check("HTTP/1.1 2", "00\r\nContent-Len", "gth: 0\r\n\r", "\n", then: .staysOpen) == nil)
  }

  @Test("fails with the status and the problem of any other answer")
  func notReady() throws {
    let problem = #"{"type":"/problems/draining","status":503,"detail":"The server is stopping."}"#
    let head = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: \(problem.utf8.count)\r\n\r\n"
    let failure = try #require(try check(head + problem, then: .staysOpen))
    #expect(failure == .notReady(status: 503, body: problem))
    #expect(failure.line == "status 503: \(problem)")
    #expect(try check("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")?.line == "status 404")
    #expect(
      try check("HTTP/1.1 500 X\r\n\r\n<html>\r\n  <p>\u{1B}[2J no\u{0}\n</html>")?.line
        == "status 500: <html> <p> [2J no </html>")
    let long = String(repeating: "x", count: 100_000)
    #expect(try check("HTTP/1.1 500 X\r\n\r\n" + long)?.line == "status 500: \(long.prefix(400))")
  }

  @Test("fails if nothing listens there")
  func refused() throws {
    let (descriptor, port) = try listeningSocket()
    close(descriptor)
    let failure = try #require(self.failure(port: port))
    #expect(failure == .unreachable(errno: ECONNREFUSED))
    #expect(failure.line == "connection refused, nothing listens there")
  }

  @Test("fails if there is no answer in time")
  func tooLate() throws {
    let (descriptor, port) = try listeningSocket()
    defer { close(descriptor) }
    let limit = Duration.milliseconds(20)
    #expect(failure(port: port, within: limit) == .noAnswer(within: limit))
    #expect(HealthFailure.noAnswer(within: .seconds(5)).line == "no answer within 5s")
  }

  @Test("fails if there is no whole answer", arguments: ["", "H", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"])
  func brokenOff(answer: String) throws {
    let failure = try #require(try check(answer))
    #expect(failure == .brokenOff)
    #expect(failure.line == "the connection ended before there was an answer")
  }

  @Test(
    "fails if what answers is no HTTP/1.1",
    arguments: [
      "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/2 200\r\n\r\n", "\u{15}\u{3}\u{1}", "HTTP/1.1 abc\r\n\r\n",
      "HTTP/1.1 2000 X\r\n\r\n",
      "HTTP/1.1\r\n\r\n", "HTTP/1.1 -20 X\r\n\r\n",
    ])
  func garbage(answer: String) throws {
    let failure = try #require(try check(answer))
    #expect(failure == .notHTTP(answer))
    #expect(failure.line == "what answers there does not speak HTTP/1.1, it says \(answer.quoted)")
    #expect(!failure.line.contains("\n"))
  }

  @Test("fails if the host has no address")
  func unknownHost() throws {
    #expect(throws: HealthFailure.unknownHost("nowhere.invalid")) {
      try HealthCheck.run(try HealthTarget(url: "http://nowhere.invalid:1"))
    }
    #expect(HealthFailure.unknownHost("nowhere.invalid").line == #"no address is known for "nowhere.invalid""#)
  }

  @Test("fails if there is no certificate to compare with")
  func noTrust() throws {
    let target = try HealthTarget(url: "https://127.0.0.1:1", certificate: "/nowhere/c.pem")
    #expect(
      throws: HealthFailure.noTrust(
        #"TAPTOP_TLS_CERTIFICATE "/nowhere/c.pem": it can't be read: there is no such file"#)
    ) {
      try HealthCheck.run(target)
    }
  }

  @Test("tries each address of a host")
  func severalAddresses() throws {
    let server = try OneAnswerServer(answering: ["HTTP/1.1 200 OK\r\n\r\n"])
    try HealthCheck.run(try HealthTarget(url: "http://localhost:\(server.port)/up"), within: .seconds(60))
    #expect(server.request().hasPrefix("GET /up HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"))
  }

  @Test("makes the program's exit status")
  func exitStatus() throws {
    let server = try OneAnswerServer(answering: ["HTTP/1.1 200 OK\r\n\r\n"])
    #expect(runTaptop(arguments: ["health"], environment: ["TAPTOP_PORT": "\(server.port)"]) == 0)
    _ = server.request()
    #expect(runTaptop(arguments: ["health"], environment: ["TAPTOP_PORT": "\(server.port)"]) == 1)
    #expect(runTaptop(arguments: ["health", "ftp://a"], environment: [:]) == 2)
  }
}
