import HTTPMessages

/// What every answer to a request needs of it.
struct Exchange: Hashable, Sendable {
  /// The client's name for the request, or ours.
  let requestID: String
  /// What the request counts as.
  var labels: RequestLabels
  /// The foreign origin, as it was sent, whose pages may read the answer; nil where there is none.
  var allowedOrigin: String?
  /// Whether the answer depends on where the page comes from.
  var variesByOrigin = false

  /// Adds to an answer the fields that all answers have; `caching` says who may keep it.
  func finish(_ response: HTTPResponse, caching: String = "no-store") -> HTTPResponse {
    var response = response
    response.fields.append("X-Content-Type-Options", "nosniff")
    response.fields.append("Cache-Control", caching)
    response.fields.append("X-Request-Id", requestID)
    if variesByOrigin { response.fields.append("Vary", "Origin") }
    if let allowedOrigin {
      response.fields.append("Access-Control-Allow-Origin", allowedOrigin)
      response.fields.append("Access-Control-Expose-Headers", Self.exposedFields)
    }
    return response
  }

  /// Who may keep what does not change while the program does not.
  static let cachingOfDocuments = "public, max-age=3600"
  /// What a page may read of an answer.
  static let exposedFields = "ETag, Location, Idempotency-Replayed, Retry-After, X-Request-Id"
  /// What a page may send, for the answer to a preflight.
  static let allowedFields =
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id"
  /// How long a browser may remember the answer to a preflight, in seconds.
  static let preflightSeconds = 600
}

/// The client's own name for a request where it can be used: 1 to 128 visible ASCII characters; else one of ours.
func requestID(of head: HTTPRequestHead, else fresh: @autoclosure () -> String) -> String {
  guard let sent = head.fields["X-Request-Id"], sent.isName else { return fresh() }
  return sent
}

extension String {
  /// Whether a client can call something so: 1 to 128 visible ASCII characters.
  var isName: Bool {
    (1...128).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
