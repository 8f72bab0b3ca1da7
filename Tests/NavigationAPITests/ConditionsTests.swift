import HTTPMessages
import SessionEngine
import Testing

@testable import NavigationAPI

@Suite("A conditional request")
struct ConditionsTests {
  /// A change of each kind, to the session `demo`.
  private static let changes = [
    Request("POST", "/sessions/demo/taps", #"{"tab":"games"}"#),
    Request("POST", "/sessions/demo/inputs", #"[{"type":"popToRoot","tab":"games"}]"#),
    Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#),
    Request("DELETE", "/sessions/demo"),
  ]

  /// A server whose session `demo` is `"aaaaaaaa-2"`.
  private static func server(_ engine: EngineConfiguration = EngineConfiguration()) -> APIUnderTest {
    var api = APIUnderTest(engine: engine)
    for _ in 0..<3 {
      _ = api.answer(to: Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#))
    }
    return api
  }

  private static func mismatch(revision: Int) -> Answer {
    .problem(
      412, "revision-mismatch", "The session is not in the state that was asked for",
      "The session is there, at revision \(revision), which If-Match or If-None-Match rules out; read it, and send the "
        + "change again if it still makes sense, or leave the field out to make it whatever is there.",
      #","revision":\#(revision)"#)
  }

  private static let nothingThere = Answer.problem(
    412, "revision-mismatch", "The session is not in the state that was asked for",
    "There is no session in a state that If-Match names; leave the field out to make one.")

  private static let malformedIfMatch = Answer.problem(
    400, "bad-request", "The request is malformed",
    #"If-Match must be *, or entity tags as ETag has them, such as \"abcdefgh-7\" or just \"7\"."#)

  private static let malformedIfNoneMatch = Answer.problem(
    400, "bad-request", "The request is malformed",
    "If-None-Match of a PUT must be *, which lets it make a session and replace none.")

  @Test(
    "is carried out where the session is in a state that If-Match names",
    arguments: changes.indices,
    [
      "*", #""aaaaaaaa-2""#, #""2""#, #""aaaaaaaa-1", "aaaaaaaa-2""#, #"W/"2","2""#, #""x", , "2","#,
      #""bbbbbbbb-2", "2""#,
    ])
  func holds(change: Int, field: String) {
    var (plain, api) = (Self.server(), Self.server())
    let request = Self.changes[change]
    let expected = plain.answer(to: request)
    #expect(expected.status < 300)
    #expect(api.answer(to: request.with("If-Match", field)) == expected)
    #expect(api.answer(to: Request("GET", "/sessions/demo")) == plain.answer(to: Request("GET", "/sessions/demo")))
  }

  @Test(
    "changes nothing where the session is in no state that If-Match names",
    arguments: changes.indices,
    [
      #""aaaaaaaa-1""#, #""aaaaaaaa-3""#, #""1""#, #""3""#, #"W/"aaaaaaaa-2""#, #"W/"2""#, #""bbbbbbbb-2""#,
      #""AAAAAAAA-2""#, #""02""#, #""aaaaaaaa-02""#, #""+2""#, #""aaaaaaaa-+2""#, #""-2""#, #""aaaaaaaa--2""#,
      #""2.0""#, #""2-2""#, #""aaaaaaaa""#, #""aaaaaaaa-""#, #""aaaaaaaa-2-2""#, #""""#, #""*""#, #""x""#, #""２""#,
      #""99999999999999999999""#, #""aaaaaaaa-1", "3", W/"2""#,
    ])
  func fails(change: Int, field: String) {
    var api = Self.server()
    let before = api.answer(to: Request("GET", "/sessions/demo"))
    #expect(api.answer(to: Self.changes[change].with("If-Match", field)) == Self.mismatch(revision: 2))
    #expect(api.answer(to: Request("GET", "/sessions/demo")) == before)
  }

  @Test("has one list, in however many lines it comes", arguments: changes.indices)
  func lines(change: Int) {
    var api = Self.server()
    let request = Self.changes[change].with("If-Match", #""1""#)
    #expect(api.answer(to: request) == Self.mismatch(revision: 2))
    #expect(api.answer(to: request.with("if-match", #""2""#)).status < 300)
  }

  @Test(
    "is refused where If-Match can't be read", arguments: changes.indices,
    ["", "2", "aaaaaaaa-2", #""2"#, #"w/"2""#, #""2" "3""#, #"*, "2""#, "**", ","])
  func malformed(change: Int, field: String) {
    var api = Self.server()
    let before = api.answer(to: Request("GET", "/sessions/demo"))
    #expect(api.answer(to: Self.changes[change].with("If-Match", field)) == Self.malformedIfMatch)
    #expect(
      api.answer(to: Self.changes[change].with("If-Match", #""2""#).with("If-Match", "\"")) == Self.malformedIfMatch)
    #expect(api.answer(to: Request("GET", "/sessions/demo")) == before)
  }

  @Test("that can't be read is told after the size of the body and before what is in it")
  func orderOfSyntax() {
    var api = Self.server()
    var request = Request("POST", "/sessions/demo/taps", "{").with("If-Match", "2")
    #expect(api.answer(to: request) == Self.malformedIfMatch)
    #expect(api.answer(to: request.with("Content-Length", "262145")).problemCode == "body-too-large")
    #expect(api.answer(to: request.with("Content-Type", "text/html")).problemCode == "unsupported-media-type")
    request.body = .overLimit
    #expect(api.answer(to: request).problemCode == "body-too-large")
    let put = Request("PUT", "/sessions/demo", "{").with("If-None-Match", "2")
    #expect(api.answer(to: put) == Self.malformedIfNoneMatch)
    api.phase = .draining
    #expect(api.answer(to: put).problemCode == "draining")
  }

  @Test("fails after its body is decoded, and before the core is asked")
  func orderOfFailure() {
    var api = Self.server()
    for (body, code) in [
      ("{", "malformed-json"), (#"{"tab":7}"#, "invalid-value"), (#"{"tab":"nope"}"#, "revision-mismatch"),
    ] {
      let request = Request("POST", "/sessions/demo/taps", body)
      #expect(api.answer(to: request.with("If-Match", #""1""#)).problemCode == code)
    }
    let request = Request("POST", "/sessions/demo/taps", #"{"tab":"nope"}"#)
    #expect(api.answer(to: request.with("If-Match", #""2""#)).problemCode == "unknown-tab")
  }

  @Test(
    "fails for a session that does not exist, where it could be made",
    arguments: [0, 1, 2], ["*", #""aaaaaaaa-0""#, #""0""#, #"W/"0""#])
  func unknownSession(change: Int, field: String) {
    var api = APIUnderTest()
    #expect(api.answer(to: Self.changes[change].with("If-Match", field)) == Self.nothingThere)
    #expect(api.answer(to: Request("GET", "/sessions/demo")).problemCode == "unknown-session")
  }

  @Test("of a session that must exist says that it does not, before anything of its state")
  func unknownSessionFirst() {
    var api = APIUnderTest(engine: EngineConfiguration(explicitSessions: true))
    for (request, code) in zip(
      Self.changes, ["unknown-session", "unknown-session", "revision-mismatch", "unknown-session"])
    {
      #expect(api.answer(to: request.with("If-Match", "*")).problemCode == code)
    }
    var implicit = APIUnderTest()
    #expect(implicit.answer(to: Self.changes[3].with("If-Match", "*")).problemCode == "unknown-session")
  }

  @Test("is told that there are too many sessions before anything of a state")
  func tooManySessions() {
    var api = APIUnderTest(engine: EngineConfiguration(maxSessions: 0))
    for request in Self.changes.prefix(3) {
      #expect(api.answer(to: request.with("If-Match", "*")).problemCode == "too-many-sessions")
    }
    #expect(api.answer(to: Self.changes[2].with("If-None-Match", "*")).problemCode == "too-many-sessions")
    // No inputs make no session.
    let empty = Request("POST", "/sessions/demo/taps", "[]")
    #expect(api.answer(to: empty.with("If-Match", "*")) == Self.nothingThere)
  }

  @Test("without inputs is one too", arguments: ["taps", "inputs"])
  func noInputs(form: String) {
    var api = Self.server()
    let request = Request("POST", "/sessions/demo/\(form)", "[]")
    #expect(api.answer(to: request.with("If-Match", #""2""#)) == .json("[]", #"ETag: "aaaaaaaa-2""#))
    #expect(api.answer(to: request.with("If-Match", #""1""#)) == Self.mismatch(revision: 2))
    let elsewhere = Request("POST", "/sessions/other/\(form)", "[]")
    #expect(api.answer(to: elsewhere.with("If-Match", "*")) == Self.nothingThere)
  }

  @Test("is judged once for an array: by the state before it")
  func array() {
    var api = Self.server()
    let request = Request("POST", "/sessions/demo/taps", #"[{"tab":"games"},{"tab":"games"}]"#)
    let sent = request.with("If-Match", #""2""#)
    #expect(api.answer(to: sent).value(of: "ETag") == #""aaaaaaaa-4""#)
    #expect(api.answer(to: sent) == Self.mismatch(revision: 4))
  }

  @Test("with If-None-Match: * makes a session and replaces none", arguments: ["*", " *\t"])
  func createOnly(field: String) {
    var api = APIUnderTest()
    let request = Self.changes[2].with("If-None-Match", field)
    #expect(api.answer(to: request).status == 201)
    #expect(api.answer(to: request) == Self.mismatch(revision: 0))
    _ = api.answer(to: Self.changes[3])
    #expect(api.answer(to: request).status == 201)
  }

  @Test(
    "to PUT is refused where If-None-Match says anything else",
    arguments: ["", "2", #""2""#, #""aaaaaaaa-2""#, #"W/"2""#, #"*, "2""#, "**"])
  func otherIfNoneMatch(field: String) {
    var api = APIUnderTest()
    #expect(api.answer(to: Self.changes[2].with("If-None-Match", field)) == Self.malformedIfNoneMatch)
    #expect(
      api.answer(to: Self.changes[2].with("If-None-Match", "*").with("If-None-Match", field))
        == Self.malformedIfNoneMatch)
    #expect(api.answer(to: Request("GET", "/sessions/demo")).problemCode == "unknown-session")
  }

  @Test("to PUT with both fields can't hold", arguments: ["*", #""2""#, #""aaaaaaaa-2""#, #""7""#])
  func both(field: String) {
    var (empty, api) = (APIUnderTest(), Self.server())
    let request = Self.changes[2].with("If-Match", field).with("If-None-Match", "*")
    #expect(empty.answer(to: request) == Self.nothingThere)
    #expect(api.answer(to: request) == Self.mismatch(revision: 2))
    #expect(api.answer(to: request.with("If-Match", "7")) == Self.malformedIfMatch)
    #expect(api.answer(to: request.with("If-None-Match", "7")) == Self.malformedIfNoneMatch)
  }

  @Test(
    "to read is told no more than the length where the client has that state already",
    arguments: ["GET", "HEAD"],
    ["*", #""aaaaaaaa-2""#, #"W/"aaaaaaaa-2""#, #""aaaaaaaa-1", , "aaaaaaaa-2""#])
  func notModified(method: String, field: String) {
    var api = Self.server()
    let request = Request(method, "/sessions/demo")
    // As to HEAD, the body is handed over: the daemon tells its length alone.
    let body = api.answer(to: request).body
    #expect(
      api.answer(to: request.with("If-None-Match", field)) == Answer(304, body, [#"ETag: "aaaaaaaa-2""#]))
  }

  @Test(
    "to read is answered in full where the client has another state, or says nothing that can be read",
    arguments: ["GET", "HEAD"],
    [
      #""aaaaaaaa-1""#, #""bbbbbbbb-2""#, #""AAAAAAAA-2""#, #""aaaaaaaa-02""#, #""2""#, #""*""#, "", "2",
      #""aaaaaaaa-2"#, #"*, "aaaaaaaa-2""#,
    ])
  func modified(method: String, field: String) {
    var api = Self.server()
    let request = Request(method, "/sessions/demo")
    let full = api.answer(to: request)
    #expect(full.status == 200)
    #expect(api.answer(to: request.with("If-None-Match", field)) == full)
  }

  @Test("to read a session that does not exist is 404 as ever", arguments: ["*", #""aaaaaaaa-2""#])
  func readUnknown(field: String) {
    var api = APIUnderTest()
    let request = Request("GET", "/sessions/demo")
    #expect(api.answer(to: request.with("If-None-Match", field)) == api.answer(to: request))
  }

  @Test("bears only the fields that its operation knows; others are passed over")
  func passedOver() {
    var api = Self.server()
    for request in [
      Request("GET", "/sessions/demo").with("If-Match", "7"),
      Request("POST", "/sessions").with("If-Match", "7").with("If-None-Match", "*"),
      Request("GET", "/policies").with("If-Match", "7").with("If-None-Match", "*"),
      Request("GET", "/healthz").with("If-None-Match", "*"),
      Request("OPTIONS", "/sessions/demo").with("If-Match", "7"),
      Self.changes[0].with("If-None-Match", "*"), Self.changes[3].with("If-None-Match", "7"),
    ] {
      #expect((200..<300).contains(api.answer(to: request).status), "\(request)")
    }
  }
}
