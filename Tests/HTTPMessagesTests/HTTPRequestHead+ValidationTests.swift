import HTTPMessages
import Testing

@Suite("The head of a request")
struct HTTPRequestHeadValidationTests {
  private static let host = HTTPField("Host", "localhost:8080")

  private func fault(
    _ lines: [HTTPField], method: String = "POST", target: String = "/a", version: HTTPVersion = .http11
  ) -> HTTPRequestFault? {
    do throws(HTTPRequestFault) {
      _ = try HTTPRequestHead(method: method, target: target, version: version, fields: HTTPFields(lines)).validated()
      return nil
    } catch {
      return error
    }
  }

  @Test("gives its target, taken apart, and the host that is asked")
  func good() throws {
    let head = HTTPRequestHead(method: "GET", target: "/a%20b?c=d", fields: [Self.host])
    let (target, host) = try head.validated()
    #expect(target == (try RequestTarget("/a%20b?c=d")))
    #expect(host == Authority("localhost:8080"))
  }

  @Test("asks the host in its target rather than that in its field")
  func absoluteForm() throws {
    let head = HTTPRequestHead(method: "GET", target: "http://Other/a", fields: [Self.host])
    let (target, host) = try head.validated()
    #expect(target == (try RequestTarget("http://other/a")))
    #expect(host == Authority("other"))
    #expect(fault([], target: "http://other/a") == .missingHost)
    #expect(fault([HTTPField("Host", "")], target: "http://other/a") == .malformedHost)
  }

  @Test("asks no host in HTTP/1.0 where it names none")
  func noHost() throws {
    let head = HTTPRequestHead(method: "GET", target: "/a", version: .http10)
    #expect(try head.validated().host == nil)
    let absolute = HTTPRequestHead(method: "GET", target: "http://other/a", version: .http10)
    #expect(try absolute.validated().host == Authority("other"))
    let named = HTTPRequestHead(method: "GET", target: "/a", version: .http10, fields: [Self.host])
    #expect(try named.validated().host == Authority("localhost:8080"))
  }

  @Test(
    "has a method that is a token, of whatever name",
    arguments: ["GET", "get", "M-SEARCH", "BREW", "!#$%&'*+-.^_`|~09azAZ"])
  func goodMethods(method: String) {
    #expect(fault([Self.host], method: method) == nil)
  }

  @Test(
    "has no other method", arguments: ["", "GE T", " GET", "GET ", "G\tT", "GET:", "G(T", "G\u{0}T", "GÉT", "{GET}"])
  func badMethods(method: String) {
    #expect(fault([Self.host], method: method) == .malformedMethod)
  }

  @Test("asks for the server itself only with OPTIONS", arguments: ["GET", "POST", "options"])
  func asterisk(method: String) throws {
    #expect(fault([Self.host], method: method, target: "*") == .malformedTarget(.unknownForm))
    let options = HTTPRequestHead(method: "OPTIONS", target: "*", fields: [Self.host])
    #expect(try options.validated().target == RequestTarget("*"))
  }

  @Test(
    "has a target that is one",
    arguments: [
      ("/a b", .forbiddenByte(0x20)), ("/a\u{0}", .forbiddenByte(0)), ("/a#b", .forbiddenByte(0x23)),
      ("/%4", .badEscape), ("", .unknownForm), ("localhost:8080", .unknownForm), ("ftp://localhost/", .unknownForm),
    ] as [(String, RequestTarget.Fault)])
  func badTargets(target: String, reason: RequestTarget.Fault) {
    #expect(fault([Self.host], target: target) == .malformedTarget(reason))
  }

  @Test(
    "has field names that are tokens",
    arguments: [
      "", " ", "Content-Length ", "Host\t", " folded", "\tfolded", "a b", "a:b", "a\u{0}", "a\r", "é", "(a)", "a/b",
    ])
  func badFieldNames(name: String) {
    #expect(fault([Self.host, HTTPField(name, "0")]) == .malformedFieldName)
  }

  @Test(
    "has field values that can't end a line", arguments: ["\r", "\n", "\u{0}", "\r\n", "\r\nX: y", "a\u{0}b", "a\n b"])
  func badFieldValues(value: String) {
    #expect(fault([Self.host, HTTPField("X-a", value)]) == .malformedFieldValue("X-a"))
    #expect(fault([HTTPField("Host", value)]) == .malformedFieldValue("Host"))
  }

  @Test("may have any other value in a field", arguments: ["", "a\tb", "é", "\u{1}", "\u{7F}", "\u{FFFD}", ": , ; \""])
  func goodFieldValues(value: String) {
    #expect(fault([Self.host, HTTPField("X-a", value), HTTPField("X-a", value)]) == nil)
  }

  @Test(
    "has a length that is one whole number",
    arguments: ["", "-1", "+1", "1 ", " 1", "1.0", "1e1", "0x1", "1,1", "1, 1", "18446744073709551616", "１", "one"])
  func badLengths(length: String) {
    let line = HTTPField("content-length", length)
    #expect(fault([Self.host, line]) == .malformedContentLength)
    #expect(HTTPRequestHead(method: "POST", target: "/", fields: [line]).contentLength == nil)
  }

  @Test(
    "may have any that is",
    arguments: [("0", 0), ("00", 0), ("007", 7), ("18446744073709551615", .max)] as [(String, UInt64)])
  func goodLengths(text: String, length: UInt64) {
    let line = HTTPField("content-length", text)
    #expect(fault([Self.host, line]) == nil)
    #expect(HTTPRequestHead(method: "POST", target: "/", fields: [line]).contentLength == length)
  }

  @Test("has one length at most, the same or not", arguments: [("5", "5"), ("5", "6"), ("5", "x")])
  func repeatedLengths(first: String, second: String) {
    let lines = [Self.host, HTTPField("Content-Length", first), HTTPField("CONTENT-LENGTH", second)]
    #expect(fault(lines) == .repeatedField("Content-Length"))
  }

  @Test("may announce no length, which is not zero")
  func noLength() {
    #expect(HTTPRequestHead(method: "POST", target: "/").contentLength == nil)
  }

  @Test("may say that its body comes in chunks, in any case", arguments: ["chunked", "Chunked", "CHUNKED"])
  func chunked(coding: String) {
    #expect(fault([Self.host, HTTPField("transfer-encoding", coding)]) == nil)
  }

  @Test(
    "knows no other transfer coding",
    arguments: [
      "", "gzip", "identity", "gzip, chunked", "chunked, gzip", "chunked, chunked", "chunked,", "xchunked",
      "chunked;q=1",
      "\u{B}chunked",
    ])
  func unknownCodings(coding: String) {
    #expect(fault([Self.host, HTTPField("Transfer-Encoding", coding)]) == .unknownTransferCoding)
  }

  @Test(
    "has one transfer coding at most", arguments: [("chunked", "chunked"), ("gzip", "chunked"), ("chunked", "gzip")])
  func repeatedCodings(first: String, second: String) {
    let lines = [Self.host, HTTPField("Transfer-Encoding", first), HTTPField("transfer-encoding", second)]
    #expect(fault(lines) == .unknownTransferCoding)
  }

  @Test("says in one way only where its body ends", arguments: ["chunked", "gzip", ""], [HTTPVersion.http10, .http11])
  func ambiguousLength(coding: String, version: HTTPVersion) {
    let lines = [Self.host, HTTPField("Transfer-Encoding", coding), HTTPField("Content-Length", "5")]
    #expect(fault(lines, version: version) == .ambiguousLength)
    #expect(fault(lines.reversed(), version: version) == .ambiguousLength)
  }

  @Test("has no transfer coding in HTTP/1.0", arguments: ["chunked", "gzip"])
  func codingInHTTP10(coding: String) {
    let lines = [Self.host, HTTPField("Transfer-Encoding", coding)]
    #expect(fault(lines, version: .http10) == .transferEncodingInHTTP10)
    #expect(fault([Self.host, HTTPField("Content-Length", "5")], version: .http10) == nil)
  }

  @Test("names its host once in HTTP/1.1")
  func hosts() {
    #expect(fault([]) == .missingHost)
    #expect(fault([Self.host, Self.host]) == .repeatedField("Host"))
    #expect(fault([Self.host, HTTPField("HOST", "")]) == .repeatedField("Host"))
    #expect(fault([Self.host, Self.host], version: .http10) == .repeatedField("Host"))
  }

  @Test(
    "names a host that is one",
    arguments: ["", " ", ":8080", "user@localhost", "localhost, localhost", "a/b", "http://localhost", "*"])
  func badHosts(host: String) {
    #expect(fault([HTTPField("Host", host)]) == .malformedHost)
    #expect(fault([HTTPField("Host", host)], version: .http10) == .malformedHost)
  }

  @Test("may expect to be told to go on, and nothing else")
  func expectations() {
    for value in ["100-continue", "100-Continue"] {
      #expect(fault([Self.host, HTTPField("Expect", value)]) == nil)
      #expect(fault([Self.host, HTTPField("expect", value)], version: .http10) == nil)
    }
    for value in ["", "200-ok", "100-continue, x", "100-continue;a", "100"] {
      #expect(fault([Self.host, HTTPField("Expect", value)]) == .unknownExpectation)
    }
    #expect(
      fault([Self.host, HTTPField("Expect", "100-continue"), HTTPField("Expect", "x")]) == .unknownExpectation)
  }

  @Test("is told its first fault: method, names of fields, framing, host, target, expectation")
  func order() {
    let name = HTTPField("a b", "")
    let length = HTTPField("Content-Length", "x")
    let expectation = HTTPField("Expect", "x")
    #expect(fault([expectation, length, name], method: "", target: "x") == .malformedMethod)
    #expect(fault([expectation, length, name], target: "x") == .malformedFieldName)
    #expect(fault([expectation, length], target: "x") == .malformedContentLength)
    #expect(fault([expectation], target: "x") == .missingHost)
    #expect(fault([expectation, Self.host], target: "x") == .malformedTarget(.unknownForm))
    #expect(fault([expectation, Self.host]) == .unknownExpectation)
    #expect(fault([Self.host]) == nil)
  }
}
