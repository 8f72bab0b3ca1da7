import HTTPMessages

/// A response in the form that tests compare and failures print: fields as sorted lines, the body as text.
struct Answer: Hashable {
  var status: Int
  var fields: [String]
  var body: String
  var closesConnection = false

  /// An answer with the fields that all answers have, and those given.
  init(_ status: Int, _ body: String, _ fields: [String], requestID: String = "fresh") {
    self.status = status
    self.fields =
      (["X-Content-Type-Options: nosniff", "Cache-Control: no-store", "X-Request-Id: \(requestID)"] + fields).sorted()
    self.body = body
  }

  /// An answer with JSON.
  static func json(_ body: String, status: Int = 200, _ fields: String...) -> Answer {
    Answer(status, body, ["Content-Type: application/json"] + fields)
  }

  /// The same answer as one that caches may keep.
  mutating func allowKeeping() {
    fields = fields.map { $0 == "Cache-Control: no-store" ? "Cache-Control: public, max-age=3600" : $0 }
  }

  /// An answer without a body.
  static func noContent(_ fields: String...) -> Answer {
    Answer(204, "", fields)
  }

  /// An answer that tells a problem.
  ///
  /// `detail` is as it stands in JSON, and `members` what stands behind the common ones.
  static func problem(
    _ status: Int, _ code: String, _ title: String, _ detail: String, _ members: String = "", fields: [String] = [],
    closesConnection: Bool = false
  ) -> Answer {
    let body = """
      {"type":"/problems/\(code)","title":"\(title)","status":\(status),"detail":"\(detail)","requestId":"fresh"\(members)}
      """
    var answer = Answer(status, body, ["Content-Type: application/problem+json"] + fields)
    answer.closesConnection = closesConnection
    return answer
  }

  init(_ response: HTTPResponse) {
    status = response.status
    fields = response.fields.lines.map { "\($0.name): \($0.value)" }.sorted()
    body = String(decoding: response.body, as: UTF8.self)
    closesConnection = response.closesConnection
  }

  /// The code of the problem that is told; nil where none is.
  var problemCode: String? {
    let start = #"{"type":"/problems/"#
    guard body.hasPrefix(start) else { return nil }
    return String(body.dropFirst(start.count).prefix { $0 != "\"" })
  }

  /// The value of a field that stands once; nil where it does not.
  func value(of name: String) -> String? {
    let lines = fields.filter { $0.hasPrefix(name + ": ") }
    return lines.count == 1 ? String(lines[0].dropFirst(name.count + 2)) : nil
  }
}
