import JSONText
import Testing

@testable import NavigationAPI

@Suite("The OpenAPI document")
struct OpenAPIDocumentTests {
  private let document: JSONValue

  init() throws {
    document = try JSONValue(parsing: OpenAPIDocument.json(version: "1.2.3"))
  }

  /// Every operation, as a method and a path.
  private var operations: [(name: String, operation: JSONValue)] {
    (document["paths"] ?? .null).members.flatMap { path in
      path.value.members.filter { $0.name != "parameters" }.map { ("\($0.name.uppercased()) \(path.name)", $0.value) }
    }
  }

  @Test("is of OpenAPI 3.1, and of this version of the program")
  func version() {
    #expect(document["openapi"]?.string == "3.1.0")
    #expect(document["info"]?["title"]?.string == "taptop")
    #expect(document["info"]?["version"]?.string == "1.2.3")
  }

  @Test("has every route of the code, and none that the code does not have")
  func routes() {
    let routes = Dictionary(grouping: Route.all, by: \.path).flatMap { path, routes in
      Router.allowedMethods(routes.map(\.method)).map { "\($0) \(path)" }
    }
    #expect(operations.map(\.name).sorted() == routes.sorted())
  }

  @Test("names every operation once, and says of each what it is for")
  func names() {
    let names = operations.compactMap { $0.operation["operationId"]?.string }
    #expect(names.count == operations.count)
    #expect(Set(names).count == names.count)
    for (name, operation) in operations {
      #expect(operation["summary"]?.string?.isEmpty == false, "\(name)")
      #expect(operation["x-problems"] == nil, "\(name)")
    }
  }

  @Test("has an example of every problem, and no other")
  func problems() throws {
    let examples = try #require(document["components"]?["examples"])
    #expect(examples.members.map(\.name) == ProblemCode.allCases.map(\.rawValue))
    for code in ProblemCode.allCases {
      let problem = try #require(examples[code.rawValue]?["value"])
      #expect(problem["type"]?.string == "/problems/\(code.rawValue)")
      #expect(problem["status"]?.number == Double(code.status))
      #expect(problem["title"]?.string == code.title)
    }
    let types = document["components"]?["schemas"]?["Problem"]?["properties"]?["type"]?["enum"]
    #expect(types == .array(ProblemCode.allCases.map { .string("/problems/\($0.rawValue)") }))
  }

  @Test("has every problem at some operation, but for the method that an operation does not have")
  func problemsOfOperations() {
    let references = operations.flatMap { $0.operation["responses"]?.members ?? [] }
      .compactMap { $0.value["$ref"]?.string?.split(separator: "/").last }
    let codes = Set(references.flatMap { $0.split(separator: ".").map(String.init) })
    #expect(codes == Set(ProblemCode.allCases.map(\.rawValue)).subtracting(["method-not-allowed"]))
  }

  @Test("is the same for everyone, and may be kept for a while", arguments: ["GET", "HEAD"])
  func answer(method: String) {
    var api = APIUnderTest(API.Configuration(version: "1.2.3"))
    var expected = Answer(
      200, String(decoding: OpenAPIDocument.json(version: "1.2.3"), as: UTF8.self),
      ["Content-Type: application/json"])
    expected.allowKeeping()
    #expect(api.answer(to: Request(method, "/openapi.json")) == expected)
  }
}
