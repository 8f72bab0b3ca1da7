/// What a request says before its body: request line and fields, as they came, nothing decoded (RFC 9112, section 3).
public struct HTTPRequestHead: Hashable, Sendable {
  /// The method, as it was written: methods know case (RFC 9110, section 9.1).
  public let method: String
  /// The request target, raw: percent-encoded and with its query.
  public let target: String
  /// The protocol version the client speaks.
  public let version: HTTPVersion
  /// The header fields.
  public let fields: HTTPFields

  /// Puts a head together.
  public init(method: String, target: String, version: HTTPVersion = .http11, fields: HTTPFields = []) {
    self.method = method
    self.target = target
    self.version = version
    self.fields = fields
  }
}

/// The versions of HTTP that are served.
public enum HTTPVersion: String, Hashable, Sendable {
  /// HTTP/1.0: `Host` may be missing and a connection ends with its answer.
  case http10 = "HTTP/1.0"
  /// HTTP/1.1.
  case http11 = "HTTP/1.1"
}

/// The body of a request, once nothing more of it will be kept.
public enum HTTPBody: Hashable, Sendable {
  /// The whole body, empty where there was none.
  case complete([UInt8])
  /// A body that turned out longer than the server takes; what came of it is dropped.
  case overLimit
}
