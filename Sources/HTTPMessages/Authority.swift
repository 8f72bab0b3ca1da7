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
    host = String(decoding: bytes[..<hostEnd].map(\.asciiLowercased), as: UTF8.self)
    let rest = bytes[hostEnd...]
    if rest.count > 1 {
      let digits = rest.dropFirst()
      guard rest.first == UInt8(ascii: ":"), digits.allSatisfy(isDigit),
        let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0
      else { return nil }
      port = number
    } else {
      // A colon with nothing behind it names no port (RFC 3986, section 3.2.3).
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
      port = nil
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
