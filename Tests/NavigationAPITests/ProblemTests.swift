import HTTPMessages
import NavigationCore
import SessionEngine
import Testing

@testable import NavigationAPI

@Suite("A problem")
struct ProblemTests {
  /// A request that is refused, and the whole refusal.
  struct Example {
    let code: ProblemCode
    let request: Request
    var phase = API.Phase.serving
    var fault: StorageFault?
    var keys: APIKeys?
    let answer: Answer
  }

  /// A server with five sessions, which is all it can hold, and a key that the last of them keeps.
  private static func server() -> APIUnderTest {
    var api = APIUnderTest(API.Configuration(hosts: ["localhost"]), engine: EngineConfiguration(maxSessions: 5))
    let screens = (0..<Limits.screens).map { #""s\#($0)""# }.joined(separator: ",")
    let tabs = (0..<Limits.tabs).map { #""t\#($0)""# }.joined(separator: ",")
    for (id, session) in [
      ("demo", #"{"tabs":["games",{"id":"compose","selectable":false}]}"#),
      ("nothing", "{}"),
      ("deep", #"{"tabs":[{"id":"games","screens":[\#(screens)]}]}"#),
      ("wide", #"{"tabs":[\#(tabs)],"openTabs":true}"#),
      ("kept", #"{"tabs":["games"]}"#),
    ] {
      let answer = api.answer(to: Request("PUT", "/sessions/\(id)", session))
      precondition(answer.status == 201, "the session \(id) is made")
    }
    _ = api.answer(to: inputs("kept", #"{"type":"tap","tab":"games"}"#).with("Idempotency-Key", "1"))
    return api
  }

  private static func inputs(_ id: String, _ body: String) -> Request {
    Request("POST", "/sessions/\(id)/inputs", body)
  }

  private static func taps(_ body: String) -> Request {
    Request("POST", "/sessions/demo/taps", body)
  }

  private static func withHost(_ host: String, _ request: Request) -> Request {
    var request = request
    request.host = host
    return request
  }

  /// What is wrong with the request itself.
  private static let requestExamples = [
    Example(
      code: .badRequest, request: Request("GET", "/%zz"),
      answer: .problem(
        400, "bad-request", "The request is malformed",
        "The request target must have two hexadecimal digits after each %.", closesConnection: true)),
    Example(
      code: .expectationFailed, request: taps("{}").with("Expect", "200-ok"),
      answer: .problem(
        417, "expectation-failed", "The expectation can't be met",
        "The only expectation that can be met is 100-continue.", closesConnection: true)),
    Example(
      code: .notImplemented, request: taps("{}").with("Transfer-Encoding", "gzip, chunked"),
      answer: .problem(
        501, "not-implemented", "The server does not know this method or transfer coding",
        "The only transfer coding that is understood is chunked, once.", closesConnection: true)),
    Example(
      code: .notImplemented, request: Request("BREW", "/policies"),
      answer: .problem(
        501, "not-implemented", "The server does not know this method or transfer coding",
        "The method BREW is not one of HTTP's.")),
    Example(
      code: .hostNotAllowed, request: withHost("Evil.example:80", taps("{}")),
      answer: .problem(
        421, "host-not-allowed", "This server does not answer to that host name",
        "A server on loopback answers to localhost; start it with --allow-host evil.example for that name.")),
    Example(
      code: .notFound, request: Request("GET", "/nowhere"),
      answer: .problem(
        404, "not-found", "There is nothing at this path",
        "Nothing is at this path; GET /openapi.json shows all that there is.")),
    Example(
      code: .invalidSessionID, request: Request("GET", "/sessions/a%20b"),
      answer: .problem(
        400, "invalid-session-id", "The path's session id can't be one",
        #"A session's id must be 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not . or .., and not \"a b\"."#)),
    Example(
      code: .methodNotAllowed, request: Request("PUT", "/policies"),
      answer: .problem(
        405, "method-not-allowed", "The method can't be used here", "PUT can't be used here; use GET, HEAD, OPTIONS.",
        fields: ["Allow: GET, HEAD, OPTIONS"])),
    Example(
      code: .originNotAllowed, request: taps("{}").with("Origin", "https://evil.example"),
      answer: .problem(
        403, "origin-not-allowed", "Pages of this origin may not call",
        "Pages of https://evil.example may not call this server; start it with --allow-origin to let them.")),
    Example(
      code: .unauthorized, request: taps("{}").with("Authorization", "Bearer secret-of-nobody"), keys: .examples,
      answer: .problem(
        401, "unauthorized", "A key is needed to call",
        "The key is none of this server's; it may have been replaced: ask the server's owner for another.",
        fields: [#"WWW-Authenticate: Bearer error="invalid_token""#])),
    Example(
      code: .storageUnavailable, request: Request("GET", "/readyz"), fault: .full,
      answer: .problem(
        503, "storage-unavailable", "Sessions can't be kept at the moment",
        "The disk is full; nothing is acknowledged, so send the request again.", fields: ["Retry-After: 1"])),
    Example(
      code: .draining, request: Request("GET", "/readyz"), phase: .leaving,
      answer: .problem(
        503, "draining", "The server is about to stop",
        "The server is about to stop and has done nothing with this request; send it again, it reaches the next one.",
        fields: ["Retry-After: 1"])),
    Example(
      code: .unsupportedMediaType, request: taps("{}").with("Content-Type", "text/html; charset=utf-8"),
      answer: .problem(
        415, "unsupported-media-type", "The content type is not JSON",
        "The content type must be application/json, not text/html; charset=utf-8.")),
    Example(
      code: .bodyTooLarge, request: taps("{}").with("Content-Length", "262145"),
      answer: .problem(
        413, "body-too-large", "The body is too large", "A body may have 262144 bytes; send fewer inputs at a time.")),
  ]

  /// What is wrong with its body.
  private static let decodingExamples = [
    Example(
      code: .malformedJSON, request: taps("{\"tab\":\n games}"),
      answer: .problem(
        400, "malformed-json", "The body is not JSON",
        "The JSON text is wrong at line 2, column 2: games stands where a value belongs.", #","line":2,"column":2"#)),
    Example(
      code: .duplicateMember, request: taps(#"{"tab":"a","tab":"b"}"#),
      answer: .problem(
        400, "duplicate-member", "An object has a member twice",
        #"A member can be there only once, but at line 1, column 12: the member \"tab\" is there twice."#,
        #","line":1,"column":12"#)),
    Example(
      code: .invalidValue, request: taps(#"[{"tab":"games"},{"tab":"games","atMs":"now"}]"#),
      answer: .problem(
        422, "invalid-value", "A value can't stand here",
        "/1/atMs must be a number of milliseconds from 0 to 9007199254740991.", #","pointer":"/1/atMs""#)),
    Example(
      code: .missingMember, request: taps("{}"),
      answer: .problem(
        422, "missing-member", "A member is missing",
        #"/tab is missing; it must be an id: 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not \".\" or \"..\"."#,
        #","pointer":"/tab""#)),
    Example(
      code: .unknownMember, request: taps(#"{"tab":"games","a/~b":5}"#),
      answer: .problem(
        422, "unknown-member", "A member is not known here",
        #"Unknown member \"a/~b\"; a tap has tab, device, atMs."#, #","pointer":"/a~1~0b""#)),
    Example(
      code: .tooManyInputs, request: taps("[" + Array(repeating: "7", count: 101).joined(separator: ",") + "]"),
      answer: .problem(
        422, "too-many-inputs", "Too many inputs in one request",
        "At most 100 inputs are applied as one, and here are 101; send them in several requests.", #","pointer":"""#)),
  ]

  /// What the engine and the core refuse.
  private static let stateExamples = [
    Example(
      code: .unknownSession, request: Request("GET", "/sessions/gone"),
      answer: .problem(
        404, "unknown-session", "There is no such session",
        #"There is no session \"gone\"; create it with PUT /sessions/gone."#)),
    Example(
      code: .tooManySessions, request: Request("PUT", "/sessions/more"),
      answer: .problem(
        503, "too-many-sessions", "The server can't hold more sessions",
        "The server holds 5 sessions, its limit; delete some, or retry later.")),
    Example(
      code: .revisionMismatch, request: taps(#"{"tab":"games"}"#).with("If-Match", #""aaaaaaaa-7""#),
      answer: .problem(
        412, "revision-mismatch", "The session is not in the state that was asked for",
        "The session is there, at revision 0, which If-Match or If-None-Match rules out; read it, and send the change "
          + "again if it still makes sense, or leave the field out to make it whatever is there.",
        #","revision":0"#)),
    Example(
      code: .unknownTab, request: taps(#"{"tab":"nope"}"#),
      answer: .problem(
        422, "unknown-tab", "The session has no such tab",
        #"The session has no tab \"nope\"; name one of its tabs, or create it with openTabs to have tabs added."#,
        #","pointer":"/tab","revision":0"#)),
    Example(
      code: .unknownScreen, request: inputs("demo", #"{"type":"scroll","offset":1,"screen":"nope"}"#),
      answer: .problem(
        422, "unknown-screen", "The tab has no such screen",
        #"The stack of tab \"games\" has no screen \"nope\"; push it first, or name one that is there."#,
        #","pointer":"/screen","revision":0"#)),
    Example(
      code: .noSelectedTab, request: inputs("nothing", #"{"type":"statusBarTap"}"#),
      answer: .problem(
        422, "no-selected-tab", "No tab is selected",
        "No tab is selected, so the input must name one, or a tab be selected first.",
        #","pointer":"","revision":0"#)),
    Example(
      code: .tabNotSelectable, request: inputs("demo", #"{"type":"select","tab":"compose"}"#),
      answer: .problem(
        422, "tab-not-selectable", "The tab can't be selected",
        #"Tab \"compose\" can't be selected; select one that is selectable."#, #","pointer":"/tab","revision":0"#)),
    Example(
      code: .duplicateScreen, request: inputs("demo", #"[{"type":"popToRoot"},{"type":"push","screen":"games"}]"#),
      answer: .problem(
        422, "duplicate-screen", "The screen is on the stack already",
        #"The stack of tab \"games\" has a screen \"games\" already; each of its screens needs its own id."#,
        #","pointer":"/1/screen","revision":0"#)),
    Example(
      code: .tooManyScreens, request: inputs("deep", #"{"type":"push","screen":"more"}"#),
      answer: .problem(
        422, "too-many-screens", "The session can't hold more screens",
        "The session has 128 screens, and that is the most; pop some first.", #","pointer":"/screen","revision":0"#)),
    Example(
      code: .tooManyTabs, request: inputs("wide", #"{"type":"tap","tab":"more"}"#),
      answer: .problem(
        422, "too-many-tabs", "The session can't hold more tabs",
        "The session has 64 tabs, and that is the most; name one of them.", #","pointer":"/tab","revision":0"#)),
    Example(
      code: .cannotPopRoot, request: inputs("demo", #"{"type":"pop","count":2}"#),
      answer: .problem(
        422, "cannot-pop-root", "The root can't be popped",
        #"2 screens can't be popped from tab \"games\", whose stack has 1; the root stays."#,
        #","pointer":"/count","revision":0"#)),
    Example(
      code: .idempotencyKeyReused, request: inputs("kept", #"{"type":"popToRoot"}"#).with("Idempotency-Key", "1"),
      answer: .problem(
        422, "idempotency-key-reused", "The key is another request's",
        "Another request to this session had this Idempotency-Key; send a new key with a new request, and the same path "
          + "and body, byte for byte, to retry one.")),
  ]

  private static let examples = requestExamples + decodingExamples + stateExamples

  @Test("is told whole: status, fields and every byte", arguments: examples.indices)
  func whole(index: Int) {
    let example = Self.examples[index]
    var api = Self.server()
    api.phase = example.phase
    api.storageFault = example.fault
    api.keys = example.keys
    let answer = api.answer(to: example.request)
    #expect(answer == example.answer)
    #expect(answer.problemCode == example.code.rawValue)
  }

  @Test("of every kind is met by some request, or on a connection too many")
  func everyCode() {
    #expect(Set(Self.examples.map(\.code)).union([.tooManyConnections, .tooManyReaders]) == Set(ProblemCode.allCases))
  }

  @Test("tells that a connection is one too many")
  func tooManyConnections() {
    let request = Request("GET", "/healthz")
    let response = API(API.Configuration()).tooManyConnections(request.head, freshRequestID: "fresh")
    #expect(
      Answer(response)
        == .problem(
          503, "too-many-connections", "The server can't take more connections",
          "The server has all the connections it can take; try again in a moment, and keep the connection.",
          fields: ["Retry-After: 1"]))
  }

  @Test("that a connection is one too many can be read by the pages that may call, and no others")
  func tooManyConnectionsAcrossOrigins() throws {
    let origin = try #require(Origin("https://app.example"))
    let api = API(API.Configuration(origins: [origin]))
    let readable = ["https://app.example", "https://evil.example"].map { page in
      let request = Request("GET", "/healthz").with("Origin", page)
      return api.tooManyConnections(request.head, freshRequestID: "fresh").fields["Access-Control-Allow-Origin"]
    }
    #expect(readable == ["https://app.example", nil])
  }

  @Test("tells no more of what was sent than a hundred characters")
  func shortened() {
    var api = APIUnderTest()
    let long = String(repeating: "é", count: 101)
    let answer = api.answer(to: Request("GET", "/healthz").with("Origin", long))
    #expect(
      answer
        == .problem(
          403, "origin-not-allowed", "Pages of this origin may not call",
          "Pages of \(long.dropLast())… may not call this server; start it with --allow-origin to let them."))
  }
}
