import HTTPMessages
import Testing

@Suite("An authority")
struct AuthorityTests {
  @Test(
    "is a host and perhaps a port",
    arguments: [
      ("localhost", "localhost", nil), ("LocalHost:8080", "localhost", 8080), ("127.0.0.1:1", "127.0.0.1", 1),
      ("a-b_c.example:65535", "a-b_c.example", 65535), ("app.example.", "app.example.", nil),
      ("app.example:", "app.example", nil), ("app.example:0080", "app.example", 80), ("7", "7", nil),
      ("[::1]", "[::1]", nil), ("[::1]:", "[::1]", nil), ("[2001:DB8::A]:443", "[2001:db8::a]", 443),
      ("[::ffff:127.0.0.1]:80", "[::ffff:127.0.0.1]", 80),
    ] as [(String, String, UInt16?)])
  func good(text: String, host: String, port: UInt16?) throws {
    let authority = try #require(Authority(text))
    #expect(authority.host == host)
    #expect(authority.port == port)
  }

  @Test(
    "is none of these",
    arguments: [
      "", ":", ":80", "::1", "a:b", "a:80:80", "a:0", "a:65536", "a:99999999999999999999", "a:-1", "a:+1", "a: 80",
      "a:80 ",
      "a:８０", "user@a", "user:secret@a", "user:80@a:80", "@a", "a/", "a?b", "a#b", "a,b", "a b", " a", "a ", "a\t",
      "a\u{0}",
      "a\r\n", "%61", "*", "*.example", "bücher.example", "[", "]", "[]", "[::1", "::1]", "[::1]x", "[::1]80",
      "[::1]:0", "[::1]:x", "[::1]:80:80", "x[::1]", "[[::1]]", "[1]", "[localhost]", "[::g]", "[fe80::1%25eth0]",
      "[v1.a:b]",
    ])
  func bad(text: String) {
    #expect(Authority(text) == nil)
  }

  @Test("equals another that means the same host and port")
  func equality() {
    #expect(Authority("EXAMPLE:080") == Authority("example:80"))
    #expect(Authority("example:") == Authority("example"))
    // What the default port is depends on a scheme, which an authority does not know.
    #expect(Authority("example:80") != Authority("example"))
  }
}
