/// Where a daemon listens in fact.
public struct HTTPDaemonAddress: Hashable, Sendable {
  /// The numeric address, without brackets.
  public let host: String
  /// The port; never 0.
  public let port: UInt16

  /// Both as a URL has them (RFC 3986, section 3.2): `127.0.0.1:8080`, `[::1]:8080`.
  public var authority: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
