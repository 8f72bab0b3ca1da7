/// A web origin, as a browser sends it in `Origin` (RFC 6454, section 6.2; default ports left out).
struct Origin: Hashable, Sendable {
  let text: String

  /// Reads `scheme://host[:port]`, in any case and with or without a default port; nil for anything else.
  ///
  /// Any scheme will do: apps built on web views have their own, such as `capacitor://localhost`.
  init?(_ text: String) {
    guard let separator = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard Self.isScheme(scheme), let authority = Authority(text[separator.upperBound...]) else { return nil }
    let port = authority.port == Self.defaultPorts[scheme] ? nil : authority.port
    self.text = "\(scheme)://\(authority.host.authority)" + (port.map { ":\($0)" } ?? "")
  }

  private static let defaultPorts: [String: UInt16] = ["http": 80, "https": 443]

  /// RFC 3986, section 3.1: a letter, then letters, digits and `+-.`.
  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetterOrDigit, !first.isDigit else { return false }
    return text.utf8.allSatisfy { byte in
      byte.isLetterOrDigit || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
  }
}
