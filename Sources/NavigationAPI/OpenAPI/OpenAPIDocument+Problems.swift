import JSONText

/// The problems, out of their table.
extension OpenAPIDocument {
  private static let responsesPath = "#/components/responses/"

  /// The answers that tell one of these problems, one for each status.
  static func problemReferences(for codes: Set<ProblemCode>) -> [JSONMember] {
    Dictionary(grouping: ProblemCode.allCases.filter(codes.contains), by: \.status)
      .sorted { $0.key < $1.key }
      .map { status, codes in
        let name = codes.map(\.rawValue).joined(separator: ".")
        return JSONMember(name: String(status), value: parsed(#"{"$ref": "\#(responsesPath)\#(name)"}"#))
      }
  }

  /// The answers that the operations of these paths refer to.
  static func problemResponses(of paths: [JSONMember]) -> [JSONMember] {
    let operations = paths.flatMap { $0.value.members.map(\.value) }
    let references = operations.flatMap { $0["responses"]?.members ?? [] }.compactMap { $0.value["$ref"]?.string }
    return Set(references).sorted().map { reference in
      let name = String(reference.dropFirst(responsesPath.count))
      let codes = name.split(separator: ".").compactMap { ProblemCode(rawValue: String($0)) }
      return withCommonHeaders(JSONMember(name: name, value: problemResponse(codes)))
    }
  }

  /// An answer that tells one of these problems, all of one status.
  private static func problemResponse(_ codes: [ProblemCode]) -> JSONValue {
    let descriptions = codes.map { "`\($0.rawValue)`: \($0.title)." }.joined(separator: "\\n\\n")
    let types = codes.map { #""/problems/\#($0.rawValue)""# }.joined(separator: ", ")
    let examples = codes.map { ##""\##($0.rawValue)": {"$ref": "#/components/examples/\##($0.rawValue)"}"## }
    var headers: [String] = []
    if codes.contains(where: { $0.retryAfterSeconds != nil }) { headers.append("Retry-After") }
    if codes.contains(.unauthorized) { headers.append("WWW-Authenticate") }
    return parsed(
      #"""
      {
        "description": "\#(descriptions)",
        "headers": {\#(headers.map(headerReference).joined(separator: ", "))},
        "content": {
          "application/problem+json": {
            "schema": {
              "allOf": [\#(schema("Problem"))],
              "properties": {"type": {"enum": [\#(types)]}, "status": {"const": \#(codes[0].status)}}
            },
            "examples": {\#(examples.joined(separator: ", "))}
          }
        }
      }
      """#)
  }

  /// An example of every problem, as the server tells it.
  static var problemExamples: [JSONMember] {
    ProblemCode.allCases.map { code in
      var writer = JSONWriter()
      writer.object { writer in
        writer.name("summary")
        writer.string(code.title)
        writer.name("value")
        writer.write(code.example, requestID: "1fk3v9q0x2m7-42")
      }
      return JSONMember(name: code.rawValue, value: parsed(String(decoding: writer.bytes, as: UTF8.self)))
    }
  }

  /// An answer with the fields that all answers have, beside its own.
  static func withCommonHeaders(_ response: JSONMember) -> JSONMember {
    let own = response.value["headers"]?.members ?? []
    let common = parsed("{\(commonHeaders.map(headerReference).joined(separator: ", "))}").members
    let headers = own + common.filter { common in !own.contains { $0.name == common.name } }
    return JSONMember(
      name: response.name,
      value: .object(
        response.value.members.filter { $0.name != "headers" }
          + [JSONMember(name: "headers", value: .object(headers))]))
  }

  private static let commonHeaders = [
    "X-Request-Id", "X-Content-Type-Options", "Cache-Control", "Vary", "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
  ]

  /// A field of the document, as a member of an answer's.
  private static func headerReference(_ name: String) -> String {
    ##""\##(name)": {"$ref": "#/components/headers/\##(name)"}"##
  }
}
