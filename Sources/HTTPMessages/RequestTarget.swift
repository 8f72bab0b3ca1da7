/// What a request is for, taken apart (RFC 9112, section 3.2).
public struct RequestTarget: Hashable, Sendable {
  /// The forms of a target.
  public enum Form: Hashable, Sendable {
    /// A path on this server.
    case path
    /// A path with the host it is on, as proxies are asked; that host then counts, not the `Host` field.
    case absolute(Authority)
    /// `*`: the server itself.
    case asterisk
  }

  /// The form in which the target was sent.
  public let form: Form
  /// The segments of the path, each percent-decoded once; a trailing slash leaves an empty last one.
  public let segments: [String]
  /// The query's parameters in their order, decoded as a form's (`+` is a space).
  public let query: Query

  /// Why a target can't be read.
  public enum Fault: Error, Hashable, Sendable {
    /// It has a byte that can't stand in a target.
    case forbiddenByte(UInt8)
    /// A `%` is not followed by two hexadecimal digits.
    case badEscape
    /// It is neither a path, nor an absolute URI of HTTP, nor `*`.
    case unknownForm
  }

  /// Takes a target apart.
  ///
  /// - Parameter raw: The target as it came.
  /// - Throws: `Fault` where RFC 3986 would not have it.
  public init(_ raw: String) throws(Fault) {
    let forbidden = raw.utf8.first { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "#") }
    if let forbidden { throw .forbiddenByte(forbidden) }
    guard raw.utf8.hasWholeEscapes else { throw .badEscape }
    if raw == "*" {
      (form, segments, query) = (.asterisk, [], [])
      return
    }
    var rest = raw
    if raw.utf8.first == UInt8(ascii: "/") {
      form = .path
    } else {
      guard let (scheme, behind) = raw.splitScheme() else { throw .unknownForm }
      let end = behind.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? behind.endIndex
      guard scheme == "http" || scheme == "https", let authority = Authority(String(behind[..<end])) else {
        throw .unknownForm
      }
      form = .absolute(authority)
      rest = String(behind[end...])
      if !rest.utf8.starts(with: "/".utf8) { rest = "/" + rest }
    }
    let pathEnd = rest.utf8.firstIndex(of: UInt8(ascii: "?")) ?? rest.utf8.endIndex
    segments = rest.utf8[..<pathEnd].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { $0.percentDecoded(plusIsSpace: false) }
    query = Query(
      rest.utf8[pathEnd...].dropFirst().split(separator: UInt8(ascii: "&")).map { pair in
        let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPField(
          sides[0].percentDecoded(plusIsSpace: true),
          sides.count < 2 ? "" : sides[1].percentDecoded(plusIsSpace: true))
      })
  }
}

extension String.UTF8View {
  /// Whether every `%` is followed by two hexadecimal digits.
  fileprivate var hasWholeEscapes: Bool {
    var digitsDue = 0
    for byte in self {
      if digitsDue > 0 {
        guard byte.hexDigitValue != nil else { return false }
        digitsDue -= 1
      } else if byte == UInt8(ascii: "%") {
        digitsDue = 2
      }
    }
    return digitsDue == 0
  }
}

extension Substring.UTF8View {
  /// The text that these bytes stand for; bytes that are no UTF-8 become replacement characters, which no id has.
  fileprivate func percentDecoded(plusIsSpace: Bool) -> String {
    // Ids need no escapes, and most clients make none.
    guard contains(where: { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == UInt8(ascii: "+")) }) else {
      return String(Substring(self))
    }
    let bytes = Array(self)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexDigitValue: UInt8? {
    switch asciiLowercased {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): asciiLowercased - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
