import HTTPMessages
import NavigationCore
import NavigationJSON
import Testing

@testable import NavigationAPI

@Suite("A path and a method")
struct RouterTests {
  /// Every method that HTTP knows.
  private static let methods = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "QUERY",
  ]

  /// The table of routes, written out once more.
  private static func operations(_ id: Navigation.ID) -> [(
    path: String, allow: String, [String: NavigationAPI.Operation]
  )] {
    [
      (
        "/sessions", "GET, HEAD, OPTIONS, POST",
        ["GET": .listSessions, "HEAD": .listSessions, "POST": .createSession]
      ),
      (
        "/sessions/demo", "DELETE, GET, HEAD, OPTIONS, PUT",
        ["GET": .showSession(id), "HEAD": .showSession(id), "PUT": .putSession(id), "DELETE": .deleteSession(id)]
      ),
      ("/sessions/demo/taps", "OPTIONS, POST", ["POST": .apply(.taps, to: id)]),
      ("/sessions/demo/inputs", "OPTIONS, POST", ["POST": .apply(.inputs, to: id)]),
      ("/sessions/demo/events", "GET, HEAD, OPTIONS", ["GET": .followSession(id), "HEAD": .followSession(id)]),
      ("/sessions/demo/steps", "GET, HEAD, OPTIONS", ["GET": .listSteps(id), "HEAD": .listSteps(id)]),
      ("/policies", "GET, HEAD, OPTIONS", ["GET": .listPolicies, "HEAD": .listPolicies]),
      ("/healthz", "GET, HEAD, OPTIONS", ["GET": .checkHealth, "HEAD": .checkHealth]),
      ("/readyz", "GET, HEAD, OPTIONS", ["GET": .checkReadiness, "HEAD": .checkReadiness]),
      ("/metrics", "GET, HEAD, OPTIONS", ["GET": .showMetrics, "HEAD": .showMetrics]),
      ("/openapi.json", "GET, HEAD, OPTIONS", ["GET": .showDocument, "HEAD": .showDocument]),
      (
        "/problems/not-found", "GET, HEAD, OPTIONS",
        ["GET": .explainProblem(.notFound), "HEAD": .explainProblem(.notFound)]
      ),
    ]
  }

  /// What a request is for; nil where it is answered at once.
  private func operation(_ method: String, _ target: String) -> NavigationAPI.Operation? {
    let reception = API(API.Configuration()).receive(
      Request(method, target).head, phase: .serving, keys: nil, freshRequestID: "fresh")
    if case .awaitBody(let call) = reception { return call.operation }
    return nil
  }

  @Test("say what is asked for, or which methods could be used")
  func table() throws {
    var api = APIUnderTest()
    for (path, allow, operations) in Self.operations(try #require(Navigation.ID("demo"))) {
      for method in Self.methods {
        #expect(operation(method, path) == operations[method], "\(method) \(path)")
        if method == "OPTIONS" {
          #expect(api.answer(to: Request(method, path)) == .noContent("Allow: \(allow)"), "\(path)")
        } else if operations[method] == nil {
          #expect(
            api.answer(to: Request(method, path))
              == .problem(
                405, "method-not-allowed", "The method can't be used here",
                "\(method) can't be used here; use \(allow).", fields: ["Allow: \(allow)"]),
            "\(method) \(path)")
        }
      }
    }
  }

  @Test("are all in that table")
  func nothingElse() throws {
    let id = try #require(Navigation.ID("demo"))
    let expected = Self.operations(id).flatMap { path, _, operations in
      operations.keys.filter { $0 != "HEAD" }.map { "\($0) \(path)" }
    }
    let routes = Route.all.map { route in
      let segments = route.path.split(separator: "/").map { segment in
        switch segment {
        case "{id}": id.text
        case "{code}": ProblemCode.notFound.rawValue
        default: String(segment)
        }
      }
      return "\(route.method) /" + segments.joined(separator: "/")
    }
    #expect(routes.sorted() == expected.sorted())
  }

  @Test("may ask what can be asked of the server at all")
  func asterisk() {
    var api = APIUnderTest()
    #expect(api.answer(to: Request("OPTIONS", "*")) == .noContent("Allow: DELETE, GET, HEAD, OPTIONS, POST, PUT"))
  }

  @Test("may be asked of a proxy, with the host in the target")
  func absoluteForm() throws {
    #expect(operation("GET", "http://localhost/healthz?x=y") == .checkHealth)
    #expect(operation("PUT", "http://localhost/sessions/demo") == .putSession(try #require(Navigation.ID("demo"))))
    #expect(operation("GET", "http://localhost") == nil)
  }

  @Test("do not depend on the query", arguments: ["?", "?a", "?a=b&a=c", "?/../x", "?%00"])
  func query(query: String) {
    #expect(operation("GET", "/healthz" + query) == .checkHealth)
  }

  @Test(
    "name the same session, however its id is escaped",
    arguments: [
      ("demo", "demo"), ("d%65mo", "demo"), ("%64%65%6d%6F", "demo"), ("A-Z.a_z~0:9", "A-Z.a_z~0:9"), ("...", "..."),
      ("%3A%7e", ":~"), ("taps", "taps"),
      (String(repeating: "%78", count: 64), String(repeating: "x", count: 64)),
    ])
  func escapedIDs(segment: String, text: String) throws {
    let id = try #require(Navigation.ID(text))
    #expect(operation("GET", "/sessions/\(segment)") == .showSession(id))
    #expect(operation("POST", "/sess%69ons/\(segment)/%74aps") == .apply(.taps, to: id))
  }

  @Test(
    "name no session where its id can't be one",
    arguments: [
      ("", ""), (".", "."), ("..", ".."), ("%2e%2E", ".."), ("a%20b", "a b"), ("a+b", "a+b"), ("a%2Fb", "a/b"),
      ("%2564emo", "%64emo"), ("%C3%A9", "é"), ("%FF", "\u{FFFD}"), ("a%22b", #"a\"b"#), ("%00", #"\u0000"#),
      ("{id}", "{id}"), ("%7Bid%7D", "{id}"), (String(repeating: "x", count: 65), String(repeating: "x", count: 65)),
      (String(repeating: "x", count: 101), String(repeating: "x", count: 100) + "…"),
    ])
  func badIDs(segment: String, shown: String) {
    var api = APIUnderTest()
    for request in [
      Request("GET", "/sessions/\(segment)"), Request("OPTIONS", "/sessions/\(segment)"),
      Request("BREW", "/sessions/\(segment)/inputs"),
    ] {
      #expect(
        api.answer(to: request)
          == .problem(
            400, "invalid-session-id", "The path's session id can't be one",
            "A session's id must be 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not . or .., and not \\\"\(shown)\\\"."
          ))
    }
  }

  @Test(
    "find nothing at another path",
    arguments: [
      "/", "//", "/nowhere", "/Sessions", "/sessions/demo/", "/sessions/demo/Taps", "/sessions/demo/taps/",
      "/sessions/demo/taps/1", "//sessions", "/./healthz", "/healthz/", "/healthz%2F", "/sessions%2Fdemo",
      "/healthz%00",
      "/sessions/demo%2Ftaps/x", "/policies/uikit", "/%68ealthz%20", "http://localhost", "/{id}",
      "/problems", "/problems/", "/problems/nothing", "/problems/Not-Found", "/problems/not-found/", "/openapi",
    ], ["GET", "POST", "OPTIONS", "BREW"])
  func notFound(path: String, method: String) {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request(method, path))
        == .problem(
          404, "not-found", "There is nothing at this path",
          "Nothing is at this path; GET /openapi.json shows all that there is."))
  }

  @Test(
    "know the case of a method, and methods that HTTP does not have", arguments: ["get", "Get", "BREW", "M-SEARCH"])
  func unknownMethods(method: String) {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request(method, "/healthz"))
        == .problem(
          501, "not-implemented", "The server does not know this method or transfer coding",
          "The method \(method) is not one of HTTP's."))
  }
}
