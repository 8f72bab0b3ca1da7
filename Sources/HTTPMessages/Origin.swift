/// Where a web page comes from: a scheme, a host and a port (RFC 6454, section 4); equal ones are equal values.
public struct Origin: Hashable, Sendable {
  /// The scheme in small letters: `http`, `https`, or that of an app's own web view, such as `capacitor`.
  public let scheme: String
  /// The host in small letters; an IPv6 address in its brackets.
  public let host: String
  /// The port; nil where it is the scheme's default one.
  public let port: UInt16?

  /// Reads `scheme://host` or `scheme://host:port`; nil for anything else, `null` and a path included.
  public init?(_ text: String) {
    guard let (scheme, rest) = text.splitScheme(), let authority = Authority(rest), rest.utf8.last != UInt8(ascii: ":")
    else { return nil }
    self.scheme = scheme
    host = authority.host
    port = authority.port == Self.defaultPorts[scheme] ? nil : authority.port
  }

  /// The origin as browsers send it.
  public var text: String {
    "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
  }

  /// Whether a request to this authority came from its own pages.
  ///
  /// Where the authority names no port the origin's default one is meant: behind a proxy that ended the encryption, a
  /// server does not know the scheme that the page was read with.
  public func isOwn(of authority: Authority) -> Bool {
    guard let defaultPort = Self.defaultPorts[scheme] else { return false }
    return host == authority.host && port == (authority.port == defaultPort ? nil : authority.port)
  }

  private static let defaultPorts: [String: UInt16] = ["http": 80, "https": 443]
}
