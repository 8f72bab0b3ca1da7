/// A host and perhaps a port, as they stand in a URL (RFC 3986, section 3.2): `app.example`, `[::1]:8080`.
struct Authority: Hashable, Sendable {
  let host: Host
  let port: UInt16?

  /// Reads `host` or `host:port`, the port from 1 to 65535; nil for anything else, user information included.
  init?(_ text: some StringProtocol) {
    let hostEnd: String.Index
    if text.hasPrefix("[") {
      guard let bracket = text.firstIndex(of: "]") else { return nil }
      hostEnd = text.index(after: bracket)
    } else {
      hostEnd = text.firstIndex(of: ":") ?? text.endIndex
    }
    guard let host = Host(authority: String(text[..<hostEnd])) else { return nil }
    self.host = host
    if hostEnd == text.endIndex {
      port = nil
    } else {
      let digits = text[hostEnd...].dropFirst()
      guard text[hostEnd] == ":", let number = UInt16(digits: digits), number > 0 else { return nil }
      port = number
    }
  }
}
