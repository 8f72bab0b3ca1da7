import HTTPMessages
import NavigationAPI
import SessionEngine
import Testing

@Suite("A request's head")
struct APIAdmissionTests {
  private static let maxBody = 100

  /// What can be wrong with a request to `taps`, in the order in which it is looked at.
  private enum Fault: CaseIterable {
    case framing, host, path, method, origin, key, draining, contentType, size, condition, json, session, state, core
  }

  /// A request that has these faults and no others, and the server that it meets.
  private func request(_ faults: Set<Fault>) -> (Request, APIUnderTest) {
    let configuration = API.Configuration(hosts: ["localhost"], maxBody: Self.maxBody)
    var api = APIUnderTest(configuration, engine: EngineConfiguration(explicitSessions: true))
    _ = api.answer(to: Request("PUT", "/sessions/made", #"{"tabs":["games"]}"#))
    if faults.contains(.draining) { api.phase = .draining }
    if faults.contains(.key) { api.keys = .examples }

    let id = faults.contains(.session) ? "unmade" : "made"
    let path = faults.contains(.path) ? "/sessions/\(id)/taps/" : "/sessions/\(id)/taps"
    let tab = faults.contains(.core) ? "nope" : "games"
    let body = #"{"tab":"\#(tab)"}"# + (faults.contains(.json) ? "}" : "")
    var request = Request(faults.contains(.method) ? "PUT" : "POST", path, body)
    if faults.contains(.framing) { request.fields.append(HTTPField("Expect", "x")) }
    if faults.contains(.host) { request.host = "evil.example" }
    if faults.contains(.origin) { request.fields.append(HTTPField("Origin", "https://evil.example")) }
    if faults.contains(.contentType) { request.fields.append(HTTPField("Content-Type", "text/html")) }
    if faults.contains(.condition) { request.fields.append(HTTPField("If-Match", "7")) }
    if faults.contains(.state) { request.fields.append(HTTPField("If-Match", "\"7\"")) }
    if faults.contains(.size) { request.fields.append(HTTPField("Content-Length", "\(Self.maxBody + 1)")) }
    return (request, api)
  }

  private func code(_ fault: Fault) -> String {
    switch fault {
    case .framing: "expectation-failed"
    case .host: "host-not-allowed"
    case .path: "not-found"
    case .method: "method-not-allowed"
    case .origin: "origin-not-allowed"
    case .key: "unauthorized"
    case .draining: "draining"
    case .contentType: "unsupported-media-type"
    case .size: "body-too-large"
    case .condition: "bad-request"
    case .json: "malformed-json"
    case .session: "unknown-session"
    case .state: "revision-mismatch"
    case .core: "unknown-tab"
    }
  }

  @Test("is looked at in one order: of any two faults the first is told")
  func order() {
    for (index, first) in Fault.allCases.enumerated() {
      for second in Fault.allCases[index...] {
        var (request, api) = request([first, second])
        #expect(api.answer(to: request).problemCode == code(first), "\(first) and \(second)")
      }
    }
    var (request, api) = request([])
    #expect(api.answer(to: request).status == 200)
  }

  @Test("is looked at so too where a body turns out too long only when it is there")
  func lateSize() {
    for (faults, expected) in [
      ([.contentType], "unsupported-media-type"), ([], "body-too-large"), ([.condition], "body-too-large"),
      ([.session], "body-too-large"),
    ] as [(Set<Fault>, String)] {
      var (request, api) = request(faults)
      request.body = .overLimit
      #expect(api.answer(to: request).problemCode == expected)
    }
  }

  @Test("names a host that is answered to", arguments: ["localhost", "LOCALHOST:1", "localhost:", "[::1]:80"])
  func hosts(host: String) {
    var api = APIUnderTest(API.Configuration(hosts: ["localhost", "[::1]"]))
    var request = Request("GET", "/healthz")
    request.host = host
    #expect(api.answer(to: request).status == 200)
    var absolute = Request("GET", "http://\(host)/healthz")
    absolute.host = "evil.example"
    #expect(api.answer(to: absolute).status == 200)
  }

  @Test(
    "names no other host", arguments: ["evil.example", "localhost.", "localhost.evil.example", "[::2]", "127.0.0.1:80"])
  func otherHosts(host: String) throws {
    let name = try #require(Authority(host)).host
    let expected = Answer.problem(
      421, "host-not-allowed", "This server does not answer to that host name",
      "A server on loopback answers to localhost; start it with --allow-host \(name) for that name.")
    var api = APIUnderTest(API.Configuration(hosts: ["localhost", "[::1]"]))
    var request = Request("GET", "/nowhere")
    request.host = host
    #expect(api.answer(to: request) == expected)
    #expect(api.answer(to: Request("GET", "http://\(host)/healthz")) == expected)
    var anywhere = APIUnderTest()
    #expect(anywhere.answer(to: request).problemCode == "not-found")
  }

  @Test("may name no host in HTTP/1.0")
  func noHost() {
    var api = APIUnderTest(API.Configuration(hosts: ["localhost"]))
    var request = Request("GET", "/healthz")
    request.version = .http10
    request.host = nil
    #expect(api.answer(to: request).status == 200)
    // Without a host, no origin is its own.
    #expect(api.answer(to: request.with("Origin", "http://localhost")).problemCode == "origin-not-allowed")
  }

  @Test(
    "comes from the host's own pages, default ports filled in",
    arguments: [
      ("localhost:8080", "http://localhost:8080"), ("localhost", "http://localhost"),
      ("localhost", "http://localhost:80"),
      ("localhost:80", "http://localhost"), ("localhost:443", "https://localhost"), ("localhost", "https://localhost"),
      ("LOCALHOST:8080", "http://LocalHost:8080"), ("[::1]:8080", "http://[::1]:8080"),
    ])
  func ownOrigins(host: String, origin: String) {
    var api = APIUnderTest()
    var request = Request("GET", "/healthz").with("Origin", origin)
    request.host = host
    #expect(api.answer(to: request) == .json(#"{"status":"ok"}"#))
  }

  @Test(
    "comes from no foreign page",
    arguments: [
      "null", "", "*", "nonsense", "http://localhost", "http://localhost:8081",
      "http://127.0.0.1:8080", "http://localhost.evil.example:8080", "https://app.example:444", "http://app.example",
      "https://app.example/", "https://app.example,https://app.example", "https://sub.app.example",
    ])
  func foreignOrigins(origin: String) throws {
    var api = APIUnderTest(API.Configuration(origins: [try #require(Origin("https://app.example"))]))
    for request in [
      Request("POST", "/sessions/demo/taps", #"{"tab":"games"}"#), Request("GET", "/healthz"), Request("OPTIONS", "*"),
    ] {
      #expect(
        api.answer(to: request.with("Origin", origin))
          == .problem(
            403, "origin-not-allowed", "Pages of this origin may not call",
            "Pages of \(origin) may not call this server; start it with --allow-origin to let them.",
            fields: ["Vary: Origin"]))
    }
    #expect(api.answer(to: Request("GET", "/sessions/demo")).problemCode == "unknown-session")
  }

  @Test("has no origin that is not allowed beside one that is, in either order")
  func twoOrigins() throws {
    var api = APIUnderTest(API.Configuration(origins: [try #require(Origin("https://app.example"))]))
    let (app, evil) = ("https://app.example", "https://evil.example")
    for (first, second) in [(app, evil), (evil, app)] {
      let answer = api.answer(to: Request("GET", "/healthz").with("Origin", first).with("Origin", second))
      #expect(answer.problemCode == "origin-not-allowed")
      #expect(answer.value(of: "Access-Control-Allow-Origin") == nil)
    }
  }

  @Test(
    "has the content type of JSON, or one that nobody chose",
    arguments: [
      "application/json", "Application/JSON", "application/json; charset=utf-8", "application/json;charset=\"utf-8\"",
      "application/json ;a=b", "application/problem+json", "application/vnd.taptop.v1+JSON; a=b",
      "application/x-www-form-urlencoded", "text/plain", "text/plain;charset=UTF-8", "TEXT/PLAIN",
    ])
  func contentTypes(type: String) {
    var api = APIUnderTest()
    let request = Request("POST", "/sessions/demo/taps", #"{"tab":"games"}"#)
    #expect(api.answer(to: request).status == 200)
    #expect(api.answer(to: request.with("Content-Type", type)).status == 200)
  }

  @Test(
    "has no other content type",
    arguments: [
      "", ";", "json", "text/json", "text/html", "application", "application/", "application/jsonx", "application/xml",
      "multipart/form-data; boundary=x", "application/octet-stream", "image/svg+xml", "*/*", "text/x+json",
      "application/json, text/html", "text/html; application/json",
    ])
  func otherContentTypes(type: String) {
    var api = APIUnderTest()
    for request in [
      Request("POST", "/sessions"), Request("PUT", "/sessions/demo"), Request("POST", "/sessions/demo/taps"),
      Request("POST", "/sessions/demo/inputs"),
    ] {
      let expected = Answer.problem(
        415, "unsupported-media-type", "The content type is not JSON",
        "The content type must be application/json, not \(type).")
      #expect(api.answer(to: request.with("Content-Type", type)) == expected)
      let twice = request.with("Content-Type", "application/json").with("content-type", type)
      #expect(api.answer(to: twice) == expected)
    }
  }

  @Test("may have any content type where no body is read")
  func unreadBodies() {
    var api = APIUnderTest()
    _ = api.answer(to: Request("PUT", "/sessions/demo"))
    for request in [
      Request("GET", "/sessions/demo"), Request("GET", "/policies"), Request("OPTIONS", "/sessions"),
      Request("DELETE", "/sessions/demo"),
    ] {
      #expect(api.answer(to: request.with("Content-Type", "text/html")).status < 300)
    }
  }

  @Test("announces no more than the longest body", arguments: ["GET", "OPTIONS", "PUT"])
  func declaredSize(method: String) {
    var api = APIUnderTest(API.Configuration(maxBody: 7))
    let request = Request(method, "/sessions/demo", "{}")
    let tooLarge = Answer.problem(
      413, "body-too-large", "The body is too large", "A body may have 7 bytes; send fewer inputs at a time.")
    for length in ["8", "18446744073709551615"] {
      #expect(api.answer(to: request.with("Content-Length", length)) == tooLarge)
    }
    for length in ["0", "7", "0007"] {
      #expect(api.answer(to: request.with("Content-Length", length)).status != 413)
    }
    if method != "OPTIONS" {
      var late = request
      late.body = .overLimit
      #expect(api.answer(to: late) == tooLarge)
    }
  }

  /// A request for each operation, with the statuses of the answers while the server serves, leaves and drains.
  private static let phases: [(Request, [Int])] = [
    (Request("POST", "/sessions"), [201, 201, 503]),
    (Request("PUT", "/sessions/demo"), [201, 201, 503]),
    (Request("GET", "/sessions/demo"), [404, 404, 503]),
    (Request("HEAD", "/sessions/demo"), [404, 404, 503]),
    (Request("DELETE", "/sessions/demo"), [404, 404, 503]),
    (Request("POST", "/sessions/demo/taps", #"{"tab":"games"}"#), [200, 200, 503]),
    (Request("POST", "/sessions/demo/inputs", "[]"), [200, 200, 503]),
    (Request("GET", "/policies"), [200, 200, 503]),
    (Request("GET", "/healthz"), [200, 200, 200]),
    (Request("GET", "/readyz"), [200, 503, 503]),
    (Request("HEAD", "/readyz"), [200, 503, 503]),
    (Request("OPTIONS", "/sessions/demo"), [204, 204, 503]),
    (Request("OPTIONS", "*"), [204, 204, 503]),
    (Request("OPTIONS", "/healthz"), [204, 204, 204]),
    (Request("OPTIONS", "/readyz"), [204, 204, 204]),
  ]

  @Test("is met as it befits the time that the server has left")
  func phases() {
    let draining = Answer.problem(
      503, "draining", "The server is about to stop",
      "The server is about to stop and has done nothing with this request; send it again, it reaches the next one.",
      fields: ["Retry-After: 1"])
    for (request, statuses) in Self.phases {
      for (phase, status) in zip([API.Phase.serving, .leaving, .draining], statuses) {
        var api = APIUnderTest()
        api.phase = phase
        let answer = api.answer(to: request)
        #expect(answer.status == status, "\(request.method) \(request.target), \(phase)")
        if status == 503 { #expect(answer == draining, "\(request.method) \(request.target), \(phase)") }
      }
    }
  }
}
