import Testing

@testable import taptop

@Suite("A host")
struct HostTests {
  @Test(
    "is a name, an IPv4 address or an IPv6 address, in one form",
    arguments: [
      ("localhost", "localhost", .name), ("App.Example", "app.example", .name), ("my_app", "my_app", .name),
      ("3f2a9b", "3f2a9b", .name), ("xn--bcher-kva.example", "xn--bcher-kva.example", .name), ("a", "a", .name),
      ("1.2.3.a4", "1.2.3.a4", .name), (String(repeating: "a", count: 63), String(repeating: "a", count: 63), .name),
      ("127.0.0.1", "127.0.0.1", .ipv4), ("0.0.0.0", "0.0.0.0", .ipv4), ("255.255.255.255", "255.255.255.255", .ipv4),
      ("::1", "::1", .ipv6), ("::", "::", .ipv6), ("0:0:0:0:0:0:0:1", "::1", .ipv6),
      ("2001:DB8::A", "2001:db8::a", .ipv6),
      ("::ffff:127.0.0.1", "::ffff:127.0.0.1", .ipv6),
    ] as [(String, String, Host.Form)])
  func good(text: String, canonical: String, form: Host.Form) throws {
    let host = try #require(Host(text))
    #expect(host.text == canonical)
    #expect(host.form == form)
    #expect(host.authority == (form == .ipv6 ? "[\(canonical)]" : canonical))
    #expect(Host(authority: host.authority) == host)
  }

  @Test(
    "is none of these",
    arguments: [
      "", ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "a b", "a:80", "a/b", "a@b", "bücher.example", "*", "*.a",
      "[::1]",
      "::1%lo", ":::", "1::2::3", "12345::", "127.0.0.256", "127.0.0", "127.1", "1", "127.0.0.1.", "127.0.0.01", "a.1",
      "127.0.0.1\u{0}", "127.0.0.1\u{0}a", "a\n", String(repeating: "a", count: 64),
      String(repeating: "a.", count: 127) + "a",
    ])
  func bad(text: String) {
    #expect(Host(text) == nil)
  }

  @Test("may be 253 bytes long")
  func longest() {
    #expect(Host(String(repeating: "a.", count: 126) + "a") != nil)
  }

  @Test(
    "has brackets in a URL if and only if it is an IPv6 address",
    arguments: [
      "::1", "[127.0.0.1]", "[localhost]", "[]", "[", "]", "[::1", "::1]", "[[::1]]",
    ])
  func badAuthority(text: String) {
    #expect(Host(authority: text) == nil)
  }

  @Test(
    "that is any address is reached on loopback",
    arguments: [
      ("0.0.0.0", "127.0.0.1"), ("::", "::1"), ("0::0", "::1"), ("10.0.0.1", "10.0.0.1"), ("localhost", "localhost"),
    ])
  func reachable(text: String, reached: String) throws {
    #expect(try #require(Host(text)).reachable == Host(reached))
  }
}

@Suite("An origin")
struct OriginTests {
  @Test(
    "is a scheme, a host and perhaps a port, as a browser writes them",
    arguments: [
      ("https://app.example", "https://app.example"), ("http://localhost:3000", "http://localhost:3000"),
      ("HTTPS://App.Example", "https://app.example"), ("https://app.example:443", "https://app.example"),
      ("http://app.example:80", "http://app.example"), ("http://app.example:443", "http://app.example:443"),
      ("https://app.example:80", "https://app.example:80"), ("http://[0::1]:8080", "http://[::1]:8080"),
      ("http://127.0.0.1:65535", "http://127.0.0.1:65535"), ("capacitor://localhost", "capacitor://localhost"),
      ("chrome-extension://abcdef", "chrome-extension://abcdef"), ("http://a:0080", "http://a"),
    ])
  func good(text: String, serialized: String) {
    #expect(Origin(text)?.text == serialized)
  }

  @Test(
    "is none of these",
    arguments: [
      "", "*", "null", "app.example", "//app.example", "://app.example", "https:app.example", "https:/app.example",
      "https://", "https:///", "https://app.example/", "https://app.example/path", "https://app.example?q",
      "https://app.example#f", "https://user@app.example", "https://user:secret@app.example", "https://app.example:",
      "https://app.example:0", "https://app.example:65536", "https://app.example:+1", "https://app.example:80:80",
      "https://::1", "https://[::1", "https://[::1]x", "https://[::1]:", "https://*.app.example", "https://app example",
      " https://app.example", "https://app.example ", "https://bücher.example", "1https://app.example",
      "ht tps://app.example", "https://https://app.example", "file://",
    ])
  func bad(text: String) {
    #expect(Origin(text) == nil)
  }
}
