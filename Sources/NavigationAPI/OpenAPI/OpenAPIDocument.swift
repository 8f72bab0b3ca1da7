import JSONText

/// What `GET /openapi.json` shows: this API as OpenAPI 3.1 describes it (https://spec.openapis.org/oas/v3.1.0).
///
/// Paths and schemas are written by hand, as JSON, in the files beside this one. What the code has a table of comes from
/// that table: limits, words, problems and what all operations have in common.
enum OpenAPIDocument {
  /// The document, as UTF-8.
  static func json(version: String) -> [UInt8] {
    var writer = JSONWriter(reserving: 131_072)
    writer.object { writer in
      writer.name("openapi")
      writer.string("3.1.0")
      writer.name("info")
      writer.object { writer in
        writer.name("title")
        writer.string("taptop")
        writer.name("version")
        writer.string(version)
        for member in parsed(about).members {
          writer.name(member.name)
          writer.write(member.value)
        }
      }
      for member in body {
        writer.name(member.name)
        writer.write(member.value)
      }
    }
    return writer.bytes
  }

  /// All behind `info`; put together once, when it is first asked for.
  private static let body: [JSONMember] = {
    let paths = parsed(sessionPaths, inputPaths, feedPaths, serverPaths).members.map { path in
      JSONMember(name: path.name, value: completed(path.value, at: path.name))
    }
    let components: [(name: String, value: JSONValue)] = [
      ("schemas", parsed(inputSchemas, sessionSchemas, policySchemas, outcomeSchemas, feedSchemas)),
      ("securitySchemes", parsed(securitySchemes)),
      ("parameters", parsed(parameters)),
      ("headers", parsed(headers)),
      ("responses", .object(problemResponses(of: paths))),
      ("examples", .object(problemExamples)),
    ]
    return parsed(outline).members + [
      JSONMember(name: "paths", value: .object(paths)),
      JSONMember(
        name: "components", value: .object(components.map { JSONMember(name: $0.name, value: $0.value) })),
    ]
  }()

  /// The members of one or more objects that are written in this program.
  static func parsed(_ texts: String...) -> JSONValue {
    var members: [JSONMember] = []
    for text in texts {
      do {
        members += try JSONValue(parsing: Array(text.utf8)).members
      } catch {
        preconditionFailure("line \(error.line), column \(error.column): \(error.problem) in \(text)")
      }
    }
    return .object(members)
  }
}

/// What the texts beside this file are written with.
extension OpenAPIDocument {
  /// A schema of the document.
  static func schema(_ name: String) -> String {
    ##"{"$ref": "#/components/schemas/\##(name)"}"##
  }

  /// A schema of the document for a member that may be null, which is as good as leaving it out.
  static func optional(_ name: String) -> String {
    #"{"anyOf": [\#(schema(name)), {"type": "null"}]}"#
  }

  /// That an object may have no other members than those named, but for nulls, which are as good as not there.
  static let noOthers = ##"""
    "additionalProperties": {"type": "null"}, "propertyNames": {"$ref": "#/components/schemas/MemberName"}
    """##

  /// The words of a list, as an array.
  static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> String {
    "[" + type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") + "]"
  }
}

extension JSONValue {
  /// The members of this object; none where it is something else.
  var members: [JSONMember] {
    if case .object(let members) = self { members } else { [] }
  }
}
