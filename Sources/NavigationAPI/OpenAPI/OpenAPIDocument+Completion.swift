import JSONText

/// What is not written at each operation, since all have it or a table of the code says it.
extension OpenAPIDocument {
  /// A path with all its operations: `HEAD` where there is `GET`, `OPTIONS` everywhere, and at each the problems and the
  /// fields that it has with others in common.
  static func completed(_ path: JSONValue, at name: String) -> JSONValue {
    let resource = resource(at: name)
    var members: [JSONMember] = []
    for member in path.members {
      guard let operation = resource.operation(for: member.name.uppercased()) else {
        members.append(member)
        continue
      }
      let value = completed(
        member.value, commonProblems(of: operation), security: operation.needsKey ? nil : openToAll)
      members.append(JSONMember(name: member.name, value: value))
      if member.name == "get" { members.append(JSONMember(name: "head", value: head(of: value))) }
    }
    let options = completed(
      options(of: resource, at: name),
      commonProblems(whileDraining: resource.answersWhileDraining), security: openToAll)
    return .object(members + [JSONMember(name: "options", value: options)])
  }

  /// What the table of routes has at a path of the document; nothing where it has nothing there.
  private static func resource(at path: String) -> Resource {
    let segments = path.split(separator: "/").map { segment in
      switch segment {
      case "{id}": "shop"
      case "{code}": ProblemCode.notFound.rawValue
      default: String(segment)
      }
    }
    return (try? Router.resource(at: segments)) ?? Resource(path: nil, operations: [])
  }

  /// An operation with the common fields at its answers, and with its problems: some of all operations', and those that
  /// it names in `x-problems`; `security` is nil where it is the document's.
  private static func completed(
    _ operation: JSONValue, _ common: [ProblemCode], security: JSONMember?
  ) -> JSONValue {
    let codes = Set(common + ownProblems(of: operation))
    return .object(
      operation.members.compactMap { member in
        switch member.name {
        case "x-problems": nil
        case "responses":
          JSONMember(
            name: member.name,
            value: .object(member.value.members.map(withCommonHeaders) + problemReferences(for: codes)))
        default: member
        }
      } + (security.map { [$0] } ?? []))
  }

  /// What says that an operation needs no key, whatever the document says of all.
  private static let openToAll = JSONMember(name: "security", value: .array([]))

  private static func ownProblems(of operation: JSONValue) -> [ProblemCode] {
    guard case .array(let words)? = operation["x-problems"] else { return [] }
    return words.map { word in
      guard let code = ProblemCode(rawValue: word.string ?? "") else { preconditionFailure("no problem: \(word)") }
      return code
    }
  }

  private static func commonProblems(of operation: Operation) -> [ProblemCode] {
    commonProblems(whileDraining: operation.answersWhileDraining)
      + (operation.needsKey ? [.unauthorized] : [])
      + (operation.readsBody
        ? [
          .malformedJSON, .duplicateMember, .unsupportedMediaType, .invalidValue, .missingMember, .unknownMember,
        ] : [])
  }

  /// What any request can be refused with, whatever it asks for.
  private static func commonProblems(whileDraining: Bool) -> [ProblemCode] {
    [
      .badRequest, .originNotAllowed, .bodyTooLarge, .expectationFailed, .hostNotAllowed, .notImplemented,
      .tooManyConnections,
    ] + (whileDraining ? [] : [.draining])
  }

  /// `HEAD`: what `GET` is, under another name; that no body comes is HTTP's own rule.
  private static func head(of get: JSONValue) -> JSONValue {
    .object(
      get.members.map { member in
        switch member.name {
        case "operationId": JSONMember(name: member.name, value: .string((member.value.string ?? "") + "Head"))
        case "summary": JSONMember(name: member.name, value: .string("The same without the body"))
        default: member
        }
      })
  }

  private static func options(of resource: Resource, at path: String) -> JSONValue {
    let name = path.split { !$0.isLetter }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    // What is wrong with the path is told whatever the method is.
    let problems: [ProblemCode] = path.contains("{id}") ? [.invalidSessionID] : path.contains("{") ? [.notFound] : []
    return parsed(
      #"""
      {
        "operationId": "methodsOf\#(name)",
        "tags": ["methods"],
        "summary": "Which methods can be used here",
        "description": "And what a browser asks before a page of another origin may send its request (CORS preflight).",
        "responses": {
          "204": {
            "description": "Allow names the methods. Where a page of an allowed origin asks, Access-Control-Allow-Methods and Access-Control-Allow-Headers say what it may send.",
            "headers": {
              "Allow": {
                "description": "The methods that can be used.", "required": true,
                "schema": {"const": "\#(resource.allowedMethods.joined(separator: ", "))"}
              },
              "Access-Control-Allow-Methods": {"$ref": "#/components/headers/Access-Control-Allow-Methods"},
              "Access-Control-Allow-Headers": {"$ref": "#/components/headers/Access-Control-Allow-Headers"},
              "Access-Control-Max-Age": {"$ref": "#/components/headers/Access-Control-Max-Age"}
            }
          }
        },
        "x-problems": [\#(problems.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]
      }
      """#)
  }
}
