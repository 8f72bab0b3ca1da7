import Glibc

/// A host as sockets and URLs know it: a name, an IPv4 address or an IPv6 address (RFC 3986, section 3.2.2).
///
/// Names are in lower case and addresses in the one form inet_ntop(3) gives them, so that equal hosts are equal values.
struct Host: Hashable, Sendable {
  /// The three ways to say where.
  enum Form: Hashable, Sendable {
    case name
    case ipv4
    case ipv6
  }

  /// Without brackets.
  let text: String
  let form: Form

  static let loopback = Host(text: "127.0.0.1", form: .ipv4)
  static let loopback6 = Host(text: "::1", form: .ipv6)

  private init(text: String, form: Form) {
    self.text = text
    self.form = form
  }

  /// Reads a name or an address without brackets; nil where it is neither.
  init?(_ text: String) {
    if let address = Self.canonicalAddress(text, family: AF_INET) {
      self.init(text: address, form: .ipv4)
    } else if let address = Self.canonicalAddress(text, family: AF_INET6) {
      self.init(text: address, form: .ipv6)
    } else if Self.isName(text) {
      self.init(text: text.lowercased(), form: .name)
    } else {
      return nil
    }
  }

  /// Reads a host as it stands in a URL or a `Host` field: an IPv6 address has brackets there.
  init?(authority: String) {
    let isBracketed = authority.hasPrefix("[") && authority.hasSuffix("]")
    guard let host = Host(isBracketed ? String(authority.dropFirst().dropLast()) : authority),
      (host.form == .ipv6) == isBracketed
    else {
      return nil
    }
    self = host
  }

  /// The host as it stands in a URL or a `Host` field.
  var authority: String {
    switch form {
    case .name, .ipv4: text
    case .ipv6: "[\(text)]"
    }
  }

  /// The host to reach a server at that listens on this one: "any address" is no address to connect to.
  var reachable: Host {
    switch text {
    case "0.0.0.0": .loopback
    case "::": .loopback6
    default: self
    }
  }

  private static func canonicalAddress(_ text: String, family: Int32) -> String? {
    // A C string would end at a NUL and make an address of what stands before it.
    guard !text.utf8.contains(0) else { return nil }
    var address = in6_addr()
    var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    // Safe: in6_addr is the larger of the two addresses, INET6_ADDRSTRLEN the longer of the two texts with its NUL.
    guard unsafe inet_pton(family, text, &address) == 1,
      unsafe inet_ntop(family, &address, &written, socklen_t(written.count)) != nil
    else {
      return nil
    }
    return String(decoding: written.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Host names (RFC 1123, section 2.1) and the underscores that container networks add to them.
  ///
  /// A last label of digits alone is refused: it is an address with a slip in it, such as `127.0.0.256`.
  private static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= longestName else { return false }
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      (1...longestLabel).contains(label.count)
        && label.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
    } && labels.last?.allSatisfy(\.isDigit) == false
  }

  /// Bytes in a host name and in one of its labels (RFC 1035, section 2.3.4; without the length bytes).
  private static let longestName = 253
  private static let longestLabel = 63
}

extension UInt8 {
  var isDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  var isLetterOrDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
