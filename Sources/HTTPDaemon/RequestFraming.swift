internal import HTTPMessages

/// What a head says of the body behind it, in libmicrohttpd's reading.
enum RequestFraming: Hashable {
  case noBody
  /// So many bytes.
  case length(Int)
  /// There is a body and nobody knows how long: a transfer coding.
  case unknown

  /// Reads it off a head: a transfer coding goes before a length, and of several lengths the first counts. (Such heads
  /// are refused further on, RFC 9112, section 6.3; here they must only not be mistaken.)
  init(_ fields: HTTPFields) {
    if fields["Transfer-Encoding"] != nil {
      self = .unknown
    } else if let length = fields["Content-Length"] {
      // libmicrohttpd has refused what is no number before it hands over the head.
      let bytes = Int(length) ?? Int.max
      self = bytes == 0 ? .noBody : .length(bytes)
    } else {
      self = .noBody
    }
  }
}
