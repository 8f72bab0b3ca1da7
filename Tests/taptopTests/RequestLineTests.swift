import HTTPMessages
import NavigationCore
import Testing

@testable import taptop

@Suite("The log line of a request")
struct RequestLineTests {
  @Test(
    "names the path, and nothing beside it that may be secret",
    arguments: [
      ("/sessions/a/taps", "/sessions/a/taps"), ("/", "/"), ("/a%3Fb//c/", "/a%3Fb//c/"), ("*", "*"), ("", ""),
      ("/sessions?after=1&key=secret", "/sessions"), ("/a?", "/a"), ("?secret", ""), ("/a#secret", "/a"),
      ("/a?\u{301}secret", "/a"), ("/a?b?secret", "/a"),
      ("http://name:secret@localhost/a/b?secret", "/a/b"), ("http://name:secret@localhost", ""),
      ("http://localhost?key=/secret", ""), ("name:secret@localhost:80", ""), ("secret/secret", ""),
    ] as [(String, String)])
  func path(target: String, path: String) {
    let line = RequestLine(HTTPRequestHead(method: "GET", target: target), at: Instant(microseconds: 0))
    #expect(line.path == path)
    #expect(line.method == "GET")
  }
}
