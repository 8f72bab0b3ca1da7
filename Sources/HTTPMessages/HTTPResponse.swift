/// An answer to a request: status, fields and a body that is there whole (RFC 9110, section 15).
public struct HTTPResponse: Hashable, Sendable {
  /// The three-digit status code.
  public var status: Int
  /// The header fields, `Content-Length` and `Date` left out: the daemon knows them.
  public var fields: HTTPFields
  /// The body.
  ///
  /// To `HEAD`, and with the status 304, the daemon sends its length alone.
  public var body: [UInt8]
  /// Whether the connection must end with this answer, because what follows on it can't be trusted.
  public var closesConnection: Bool
  /// Whether it is the head alone of a body that would come in pieces, so that there is no length to tell (RFC 9110,
  /// section 8.6).
  public var isHeadOfStream = false
  /// What a refusal is called, for those who log and count; it is not sent.
  public var refusal: String?

  /// Puts an answer together.
  public init(status: Int, fields: HTTPFields = [], body: [UInt8] = [], closesConnection: Bool = false) {
    self.status = status
    self.fields = fields
    self.body = body
    self.closesConnection = closesConnection
  }
}
