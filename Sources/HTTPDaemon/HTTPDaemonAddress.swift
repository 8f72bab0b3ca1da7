/// Where a daemon listens in fact.
public struct HTTPDaemonAddress: Hashable, Sendable {
  /// The numeric address, without brackets.
  public let host: String
  /// The port; never 0.
  public let port: UInt16

  /// Whether only this machine reaches it (RFC 5735, section 3, RFC 4291, sections 2.5.3 and 2.5.5.2).
  public var isLoopback: Bool {
    host == "::1" || host.hasPrefix("127.") || host.hasPrefix("::ffff:127.")
  }

  /// Both as a URL has them (RFC 3986, section 3.2): `127.0.0.1:8080`, `[::1]:8080`.
  public var authority: String { "\(hostAuthority):\(port)" }

  /// The address alone, as a URL has it.
  public var hostAuthority: String { host.contains(":") ? "[\(host)]" : host }
}
