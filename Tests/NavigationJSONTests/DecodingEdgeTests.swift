import JSONText
import NavigationCore
import NavigationJSON
import Testing

/// A body, and what it is refused with; nil where it is accepted.
struct Body: Sendable, CustomTestStringConvertible {
  let form: Form
  let text: String
  let refusal: String?

  enum Form: Sendable {
    case tap, input, session
  }

  init(_ form: Form, _ text: String, _ refusal: String? = nil) {
    self.form = form
    self.text = text
    self.refusal = refusal
  }

  var testDescription: String { "\(form) \(text.prefix(80))" }

  /// What reading it says: the code and the place.
  var found: String? {
    let json = Array(text.utf8)
    do throws(NavigationJSON.DecodingError) {
      switch form {
      case .tap: _ = try InputBatch(json: json, form: .taps)
      case .input: _ = try InputBatch(json: json, form: .inputs)
      case .session: _ = try decodeSession(json: json, identity: .open(default: Self.id), revision: .passedOver)
      }
      return nil
    } catch {
      if let line = error.line, let column = error.column { return "\(error.code) \(line):\(column)" }
      return "\(error.code) \(error.pointer?.text ?? "nowhere")"
    }
  }

  static var id: Navigation.ID {
    guard let id = Navigation.ID("s") else { preconditionFailure("s is an id") }
    return id
  }
}

@Suite("The edges of decoding")
struct DecodingEdgeTests {
  private func check(_ body: Body) {
    #expect(body.found == body.refusal)
  }

  @Test(
    "ids are 1 to 64 characters of a small set",
    arguments: ["tab", "device"].flatMap { member in
      let (before, after) = member == "tab" ? ("{\"tab\":", "}") : ("{\"tab\":\"a\",\"device\":", "}")
      let bad = "invalid-value /\(member)"
      return [
        Body(.tap, before + "\"" + String(repeating: "a", count: 64) + "\"" + after),
        Body(.tap, before + "\"" + String(repeating: "a", count: 65) + "\"" + after, bad),
        Body(.tap, before + #""AZaz09._~:-""# + after), Body(.tap, before + #""...""# + after),
        Body(.tap, before + #""-""# + after), Body(.tap, before + #""""# + after, bad),
        Body(.tap, before + #"".""# + after, bad), Body(.tap, before + #""..""# + after, bad),
        Body(.tap, before + #""a b""# + after, bad), Body(.tap, before + #""a\u0000""# + after, bad),
        Body(.tap, before + #""a%20""# + after, bad), Body(.tap, before + #""\u0061""# + after),
        Body(.tap, before + #""é""# + after, bad), Body(.tap, before + #""😀""# + after, bad),
        Body(.tap, before + "\"\u{212A}\"" + after, bad), Body(.tap, before + "0" + after, bad),
        Body(.tap, before + "[]" + after, bad), Body(.tap, before + "{}" + after, bad),
      ]
    })
  func ids(_ body: Body) { check(body) }

  @Test(
    "times are 0 to 2^53 - 1 milliseconds, judged before rounding",
    arguments: [
      Body(.tap, #"{"tab":"a","atMs":0}"#), Body(.tap, #"{"tab":"a","atMs":-0}"#),
      Body(.tap, #"{"tab":"a","atMs":-0.0}"#), Body(.tap, #"{"tab":"a","atMs":1e-400}"#),
      Body(.tap, #"{"tab":"a","atMs":-1e-400}"#), Body(.tap, #"{"tab":"a","atMs":0.0004}"#),
      Body(.tap, #"{"tab":"a","atMs":-0.0001}"#, "invalid-value /atMs"),
      Body(.tap, #"{"tab":"a","atMs":-1e-300}"#, "invalid-value /atMs"),
      Body(.tap, #"{"tab":"a","atMs":9007199254740991}"#),
      // The nearest double to it is 2^53 - 1, and to the next 2^53.
      Body(.tap, #"{"tab":"a","atMs":9007199254740991.4}"#),
      Body(.tap, #"{"tab":"a","atMs":9007199254740991.5}"#, "invalid-value /atMs"),
      Body(.tap, #"{"tab":"a","atMs":9007199254740992}"#, "invalid-value /atMs"),
      Body(.tap, #"{"tab":"a","atMs":1e308}"#, "invalid-value /atMs"),
      Body(.tap, #"{"tab":"a","atMs":1e309}"#, "malformed-json 1:19"),
      Body(.tap, #"{"tab":"a","atMs":1\#(String(repeating: "0", count: 400))}"#, "malformed-json 1:19"),
      Body(.tap, #"{"tab":"a","atMs":9007199254740991000000000000000000000}"#, "invalid-value /atMs"),
      Body(.tap, #"{"tab":"a","atMs":false}"#, "invalid-value /atMs"),
    ])
  func times(_ body: Body) { check(body) }

  @Test(
    "whole numbers may be written with a fraction of zero or an exponent, and must be whole and in range",
    arguments: [
      Body(.input, #"{"type":"pop","count":1}"#), Body(.input, #"{"type":"pop","count":1.0}"#),
      Body(.input, #"{"type":"pop","count":6.4e1}"#), Body(.input, #"{"type":"pop","count":0.1e1}"#),
      Body(.input, #"{"type":"pop","count":1.0000000000000001}"#),
      Body(.input, #"{"type":"pop","count":1.000000000000001}"#, "invalid-value /count"),
      Body(.input, #"{"type":"pop","count":-1}"#, "invalid-value /count"),
      Body(.input, #"{"type":"pop","count":-0}"#, "invalid-value /count"),
      Body(.input, #"{"type":"pop","count":65}"#, "invalid-value /count"),
      Body(.input, #"{"type":"pop","count":1e300}"#, "invalid-value /count"),
      Body(.input, #"{"type":"pop","count":9223372036854775808}"#, "invalid-value /count"),
      Body(.input, #"{"type":"pop","count":"1"}"#, "invalid-value /count"),
      Body(.session, #"{"policy":{"windowMs":1}}"#), Body(.session, #"{"policy":{"windowMs":6e4}}"#),
      Body(.session, #"{"policy":{"windowMs":0}}"#, "invalid-value /policy/windowMs"),
      Body(.session, #"{"policy":{"returnTtlMs":0}}"#), Body(.session, #"{"policy":{"returnTtlMs":-0.0}}"#),
      Body(.session, #"{"policy":{"returnTtlMs":86400000}}"#),
      Body(.session, #"{"policy":{"returnTtlMs":-1}}"#, "invalid-value /policy/returnTtlMs"),
      Body(.session, #"{"policy":{"minIntervalMs":3000}}"#),
      Body(.session, #"{"policy":{"minIntervalMs":60000,"windowMs":60000}}"#),
      Body(.session, #"{"policy":{"minIntervalMs":0.5}}"#, "invalid-value /policy/minIntervalMs"),
      Body(.session, #"{"revision":9007199254740991}"#),
      Body(.session, #"{"revision":9007199254740992}"#, "invalid-value /revision"),
      Body(.session, #"{"revision":1.5}"#, "invalid-value /revision"),
      Body(.session, #"{"revision":-1}"#, "invalid-value /revision"),
    ])
  func wholeNumbers(_ body: Body) { check(body) }

  @Test(
    "offsets are -1e9 to 1e9, judged before rounding",
    arguments: [
      Body(.input, #"{"type":"scroll","offset":-1e9}"#), Body(.input, #"{"type":"scroll","offset":1000000000.0}"#),
      Body(.input, #"{"type":"scroll","offset":1000000000.00000001}"#),
      Body(.input, #"{"type":"scroll","offset":-1000000000.0001}"#, "invalid-value /offset"),
      Body(.input, #"{"type":"scroll","offset":1e18}"#, "invalid-value /offset"),
      Body(.input, #"{"type":"scroll","offset":"0"}"#, "invalid-value /offset"),
    ])
  func offsets(_ body: Body) { check(body) }

  @Test(
    "an anchor is at most 256 bytes of UTF-8, whatever its characters, without controls",
    arguments: [
      (String(repeating: "a", count: 256), true), (String(repeating: "a", count: 257), false),
      (String(repeating: "é", count: 128), true), (String(repeating: "é", count: 128) + "a", false),
      (String(repeating: "日", count: 85) + "a", true), (String(repeating: "日", count: 85) + "é", false),
      (String(repeating: "😀", count: 64), true), (String(repeating: "😀", count: 63) + "日", true),
      (String(repeating: "😀", count: 64) + "a", false), ("", true), (" ", true), ("\u{A0}\u{2028}", true),
      ("\u{7F}", false), ("\u{80}", false), ("\u{9F}", false), (#"\u0000"#, false), (#"a\u001f"#, false),
      (#"\n"#, false),
      (#"\ud83d\ude00"#, true), (#"\"\\\/"#, true),
    ])
  func anchors(text: String, isAccepted: Bool) {
    check(
      Body(.input, #"{"type":"scroll","offset":0,"anchor":"\#(text)"}"#, isAccepted ? nil : "invalid-value /anchor"))
  }

  @Test(
    "null is the same as leaving a member out, whatever its name, but for selectedTab",
    arguments: [
      Body(.input, #"{"type":"push","screen":null}"#, "missing-member /screen"),
      Body(.input, #"{"type":"push","screen":{"id":null}}"#, "missing-member /screen/id"),
      Body(.input, #"{"type":"push","screen":{"id":"x","supportsScrollToTop":null,"target":null,"position":null}}"#),
      Body(.input, #"{"type":"pop","tab":null,"count":null,"device":null,"atMs":null}"#),
      Body(.input, #"{"type":"configure","policy":null,"reduceMotion":null}"#),
      Body(.input, #"{"type":"statusBarTap","tab":null}"#), Body(.tap, #"{"tab":"a","nothing":null}"#),
      Body(.tap, "[null]", "invalid-value /0"), Body(.session, "null", "invalid-value "),
      Body(.session, #"{"id":null,"revision":null,"incarnation":null,"tabs":null,"openTabs":null,"lastTap":null}"#),
      Body(.session, #"{"tabs":null,"openTabs":false}"#, "invalid-value /openTabs"),
      Body(.session, #"{"tabs":[null]}"#, "invalid-value /tabs/0"),
      Body(.session, #"{"tabs":[{"id":"a","screens":null,"selectable":null}]}"#),
      Body(.session, #"{"tabs":[{"id":"a","screens":[null]}]}"#, "invalid-value /tabs/0/screens/0"),
      Body(.session, #"{"policy":{"rules":[{"on":null,"do":"x"}]}}"#, "missing-member /policy/rules/0/on"),
      Body(.session, #"{"policy":{"rules":[{"on":"tap","do":"x","when":null,"tab":null}]}}"#),
      Body(
        .session, #"{"policy":{"rules":[{"on":"tap","do":"x","when":[null]}]}}"#, "invalid-value /policy/rules/0/when/0"
      ),
      Body(.session, #"{"policy":{"rules":null,"windowMs":null}}"#),
    ])
  func nulls(_ body: Body) { check(body) }

  @Test(
    "the first thing wrong decides: type, the members as they stand, what is missing, what concerns several",
    arguments: [
      Body(.input, #"{"tab":7,"type":"zoom"}"#, "invalid-value /type"),
      Body(.input, #"{"tab":7,"x":1,"type":"tap"}"#, "invalid-value /tab"),
      Body(.input, #"{"x":1,"tab":7,"type":"tap"}"#, "unknown-member /x"),
      Body(.input, #"{"type":"push","x":1}"#, "unknown-member /x"),
      Body(.input, #"{"type":"push","screen":{"x":1},"y":1}"#, "unknown-member /screen/x"),
      Body(.input, #"{"type":"push","screen":{"target":{"row":-1}},"y":1}"#, "invalid-value /screen/target/row"),
      Body(.input, #"{"type":"push","screen":{"target":{}},"y":1}"#, "missing-member /screen/target/section"),
      Body(.input, #"{"type":"push","screen":{"target":{"row":1}}}"#, "missing-member /screen/target/section"),
      Body(.input, #"{"type":"push","screen":{"returnPosition":{}}}"#, "missing-member /screen/returnPosition/offset"),
      Body(.session, #"{"lastTap":{}}"#, "missing-member /lastTap/tab"),
      Body(.session, #"{"lastTap":{"armed":true,"tab":"a"}}"#, "missing-member /lastTap/receivedAtMs"),
      Body(.session, #"{"lastTap":{"x":1}}"#, "unknown-member /lastTap/x"),
      Body(.session, #"{"policy":{"rules":[{"do":"x"}]}}"#, "missing-member /policy/rules/0/on"),
      Body(.session, #"{"policy":{"minIntervalMs":40,"windowMs":30,"rules":7}}"#, "invalid-value /policy/rules"),
      Body(
        .session, #"{"policy":{"minIntervalMs":40,"windowMs":30},"selectedTab":"b","openTabs":false,"x":1}"#,
        "unknown-member /x"),
      Body(
        .session, #"{"policy":{"minIntervalMs":40,"windowMs":30},"selectedTab":"b","openTabs":false}"#,
        "invalid-value /openTabs"),
      Body(
        .session, #"{"policy":{"minIntervalMs":40,"windowMs":30},"selectedTab":"b","tabs":[],"openTabs":false}"#,
        "invalid-value /tabs"),
      Body(.session, #"{"policy":{"minIntervalMs":40,"windowMs":30},"selectedTab":"b"}"#, "invalid-value /selectedTab"),
      Body(.session, #"{"policy":{"minIntervalMs":40,"windowMs":30}}"#, "invalid-value /policy/minIntervalMs"),
      Body(
        .input, #"{"type":"configure","policy":{"minIntervalMs":40,"windowMs":30},"reduceMotion":7}"#,
        "invalid-value /reduceMotion"),
      Body(
        .input, #"[{"type":"configure","policy":{"minIntervalMs":40,"windowMs":30}},{}]"#,
        "invalid-value /0/policy/minIntervalMs"),
      Body(.session, #"{"tabs":["a","a",7]}"#, "invalid-value /tabs/1"),
      Body(.session, #"{"tabs":["a",7,"a"]}"#, "invalid-value /tabs/1"),
      Body(.session, #"{"tabs":["a",{"id":"a","screens":["r","r"]}]}"#, "invalid-value /tabs/1/screens/1"),
      Body(.session, #"{"tabs":[{"id":"a","screens":["r",{"id":"r"}]}]}"#, "invalid-value /tabs/0/screens/1/id"),
      Body(.tap, #"[{"tab":"a"},{"tab":7},{"x":1}]"#, "invalid-value /1/tab"),
    ])
  func order(_ body: Body) { check(body) }

  @Test("how many elements there are counts before what is wrong inside them")
  func counts() {
    func list(_ count: Int, _ element: (Int) -> String) -> String {
      "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }
    check(Body(.input, list(101) { _ in "7" }, "too-many-inputs "))
    check(Body(.input, list(100) { _ in "7" }, "invalid-value /0"))
    check(Body(.session, #"{"tabs":\#(list(65) { _ in "7" })}"#, "invalid-value /tabs"))
    check(Body(.session, #"{"tabs":\#(list(64) { _ in "7" })}"#, "invalid-value /tabs/0"))
    check(Body(.session, #"{"policy":{"rules":\#(list(65) { _ in "7" })}}"#, "invalid-value /policy/rules"))
    check(Body(.session, #"{"policy":{"rules":\#(list(64) { _ in "7" })}}"#, "invalid-value /policy/rules/0"))
    let screens = { (count: Int) in list(count) { "\"s\($0)\"" } }
    check(Body(.session, #"{"tabs":[{"id":"a","screens":\#(screens(128))}]}"#))
    check(Body(.session, #"{"tabs":[{"id":"a","screens":\#(screens(129))}]}"#, "invalid-value /tabs"))
    check(Body(.session, #"{"tabs":[{"id":"a","screens":\#(screens(127))},"b"]}"#))
    check(Body(.session, #"{"tabs":[{"id":7,"screens":\#(screens(127))},"b","c"]}"#, "invalid-value /tabs"))
    check(
      Body(
        .session, #"{"tabs":[{"id":"a","screens":\#(screens(127))},{"id":"b"},{"id":"c","screens":null}]}"#,
        "invalid-value /tabs"))
  }

  @Test(
    "pointers escape names, and begin with the index in an array",
    arguments: [
      Body(.tap, #"{"tab":"a","a/b~c":1}"#, "unknown-member /a~1b~0c"),
      Body(.tap, #"{"tab":"a","":1}"#, "unknown-member /"),
      Body(.tap, #"[{"tab":"a"},{"tab":"a","~1":1}]"#, "unknown-member /1/~01"),
      Body(.tap, "{\"tab\":\"a\",\"T\u{E4}b\":1}", "unknown-member /T\u{E4}b"),
    ])
  func pointers(_ body: Body) { check(body) }
}
