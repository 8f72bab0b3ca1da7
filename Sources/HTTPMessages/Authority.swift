/// A host and perhaps a port, as `Host`, an origin and an absolute target name them (RFC 3986, section 3.2).
public struct Authority: Hashable, Sendable {
  /// The host in small letters; an IPv6 address in its brackets.
  public let host: String
  /// The port, where one is named.
  public let port: UInt16?

  /// Reads `host`, `host:port`, `[v6]` or `[v6]:port`; nil for anything else, user information included.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let hostEnd: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let address = bytes[1..<bracket]
      guard address.contains(UInt8(ascii: ":")), address.allSatisfy(isAddressCharacter) else { return nil }
      hostEnd = bracket + 1
    } else {
      hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
      guard hostEnd > 0, bytes[..<hostEnd].allSatisfy(isHostCharacter) else { return nil }
    }
    let rest = bytes[hostEnd...]
    if rest.count > 1 {
      let digits = rest.dropFirst()
      guard rest.first == UInt8(ascii: ":"), digits.allSatisfy(isDigit),
        let number = UInt16(String(decoding: digits, as: UTF8.self))
      else { return nil }
      port = number
    } else {
      // A colon with nothing behind it names no port (RFC 3986, section 3.2.3).
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
      port = nil
    }
    host = String(decoding: bytes[..<hostEnd].map(\.asciiLowercased), as: UTF8.self)
  }
}

/// Where a web page comes from: a scheme, a host and a port (RFC 6454, section 6.2).
public struct Origin: Hashable, Sendable {
  /// The scheme in small letters.
  public let scheme: String
  /// The host and, where it is not the scheme's default, the port.
  public let authority: Authority

  /// Reads `scheme://host` or `scheme://host:port`; nil for anything else, `null` and a path included.
  public init?(_ text: String) {
    guard let (scheme, authority) = text.splitScheme(), let authority = Authority(authority) else { return nil }
    self.scheme = scheme
    self.authority = authority
  }

  /// The port that is meant, the scheme's own filled in where none is named; nil for a scheme that has none we know.
  public var port: UInt16? { authority.port ?? defaultPort }

  /// Whether it is the same as another, written out or not.
  public func isSame(as other: Origin) -> Bool {
    scheme == other.scheme && authority.host == other.authority.host && port == other.port
  }

  /// Whether a request to this authority came from its own pages.
  ///
  /// A proxy may have ended the encryption, so the authority's missing port is the origin's default one.
  public func isOwn(of host: Authority) -> Bool {
    authority.host == host.host && port == (host.port ?? defaultPort)
  }

  private var defaultPort: UInt16? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }
}

extension String {
  /// The scheme, in small letters, and what stands behind its `://`; nil where there is no scheme.
  func splitScheme() -> (scheme: String, rest: String)? {
    let bytes = Array(utf8)
    guard
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      bytes[colon...].starts(with: "://".utf8),
      isLetter(bytes[0]), bytes[..<colon].allSatisfy(isSchemeCharacter)
    else { return nil }
    return (
      String(decoding: bytes[..<colon].map(\.asciiLowercased), as: UTF8.self),
      String(decoding: bytes[(colon + 3)...], as: UTF8.self)
    )
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte.asciiLowercased)
}

private func isSchemeCharacter(_ byte: UInt8) -> Bool {
  isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte)
}

/// Host names as they are in use: letters, digits, hyphen, dot, and the underscore of container networks.
private func isHostCharacter(_ byte: UInt8) -> Bool {
  isLetter(byte) || isDigit(byte) || "-._".utf8.contains(byte)
}

private func isAddressCharacter(_ byte: UInt8) -> Bool {
  isDigit(byte) || "abcdef:.".utf8.contains(byte.asciiLowercased)
}
