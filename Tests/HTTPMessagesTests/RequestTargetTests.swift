import HTTPMessages
import Testing

@Suite("A request target")
struct RequestTargetTests {
  @Test(
    "has a path of segments, each decoded once",
    arguments: [
      ("/", [""]), ("//", ["", ""]), ("/sessions", ["sessions"]), ("/sessions/", ["sessions", ""]),
      ("/sessions/demo/taps", ["sessions", "demo", "taps"]), ("//healthz", ["", "healthz"]),
      ("/./a/../b", [".", "a", "..", "b"]), ("/%2e/%2E%2e", [".", ".."]),
      ("/%73essions/d%65m%6F", ["sessions", "demo"]),
      ("/a%2Fb/c", ["a/b", "c"]), ("/a%2fb%3Fc%23d", ["a/b?c#d"]), ("/%2561", ["%61"]), ("/%25", ["%"]),
      ("/a+b%2Bc%20d", ["a+b+c d"]), ("/%00a", ["\u{0}a"]), ("/%0D%0A", ["\r\n"]), ("/%C3%A9", ["é"]),
      ("/%FF%C3", ["\u{FFFD}\u{FFFD}"]), ("/a;b=c,d@e:f", ["a;b=c,d@e:f"]), ("/*", ["*"]),
      ("/http://host/", ["http:", "", "host", ""]),
    ])
  func path(raw: String, segments: [String]) throws {
    let target = try RequestTarget(raw)
    #expect(target.form == .path)
    // By their bytes: to Swift, characters that look alike are the same.
    #expect(target.segments.map { Array($0.utf8) } == segments.map { Array($0.utf8) })
    #expect(target.query == [])
  }

  @Test(
    "has a query of parameters in their order, decoded as a form's",
    arguments: [
      ("/a?", []), ("/a?&&", []), ("/a?limit=10", [("limit", "10")]), ("/a?x&y=", [("x", ""), ("y", "")]),
      ("/a?a=1&b=2&a=3", [("a", "1"), ("b", "2"), ("a", "3")]), ("/a?q=a+b%2Bc%20d", [("q", "a b+c d")]),
      ("/a?a+b=c", [("a b", "c")]), ("/a?%61=%2526", [("a", "%26")]), ("/a?a=b=c", [("a", "b=c")]),
      ("/a?=x", [("", "x")]), ("/a?a=%26%3D&b", [("a", "&="), ("b", "")]), ("/a?b?c/d", [("b?c/d", "")]),
      ("/a?A=1&a=2", [("A", "1"), ("a", "2")]), ("/a?x=%C3%A9", [("x", "é")]),
    ])
  func query(raw: String, parameters: [(String, String)]) throws {
    let target = try RequestTarget(raw)
    #expect(target.segments == ["a"])
    #expect(target.query == Query(parameters.map { HTTPField($0.0, $0.1) }))
  }

  @Test(
    "may name the host it is on",
    arguments: [
      ("http://localhost:8080/a/b?c=d", "localhost:8080", ["a", "b"], [HTTPField("c", "d")]),
      ("HTTPS://Example/", "example", [""], []),
      ("http://example", "example", [""], []),
      ("http://example?c", "example", [""], [HTTPField("c", "")]),
      ("http://[::1]:80//a", "[::1]:80", ["", "a"], []),
      ("http://example:/a", "example", ["a"], []),
    ])
  func absolute(raw: String, host: String, segments: [String], query: [HTTPField]) throws {
    let target = try RequestTarget(raw)
    #expect(target.form == .absolute(try #require(Authority(host))))
    #expect(target.segments == segments)
    #expect(target.query == Query(query))
  }

  @Test("may be the server itself")
  func asterisk() throws {
    let target = try RequestTarget("*")
    #expect(target.form == .asterisk)
    #expect(target.segments == [])
    #expect(target.query == [])
  }

  @Test(
    "is none of these",
    arguments: [
      "", "sessions", "?a", "**", "*?a", "*/", "localhost", "localhost:8080", "127.0.0.1:80", "http:", "http:/a",
      "http://",
      "http:///a", "http://?a", "http://user@host/", "http://user:secret@host/", "http://host:0/", "http://host:x/",
      "http://::1/", "http://[::1/", "http://ho%73t/", "ftp://host/", "file:///a", "ws://host/", "1http://host/",
      "://host/", "urn:a:b",
    ])
  func unknownForms(raw: String) {
    #expect(throws: RequestTarget.Fault.unknownForm) { try RequestTarget(raw) }
  }

  @Test(
    "has two hexadecimal digits after each %",
    arguments: [
      "/%", "/%2", "/a%2", "/%2G", "/%G2", "/%%20", "/%2%20", "/a?%", "/a?b=%4",
      "/a?%zz=1",
      "/%u0041", "%", "http://host/%", "/%+1", "/%-1",
    ])
  func badEscapes(raw: String) {
    #expect(throws: RequestTarget.Fault.badEscape) { try RequestTarget(raw) }
  }

  @Test("has visible ASCII characters alone, and no fragment")
  func forbiddenBytes() throws {
    for byte in UInt8.min...0x7F {
      let raw = "/a" + String(UnicodeScalar(byte)) + "20"
      if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "#") {
        #expect(throws: RequestTarget.Fault.forbiddenByte(byte)) { try RequestTarget(raw) }
      } else {
        #expect(try RequestTarget(raw).form == .path)
      }
    }
    for raw in ["/é", "/a?é", "http://h/é"] {
      #expect(throws: RequestTarget.Fault.forbiddenByte(0xC3)) { try RequestTarget(raw) }
    }
    for raw in ["#", "/#", "/a?b#c", "*#", "http://h#f"] {
      #expect(throws: RequestTarget.Fault.forbiddenByte(0x23)) { try RequestTarget(raw) }
    }
  }

  @Test("is judged byte by byte first, then by its escapes, then by its form")
  func order() {
    #expect(throws: RequestTarget.Fault.forbiddenByte(0x20)) { try RequestTarget("a% ") }
    #expect(throws: RequestTarget.Fault.badEscape) { try RequestTarget("a%") }
  }
}
