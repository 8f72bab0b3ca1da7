import HTTPMessages
import SessionEngine
import Testing

@testable import NavigationAPI

@Suite("A request with an Idempotency-Key")
struct RetryTests {
  private static let tap = Request("POST", "/sessions/demo/taps", #"{"tab":"games"}"#)

  private static let malformedKey = Answer.problem(
    400, "bad-request", "The request is malformed",
    "Idempotency-Key must stand once, and be 1 to 128 visible ASCII characters, without spaces.")

  /// A server whose session `demo` is `"aaaaaaaa-1"`, after a tap under the key `first`, and what that was answered.
  private static func server() -> (api: APIUnderTest, first: Answer) {
    var api = APIUnderTest()
    _ = api.answer(to: Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#))
    let first = api.answer(to: tap.with("Idempotency-Key", "first"))
    return (api, first)
  }

  /// An answer as it is given again.
  private static func again(_ answer: Answer) -> Answer {
    var again = answer
    again.fields = (again.fields + ["Idempotency-Replayed: true"]).sorted()
    return again
  }

  @Test("is answered as one without, and each that comes again with the same")
  func replay() {
    var plain = APIUnderTest()
    _ = plain.answer(to: Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#))
    var (api, first) = Self.server()
    #expect(first == plain.answer(to: Self.tap))
    _ = api.answer(to: Self.tap)
    for _ in 1...2 { #expect(api.answer(to: Self.tap.with("Idempotency-Key", "first")) == Self.again(first)) }
    #expect(api.answer(to: Request("GET", "/sessions/demo")).value(of: "ETag") == #""aaaaaaaa-2""#)
  }

  @Test("is another's on the other path, though the body is the same byte for byte")
  func otherPath() {
    var api = APIUnderTest()
    for (path, code) in [("taps", nil), ("inputs", "idempotency-key-reused")] as [(String, String?)] {
      let request = Request("POST", "/sessions/demo/\(path)", #"{"type":"tap","tab":"games"}"#)
      #expect(api.answer(to: request.with("Idempotency-Key", "one")).problemCode == code)
    }
  }

  @Test("may be an array, which has one key")
  func array() {
    var api = APIUnderTest()
    let request = Request("POST", "/sessions/demo/inputs", #"[{"type":"tap","tab":"games"},{"type":"popToRoot"}]"#)
      .with("Idempotency-Key", "one")
    let first = api.answer(to: request)
    #expect(first.status == 200 && first.body.hasPrefix("[") && first.value(of: "ETag") == #""aaaaaaaa-2""#)
    #expect(api.answer(to: request) == Self.again(first))
  }

  @Test("is the same by its decoded path and its body, byte for byte")
  func sameRequest() {
    var (api, first) = Self.server()
    var request = Self.tap.with("idempotency-key", "first").with("X-Other", "1").with("Content-Type", "text/plain")
    request.target = "/sessions/%64emo/%74aps?x=1"
    #expect(api.answer(to: request) == Self.again(first))
    for (target, body) in [
      ("/sessions/demo/taps", #"{"tab": "games"}"#), ("/sessions/demo/taps", #"[{"tab":"games"}]"#),
      ("/sessions/demo/inputs", #"{"type":"tap","tab":"games"}"#), ("/sessions/demo/inputs", "[]"),
    ] {
      let other = Request("POST", target, body).with("Idempotency-Key", "first")
      #expect(api.answer(to: other).problemCode == "idempotency-key-reused")
    }
    let elsewhere = Request("POST", "/sessions/other/taps", #"{"tab":"games"}"#).with("Idempotency-Key", "first")
    #expect(api.answer(to: elsewhere).value(of: "ETag") == #""aaaaaaaa-1""#)
  }

  @Test("is one key by every character of it")
  func sameKey() {
    var (api, _) = Self.server()
    for (number, key) in ["First", "first.", "\"first\"", "first,first", String(repeating: "~", count: 128), "!"]
      .enumerated()
    {
      let answer = api.answer(to: Self.tap.with("Idempotency-Key", key))
      #expect(answer.value(of: "ETag") == "\"aaaaaaaa-\(number + 2)\"")
    }
  }

  @Test(
    "is refused where the key can't be one",
    arguments: ["", " ", "a b", "a\t", "é", "\u{7F}", "a\u{1}", String(repeating: "x", count: 129)])
  func malformed(key: String) {
    var (api, _) = Self.server()
    #expect(api.answer(to: Self.tap.with("Idempotency-Key", key)) == Self.malformedKey)
    let inputs = Request("POST", "/sessions/demo/inputs", "[]").with("Idempotency-Key", key)
    #expect(api.answer(to: inputs) == Self.malformedKey)
  }

  @Test("is refused where it stands twice, be it the same")
  func twice() {
    var (api, _) = Self.server()
    let request = Self.tap.with("Idempotency-Key", "first").with("Idempotency-Key", "first")
    #expect(api.answer(to: request) == Self.malformedKey)
  }

  @Test("is one like any other where nothing is kept")
  func elsewhere() {
    var (api, _) = Self.server()
    for request in [
      Request("PUT", "/sessions/demo", #"{"tabs":["games"]}"#), Request("GET", "/sessions/demo"),
      Request("GET", "/healthz"), Request("POST", "/sessions", "{}"), Request("DELETE", "/sessions/demo"),
    ] {
      for key in ["first", "a b"] {
        var other = api
        #expect(other.answer(to: request.with("Idempotency-Key", key)).status < 300)
      }
      _ = api.answer(to: request)
    }
  }

  @Test("is looked for when the body is read, and before the session is")
  func order() {
    var (api, first) = Self.server()
    let request = Self.tap.with("Idempotency-Key", "first")
    #expect(api.answer(to: request.with("If-Match", #""7""#)) == Self.again(first))
    #expect(api.answer(to: request.with("If-Match", "7")).problemCode == "bad-request")
    #expect(api.answer(to: request.with("Content-Type", "text/html")).problemCode == "unsupported-media-type")
    #expect(api.answer(to: request.with("Content-Length", "262145")).problemCode == "body-too-large")
    var other = request
    other.body = .complete(Array("{".utf8))
    #expect(api.answer(to: other).problemCode == "malformed-json")
    #expect(api.answer(to: other.with("Idempotency-Key", "x")).problemCode == "bad-request")
    other.body = .complete(Array(#"{"tab":"nope"}"#.utf8))
    #expect(api.answer(to: other.with("If-Match", #""7""#)).problemCode == "idempotency-key-reused")
    other.body = .overLimit
    #expect(api.answer(to: other.with("Idempotency-Key", "x")).problemCode == "body-too-large")
  }

  @Test("finds its answer where no more sessions can be made")
  func fullServer() {
    var api = APIUnderTest(engine: EngineConfiguration(maxSessions: 1))
    let first = api.answer(to: Self.tap.with("Idempotency-Key", "first"))
    #expect(api.answer(to: Self.tap.with("Idempotency-Key", "first")) == Self.again(first))
  }

  @Test("that was refused has not used its key up")
  func refused() {
    var (api, _) = Self.server()
    var request = Request("POST", "/sessions/demo/taps", #"{"tab":"nope"}"#).with("Idempotency-Key", "new")
    #expect(api.answer(to: request).problemCode == "unknown-tab")
    #expect(api.answer(to: request.with("If-Match", #""7""#)).problemCode == "revision-mismatch")
    request.body = .complete(Array(#"{"tab":"games"}"#.utf8))
    #expect(api.answer(to: request).value(of: "ETag") == #""aaaaaaaa-2""#)
  }
}
