import HTTPMessages
import SessionEngine
import Testing

@testable import NavigationAPI

@Suite("The answer to what was done")
struct APIAnswersTests {
  private static let policy = """
    {"windowMs":3000,"minIntervalMs":0,"afterExpiry":"forget","returnTtlMs":300000,\
    "rules":[{"on":"doubleTap","do":"scrollToTop"}]}
    """

  /// A session of one tab, as JSON.
  private static func session(_ id: String, revision: Int) -> String {
    """
    {"id":"\(id)","revision":\(revision),"incarnation":"aaaaaaaa","selectedTab":"games","openTabs":false,\
    "reduceMotion":false,"tabs":[{"id":"games","selectable":true,"screens":[{"id":"games",\
    "supportsScrollToTop":true,"target":null,"position":null,"returnPosition":null}]}],"lastTap":null,\
    "policy":\(policy)}
    """
  }

  private static func firstTap(revision: Int, previous: String) -> String {
    """
    {"revision":\(revision),"type":"tap","tab":"games","previousTab":\(previous),"selectedTab":"games",\
    "reselected":\(previous == "null" ? "false" : "true"),"doubleTap":false,"intervalMs":null,"clock":null,\
    "directive":null,"reason":"firstTap"}
    """
  }

  private static let doubleTap = """
    {"revision":2,"type":"tap","tab":"games","previousTab":"games","selectedTab":"games","reselected":true,\
    "doubleTap":true,"intervalMs":12.5,"clock":"client","directive":{"action":"scrollToTop","tab":"games",\
    "screen":"games","target":{"edge":"top"},"animated":true},"reason":"doubleTap"}
    """

  @Test("to one input is its outcome")
  func oneInput() {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request("POST", "/sessions/demo/taps", #"{"tab":"games","atMs":100}"#))
        == .json(Self.firstTap(revision: 1, previous: "null"), #"ETag: "aaaaaaaa-1""#))
    #expect(
      api.answer(to: Request("POST", "/sessions/demo/inputs", #"{"type":"tap","tab":"games","atMs":112.5}"#))
        == .json(Self.doubleTap, #"ETag: "aaaaaaaa-2""#))
  }

  @Test("to an array is an array of outcomes and the state after them")
  func array() {
    var api = APIUnderTest()
    #expect(
      api.answer(
        to: Request("POST", "/sessions/demo/taps", #"[{"tab":"games","atMs":100},{"tab":"games","atMs":112.5}]"#))
        == .json("[\(Self.firstTap(revision: 1, previous: "null")),\(Self.doubleTap)]", #"ETag: "aaaaaaaa-2""#))
  }

  @Test("to an array of one is an array of one")
  func arrayOfOne() {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request("POST", "/sessions/demo/taps", #"[{"tab":"games"}]"#))
        == .json("[\(Self.firstTap(revision: 1, previous: "null"))]", #"ETag: "aaaaaaaa-1""#))
  }

  @Test("to an empty array is an empty array, with a state where there is a session", arguments: ["taps", "inputs"])
  func emptyArray(form: String) {
    var api = APIUnderTest()
    #expect(api.answer(to: Request("POST", "/sessions/demo/\(form)", " [ ] ")) == .json("[]"))
    #expect(api.answer(to: Request("GET", "/sessions/demo")).problemCode == "unknown-session")
    _ = api.answer(to: Request("PUT", "/sessions/demo"))
    #expect(api.answer(to: Request("POST", "/sessions/demo/\(form)", "[]")) == .json("[]", #"ETag: "aaaaaaaa-0""#))
  }

  @Test("to a refused array says which input it was, and nothing has happened")
  func refusedArray() {
    var api = APIUnderTest()
    _ = api.answer(to: Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#))
    let refused = api.answer(to: Request("POST", "/sessions/demo/taps", #"[{"tab":"games"},{"tab":"nope"}]"#))
    #expect(
      refused
        == .problem(
          422, "unknown-tab", "The session has no such tab",
          #"The session has no tab \"nope\"; name one of its tabs, or create it with openTabs to have tabs added."#,
          #","pointer":"/1/tab","revision":0"#))
    #expect(
      api.answer(to: Request("GET", "/sessions/demo"))
        == .json(Self.session("demo", revision: 0), #"ETag: "aaaaaaaa-0""#))
  }

  @Test("to PUT is the session, made or replaced")
  func put() {
    var api = APIUnderTest()
    let request = Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#)
    #expect(
      api.answer(to: request)
        == .json(
          Self.session("demo", revision: 0), status: 201, #"ETag: "aaaaaaaa-0""#, "Location: /sessions/demo"))
    #expect(api.answer(to: request) == .json(Self.session("demo", revision: 1), #"ETag: "aaaaaaaa-1""#))
  }

  @Test("to what was got and is sent back whole is the same session, one revision on")
  func putWhatWasGot() {
    var api = APIUnderTest()
    _ = api.answer(to: Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#))
    let got = api.answer(to: Request("GET", "/sessions/demo"))
    #expect(
      api.answer(to: Request("PUT", "/sessions/demo", got.body))
        == .json(Self.session("demo", revision: 1), #"ETag: "aaaaaaaa-1""#))
  }

  @Test("to POST is a session whose id the server made, and where it is", arguments: [#"{"tabs":["games"]}"#, ""])
  func post(body: String) {
    var api = APIUnderTest()
    let id = String(repeating: "a", count: 26)
    let answer = api.answer(to: Request("POST", "/sessions", body))
    let got = api.answer(to: Request("GET", "/sessions/\(id)"))
    #expect(answer == .json(got.body, status: 201, #"ETag: "aaaaaaaa-0""#, "Location: /sessions/\(id)"))
    if !body.isEmpty { #expect(answer.body == Self.session(id, revision: 0)) }
  }

  @Test("to POST with an id is a refusal: the server makes it")
  func postWithID() {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request("POST", "/sessions", #"{"id":"demo"}"#))
        == .problem(
          422, "invalid-value", "A value can't stand here",
          "/id must be left out, since the server makes the id of this session.", #","pointer":"/id""#))
  }

  @Test("to PUT with another id than the path's is a refusal")
  func putWithAnotherID() {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request("PUT", "/sessions/demo", #"{"id":"other"}"#))
        == .problem(
          422, "invalid-value", "A value can't stand here",
          #"/id must be \"demo\", as in the path, or left out."#, #","pointer":"/id""#))
    #expect(api.answer(to: Request("PUT", "/sessions/d%65mo", #"{"id":"demo"}"#)).status == 201)
  }

  @Test("to GET and HEAD is the session as it is", arguments: ["GET", "HEAD"])
  func read(method: String) {
    var api = APIUnderTest()
    _ = api.answer(to: Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#))
    // To HEAD too the body is handed over: the daemon tells its length alone.
    #expect(
      api.answer(to: Request(method, "/sessions/demo"))
        == .json(Self.session("demo", revision: 0), #"ETag: "aaaaaaaa-0""#))
  }

  @Test("to DELETE has no body, and only the first time")
  func delete() {
    var api = APIUnderTest()
    _ = api.answer(to: Request("PUT", "/sessions/demo"))
    #expect(api.answer(to: Request("DELETE", "/sessions/demo")) == .noContent())
    #expect(api.answer(to: Request("DELETE", "/sessions/demo")).problemCode == "unknown-session")
    #expect(api.answer(to: Request("GET", "/sessions/demo")).problemCode == "unknown-session")
  }

  @Test("to the question for policies is every preset, written out")
  func policies() {
    func policy(_ name: String, _ rules: String...) -> String {
      """
      "\(name)":{"windowMs":3000,"minIntervalMs":0,"afterExpiry":"forget","returnTtlMs":300000,\
      "rules":[\(rules.joined(separator: ","))]}
      """
    }
    let popFirst = #"{"on":"reselect","when":["deep"],"do":"popToRoot"}"#
    let reselectScrolls = #"{"on":"reselect","do":"scrollToTop"}"#
    let doubleTapScrolls = #"{"on":"doubleTap","do":"scrollToTop"}"#
    let statusBarScrolls = #"{"on":"statusBarTap","do":"scrollToTop"}"#
    let expected = [
      policy("doubleTap", doubleTapScrolls),
      policy("uikit", popFirst, doubleTapScrolls, statusBarScrolls),
      policy("reselect", popFirst, reselectScrolls, statusBarScrolls),
      policy(
        "return", popFirst, #"{"on":"reselect","when":["atTop"],"do":"returnToPosition"}"#, reselectScrolls,
        #"{"on":"statusBarTap","when":["atTop"],"do":"returnToPosition"}"#, statusBarScrolls),
      policy(
        "refresh", popFirst, #"{"on":"reselect","when":["atTop"],"do":"refresh"}"#, reselectScrolls, statusBarScrolls),
    ]
    var api = APIUnderTest()
    #expect(api.answer(to: Request("GET", "/policies")) == .json("{\(expected.joined(separator: ","))}"))
  }

  @Test("to the question for health is that all is well", arguments: ["/healthz", "/readyz"])
  func health(path: String) {
    var api = APIUnderTest()
    #expect(api.answer(to: Request("GET", path)) == .json(#"{"status":"ok"}"#))
  }

  @Test("that did not come before the server stopped says so")
  func stopped() {
    let api = API(API.Configuration())
    let reception = api.receive(Request("GET", "/policies").head, phase: .serving, keys: nil, freshRequestID: "fresh")
    guard case .awaitBody(let call) = reception else {
      Issue.record("the request was not taken")
      return
    }
    #expect(
      Answer(api.drainingResponse(to: call))
        == .problem(
          503, "draining", "The server is about to stop",
          "The server stops before it knows what came of this; send the request again, with the same Idempotency-Key if it "
            + "had one, since it may have been applied.", fields: ["Retry-After: 1"]))
  }
}
