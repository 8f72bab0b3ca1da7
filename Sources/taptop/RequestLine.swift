import HTTPMessages
import NavigationCore

/// The part of a request that its log line names.
struct RequestLine: Sendable {
  let method: String
  private let target: String
  /// When its head had come.
  let arrived: Instant

  init(_ head: HTTPRequestHead, at now: Instant) {
    arrived = now
    method = head.method
    target = head.target
  }

  /// The path as it was sent, whatever form the target had (RFC 9112, section 3.2); empty where it had none.
  ///
  /// A query is left out, and so is what stands before a path: clients put keys and passwords there.
  var path: String {
    // Byte by byte: a character that joins a question mark would hide it.
    let target = target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    if target.first == UInt8(ascii: "/") || target.elementsEqual("*".utf8) { return String(Substring(target)) }
    let parts = target.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count == 4 ? "/" + String(Substring(parts[3])) : ""
  }
}
