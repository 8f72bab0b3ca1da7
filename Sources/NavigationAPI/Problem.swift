import HTTPMessages
public import JSONText

/// One refusal, as RFC 9457 tells it.
public struct Problem: Error, Hashable, Sendable {
  let code: ProblemCode
  /// One sentence: what was wrong, and what would be right.
  let detail: String
  /// Where in the body, as a JSON Pointer (RFC 6901).
  var pointer: String?
  /// Where in the text, from 1.
  var line: Int?
  /// Where in the line, in characters from 1.
  var column: Int?
  /// The session's present revision, where that says something.
  var revision: Int64?
  /// The methods that could have been used.
  var allowedMethods: [String]?
  /// How to say who calls (RFC 9110, section 11.6.1), where that is what is missing.
  var challenge: String?
  /// Whether what follows on the connection can't be trusted.
  var closesConnection = false

  init(_ code: ProblemCode, _ detail: String, pointer: String? = nil, revision: Int64? = nil) {
    self.code = code
    self.detail = detail
    self.pointer = pointer
    self.revision = revision
  }

  /// The answer that tells it.
  func response(requestID: String) -> HTTPResponse {
    var writer = JSONWriter()
    writer.write(self, requestID: requestID)
    var response = HTTPResponse(
      status: code.status, fields: [HTTPField("Content-Type", "application/problem+json")], body: writer.bytes,
      closesConnection: closesConnection)
    response.refusal = code.rawValue
    if let allowedMethods { response.fields.append("Allow", allowedMethods.joined(separator: ", ")) }
    if let challenge { response.fields.append("WWW-Authenticate", challenge) }
    if let seconds = code.retryAfterSeconds { response.fields.append("Retry-After", String(seconds)) }
    return response
  }
}

extension JSONWriter {
  /// Writes a problem; without a request, `requestID` is left out.
  public mutating func write(_ problem: Problem, requestID: String? = nil) {
    object { writer in
      writer.name("type")
      writer.string("/problems/\(problem.code.rawValue)")
      writer.name("title")
      writer.string(problem.code.title)
      writer.name("status")
      writer.integer(Int64(problem.code.status))
      writer.name("detail")
      writer.string(problem.detail)
      writer.write("requestId", requestID)
      writer.write("pointer", problem.pointer)
      writer.write("line", problem.line.map(Int64.init))
      writer.write("column", problem.column.map(Int64.init))
      writer.write("revision", problem.revision)
    }
  }

  private mutating func write(_ name: String, _ text: String?) {
    guard let text else { return }
    self.name(name)
    string(text)
  }

  private mutating func write(_ name: String, _ number: Int64?) {
    guard let number else { return }
    self.name(name)
    integer(number)
  }
}
