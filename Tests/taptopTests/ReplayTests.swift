import JSONText
import NavigationCore
import NavigationJSON
import TestSupport
import Testing

@testable import taptop

@Suite("Replaying a trace")
struct ReplayTests {
  /// What a trace came to: the lines written, the lines with differences, and why it stopped, if it did.
  private struct Run: Hashable {
    var written: [String] = []
    var differences: [Int] = []
    var failure: Replay.Failure?
    var final = ""
  }

  private func replay(_ lines: [String]) throws -> Run {
    var replay = Replay(id: try #require(Navigation.ID("s")))
    var run = Run()
    do throws(Replay.Failure) {
      for line in lines {
        guard let result = try replay.read(Array(line.utf8)) else { continue }
        run.written.append(String(decoding: result.text, as: UTF8.self))
        if let difference = result.difference { run.differences.append(difference.line) }
      }
    } catch {
      run.failure = error
    }
    run.final = String(decoding: replay.final, as: UTF8.self)
    return run
  }

  private let first = """
    {"revision":1,"type":"tap","tab":"a","previousTab":null,"selectedTab":"a","reselected":false,"doubleTap":false,\
    "intervalMs":null,"clock":null,"directive":null,"reason":"firstTap"}
    """

  private func second(after interval: String, by clock: String = "server") -> String {
    """
    {"revision":2,"type":"tap","tab":"a","previousTab":"a","selectedTab":"a","reselected":true,"doubleTap":true,\
    "intervalMs":\(interval),"clock":"\(clock)","directive":{"action":"scrollToTop","tab":"a","screen":"a",\
    "target":{"edge":"top"},"animated":true},"reason":"doubleTap"}
    """
  }

  private func error(_ code: String, _ title: String, _ detail: String, _ pointer: String) -> String {
    #"{"error":{"type":"/problems/\#(code)","title":"\#(title)","status":422,"detail":"\#(detail)","pointer":"\#(pointer)"}}"#
  }

  @Test("a trace without a session begins with an empty one that learns its tabs")
  func withoutSession() throws {
    let run = try replay([#"{"type":"tap","tab":"a"}"#])
    #expect(run.written == [first])
    #expect(
      run.final == """
        {"session":{"id":"s","revision":1,"selectedTab":"a","openTabs":true,"reduceMotion":false,"tabs":[{"id":"a",\
        "selectable":true,"screens":[{"id":"a","supportsScrollToTop":true,"target":null,"position":null,\
        "returnPosition":null}]}],"lastTap":{"tab":"a","device":null,"atMs":null,"receivedAtMs":0,"armed":true},\
        "policy":{"windowMs":3000,"minIntervalMs":0,"afterExpiry":"forget","returnTtlMs":300000,\
        "rules":[{"on":"doubleTap","do":"scrollToTop"}]}}}
        """)
  }

  @Test("an input was received at its receivedAtMs, else at its atMs, else when the one before was, else at 0")
  func receiptTimes() throws {
    #expect(
      try replay([#"{"type":"tap","tab":"a","receivedAtMs":7}"#, #"{"tab":"a","receivedAtMs":19.5,"type":"tap"}"#])
        .written
        == [first, second(after: "12.5")])
    #expect(
      try replay([#"{"type":"tap","tab":"a","atMs":7}"#, #"{"type":"tap","tab":"a","receivedAtMs":107}"#]).written
        == [first, second(after: "100")])
    #expect(
      try replay([#"{"receivedAtMs":7,"input":{"type":"tap","tab":"a"}}"#, "", #"{"type":"tap","tab":"a"}"#]).written
        == [first, second(after: "0")])
    #expect(
      try replay([#"{"type":"tap","tab":"a"}"#, #"{"type":"tap","tab":"a","receivedAtMs":5}"#]).written
        == [first, second(after: "5")])
    #expect(
      try replay([
        #"{"receivedAtMs":100,"input":{"type":"tap","tab":"a","atMs":7}}"#,
        #"{"input":{"type":"tap","tab":"a","atMs":9}}"#,
      ]).written == [first, second(after: "2", by: "client")])
  }

  @Test("a session starts the trace anew wherever it stands, whole, and a deletion is passed over")
  func sessions() throws {
    let run = try replay([
      #"{"type":"tap","tab":"a"}"#,
      #"{"session":{"id":"demo","revision":40,"incarnation":"abcdefgh","tabs":["b"],"policy":"uikit"}}"#,
      #"{"deleted":true}"#, #"{"deleted":true,"outcome":null}"#, #"{"type":"longPress","tab":"b"}"#,
    ])
    #expect(
      run.written == [
        first,
        """
        {"revision":41,"type":"longPress","tab":"b","previousTab":"b","selectedTab":"b","directive":null,\
        "reason":"noRule"}
        """,
      ])
    #expect(run.failure == nil)
    #expect(run.final.hasPrefix(#"{"session":{"id":"demo","revision":41,"selectedTab":"b""#))
  }

  @Test("what is wrong with an input is written in place of its outcome, and the state stays as it was")
  func errors() throws {
    let id = #"an id: 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not \".\" or \"..\""#
    let time = "a number of milliseconds from 0 to 9007199254740991"
    let run = try replay([
      #"{"type":"tap","tab":"a"}"#, #"{"type":"pop"}"#, #"{"receivedAtMs":5,"input":{"type":"pop","count":2}}"#,
      #"{"type":"tap","tab":7}"#, #"{"input":{"type":"tap"}}"#, #"{"input":7}"#,
      #"{"type":"tap","tab":"a","receivedAtMs":-1}"#, #"{"input":{"type":"tap","tab":"a","receivedAtMs":5}}"#,
      #"{"input":{"type":"tap","tab":"a"},"receivedAtms":5}"#, #"{"type":"tap","tab":"a","session":1}"#,
      #"{"type":"tap","tab":"a"}"#,
    ])
    let root = #"can't be popped from tab \"a\", whose stack has 1; the root stays."#
    #expect(
      run.written == [
        first, error("cannot-pop-root", "The root can't be popped", "1 screen \(root)", ""),
        error("cannot-pop-root", "The root can't be popped", "2 screens \(root)", "/input/count"),
        error("invalid-value", "A value can't stand here", "/tab must be \(id).", "/tab"),
        error("missing-member", "A member is missing", "/input/tab is missing; it must be \(id).", "/input/tab"),
        error("invalid-value", "A value can't stand here", "/input must be an object: an input.", "/input"),
        error("invalid-value", "A value can't stand here", "/receivedAtMs must be \(time).", "/receivedAtMs"),
        error(
          "unknown-member", "A member is not known here",
          #"Unknown member \"receivedAtMs\"; a tap has tab, device, atMs."#,
          "/input/receivedAtMs"),
        error(
          "unknown-member", "A member is not known here",
          #"Unknown member \"receivedAtms\"; a step has receivedAtMs, input, outcome."#, "/receivedAtms"),
        error(
          "unknown-member", "A member is not known here",
          #"Unknown member \"session\"; a tap has tab, device, atMs."#, "/session"),
        second(after: "5"),
      ])
    #expect(run.failure == nil)
  }

  @Test("an outcome in the trace is compared as a JSON value: order and notation make no difference, all else does")
  func comparison() throws {
    let same = #"{"reason":"firstTap",\#(first.dropFirst().replacing(#""revision":1"#, with: #""revision":1.0"#))"#
      .replacing(#","reason":"firstTap"}"#, with: "}")
    func step(_ outcome: String) -> String {
      #"{"receivedAtMs":0,"input":{"type":"tap","tab":"a"},"outcome":\#(outcome)}"#
    }
    #expect(try replay([step(first)]).differences == [])
    #expect(try replay([step(same)]).differences == [])
    #expect(try replay([step("null")]).differences == [])
    let different = first.replacing(#""clock":null"#, with: #""clock":"server""#)
    let run = try replay(["", step(different), #"{"type":"pop"}"#, step(first)])
    #expect(run.differences == [2, 4])
    #expect(run.written.first == first)
    #expect(try replay([#"{"input":{"type":"pop"},"outcome":\#(first)}"#]).differences == [1])
    var replay = Replay(id: try #require(Navigation.ID("s")))
    #expect(
      try replay.read(Array(step(different).utf8))?.difference
        == Replay.Difference(line: 1, expected: Array(different.utf8), found: Array(first.utf8)))
  }

  @Test("blank lines are passed over, and count as lines", arguments: ["", " ", "\t \r", "\r"])
  func blankLines(line: String) throws {
    let run = try replay([line, #"{"type":"tap","tab":"a"}"# + "\r", line, "x"])
    #expect(run.written == [first])
    #expect(run.failure?.line == 4)
  }

  static let kinds = #"this must be an input, a step, {"session": …} or {"deleted": true}, as a JSON object"#

  @Test(
    "a line of no kind that a trace has ends it",
    arguments: [
      ("7", kinds), ("[]", kinds), ("null", kinds), ("{}", kinds), (#"{"tab":"a"}"#, kinds), (#"{"type":null}"#, kinds),
      (#"{"deleted":false}"#, kinds), (#"{"session":null}"#, kinds), (#"{"input":null}"#, kinds),
      (#"[{"type":"tap","tab":"a"}]"#, kinds), (#"{"receivedAtMs":5}"#, kinds),
      ("{", "this is not JSON at column 2: the text ends in the middle of a value"),
      (#"{"type":"tap","type":"tap"}"#, #"this is not JSON at column 15: the member "type" is there twice"#),
      (#"{"type":"tap"} {}"#, "this is not JSON at column 16: { stands behind the value, where nothing may"),
      (#"{"session":7}"#, "no session can start from this: /session must be an object: a session."),
      (
        #"{"session":{"policy":{"windowMs":0}}}"#,
        "no session can start from this: /session/policy/windowMs must be a whole number of milliseconds from 1 to 60000."
      ),
      (String(repeating: "x", count: (1 << 20) + 1), "this is longer than 1048576 bytes"),
    ])
  func failures(line: String, problem: String) throws {
    let run = try replay([#"{"type":"tap","tab":"a"}"#, line, #"{"type":"tap","tab":"a"}"#])
    #expect(run.written == [first])
    #expect(run.failure == Replay.Failure(line: 2, problem: problem))
    #expect(run.final.contains(#""revision":1,"#))
  }

  @Test(
    "the vectors, written as traces, come out as they say",
    arguments: ["scenarios.jsonl", "random.jsonl", "client-clock.jsonl"])
  func vectors(file: String) throws {
    for (number, line) in VectorFile(file).lines.enumerated() {
      let vector = try JSONValue(parsing: line)
      guard case .array(let steps)? = vector["steps"] else {
        Issue.record("no steps in line \(number + 1)")
        continue
      }
      var lines = steps.map { step in traceLine(of: step) }
      if let session = vector["session"], !session.isNull {
        lines.insert(#"{"session":\#(text(session))}"#, at: 0)
      }
      let run = try replay(lines)
      let place = "\(file), line \(number + 1)"
      #expect(run.differences == [] && run.failure == nil, "\(place)")
      #expect(run.written.count == steps.count, "\(place)")
      for (step, written) in zip(steps, run.written) {
        guard let code = step["expect"]?["error"]?.string else { continue }
        #expect(written.hasPrefix(#"{"error":{"type":"/problems/\#(code)","#), "\(place)")
      }
      #expect(try JSONValue(parsing: Array(run.final.utf8))["session"] == vector["final"], "\(place)")
    }
  }

  private func traceLine(of step: JSONValue) -> String {
    let time = step["receivedAtMs"].map { text($0) } ?? "0"
    let input = step["input"].map { text($0) } ?? "null"
    let expected = step["expect"].flatMap { $0["error"] == nil ? text($0) : nil } ?? "null"
    return #"{"receivedAtMs":\#(time),"input":\#(input),"outcome":\#(expected)}"#
  }

  private func text(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
