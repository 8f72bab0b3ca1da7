import HTTPMessages
import NavigationAPI
import Testing

@Suite("What stands in every answer")
struct ExchangeTests {
  private let exposed =
    "Access-Control-Expose-Headers: ETag, Location, Idempotency-Replayed, Retry-After, X-Request-Id"
  private let app: Origin

  init() throws {
    app = try #require(Origin("https://app.example"))
  }

  /// Requests whose answers are made in as many places as there are.
  private static let requests = [
    Request("GET", "/healthz"), Request("HEAD", "/readyz"), Request("GET", "/policies"),
    Request("OPTIONS", "/sessions"),
    Request("OPTIONS", "*"), Request("POST", "/sessions"), Request("PUT", "/sessions/demo"),
    Request("POST", "/sessions/demo/taps", #"{"tab":"games"}"#), Request("POST", "/sessions/demo/inputs", "[]"),
    Request("GET", "/sessions/demo"), Request("DELETE", "/sessions/demo"), Request("GET", "/sessions/gone"),
    Request("GET", "/nowhere"), Request("BREW", "/healthz"), Request("PUT", "/healthz"),
    Request("GET", "/sessions/%00"),
    Request("POST", "/sessions/demo/taps", "{"), Request("POST", "/sessions/demo/inputs", #"{"type":"statusBarTap"}"#),
  ]

  @Test("is that its content is what it says, that it is not kept, and the request's id, each once")
  func commonFields() {
    var api = APIUnderTest()
    for request in Self.requests {
      let answer = api.answer(to: request.with("X-Request-Id", "mine"))
      let place = "\(request.method) \(request.target)"
      #expect(answer.value(of: "X-Content-Type-Options") == "nosniff", "\(place)")
      #expect(answer.value(of: "Cache-Control") == "no-store", "\(place)")
      #expect(answer.value(of: "X-Request-Id") == "mine", "\(place)")
      let type = answer.body.isEmpty ? nil : answer.status < 400 ? "application/json" : "application/problem+json"
      #expect(answer.value(of: "Content-Type") == type, "\(place)")
      #expect((answer.status == 204) == answer.body.isEmpty, "\(place)")
    }
  }

  @Test(
    "is the client's id of the request, where it can be one",
    arguments: ["a", "1", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", String(repeating: "x", count: 128)])
  func goodRequestIDs(id: String) {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request("GET", "/healthz").with("x-request-id", id))
        == Answer(200, #"{"status":"ok"}"#, ["Content-Type: application/json"], requestID: id))
  }

  @Test(
    "is an id of ours, where the client's can't be one",
    arguments: ["", " ", "a b", "a\t", "é", "\u{7F}", "a\u{1}", "\u{FFFD}", String(repeating: "x", count: 129)])
  func badRequestIDs(id: String) {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request("GET", "/healthz").with("X-Request-Id", id))
        == Answer(200, #"{"status":"ok"}"#, ["Content-Type: application/json"], requestID: "fresh"))
  }

  @Test("is in a problem's body the same id")
  func requestIDOfAProblem() {
    var api = APIUnderTest()
    let answer = api.answer(to: Request("GET", "/nowhere").with("X-Request-Id", #"my"\"#))
    #expect(answer.value(of: "X-Request-Id") == #"my"\"#)
    #expect(answer.body.hasSuffix(#","requestId":"my\"\\"}"#))
  }

  @Test("is for pages of an allowed origin what lets them read it", arguments: requests)
  func allowedOrigin(request: Request) {
    var api = APIUnderTest(API.Configuration(origins: [app]))
    var other = APIUnderTest()
    var expected = other.answer(to: request)
    expected.fields += ["Vary: Origin", "Access-Control-Allow-Origin: https://app.example", exposed]
    expected.fields.sort()
    #expect(api.answer(to: request.with("Origin", "https://app.example")) == expected)
  }

  @Test("is for anyone else only that it could be another, where it could", arguments: requests)
  func noOrigin(request: Request) {
    var api = APIUnderTest(API.Configuration(origins: [app]))
    var other = APIUnderTest()
    var expected = other.answer(to: request)
    expected.fields = (expected.fields + ["Vary: Origin"]).sorted()
    #expect(api.answer(to: request) == expected)
    #expect(api.answer(to: request.with("Origin", "http://localhost:8080")).fields.contains("Vary: Origin"))
  }

  @Test("is the origin as the browser wrote it")
  func originAsWritten() {
    var api = APIUnderTest(API.Configuration(origins: [app]))
    for text in ["https://app.example", "https://app.example:443", "HTTPS://App.Example"] {
      let answer = api.answer(to: Request("GET", "/healthz").with("Origin", text))
      #expect(answer.value(of: "Access-Control-Allow-Origin") == text)
    }
  }

  @Test("is to a preflight also what may be sent")
  func preflight() {
    var api = APIUnderTest(API.Configuration(origins: [app]))
    let request = Request("OPTIONS", "/sessions/demo").with("Origin", "https://app.example")
    let plain = Answer(
      204, "",
      [
        "Allow: DELETE, GET, HEAD, OPTIONS, PUT", "Vary: Origin", "Access-Control-Allow-Origin: https://app.example",
        exposed,
      ])
    #expect(api.answer(to: request) == plain)

    var preflight = plain
    preflight.fields += [
      "Access-Control-Allow-Methods: DELETE, GET, HEAD, OPTIONS, PUT",
      "Access-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
        + "Last-Event-ID, X-Request-Id",
      "Access-Control-Max-Age: 600",
    ]
    preflight.fields.sort()
    #expect(api.answer(to: request.with("Access-Control-Request-Method", "PUT")) == preflight)
  }

  @Test("is to a preflight of the host's own pages nothing more")
  func ownPreflight() {
    var api = APIUnderTest()
    let request = Request("OPTIONS", "/policies").with("Origin", "http://localhost:8080")
    #expect(
      api.answer(to: request.with("Access-Control-Request-Method", "GET")) == .noContent("Allow: GET, HEAD, OPTIONS"))
  }
}
