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
