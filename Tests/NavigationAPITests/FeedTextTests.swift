import HTTPMessages
import NavigationCore
import SessionEngine
import TestSupport
import Testing

@testable import NavigationAPI

@Suite("What readers of events are sent")
struct FeedTextTests {
  private let api = API(API.Configuration())
  private let navigation: Navigation
  private let step: Step
  private let version: SessionVersion

  init() throws {
    let at = Instant(microseconds: 1_790_000_000_000_000)
    var navigation = Navigation(id: try #require(Navigation.ID("demo")), openTabs: true)
    let input = Input(.tap(try #require(Tab.ID("home"))))
    step = Step(receivedAt: at, input: input, outcome: try navigation.apply(input, receivedAt: at))
    self.navigation = navigation
    version = SessionVersion(incarnation: try #require(Incarnation("abcdefgh")), revision: 1)
  }

  private func presentation(_ fields: [HTTPField] = []) throws -> Presentation {
    let head = Request("GET", "/sessions/demo/events", "", fields).head
    return Presentation(
      feed: try FeedQuery(events: head, try RequestTarget(head.target).query),
      exchange: Exchange(requestID: "r", labels: RequestLabels(head)))
  }

  private let stepJSON =
    #"{"receivedAtMs":1790000000000,"input":{"type":"tap","tab":"home"},"outcome":{"revision":1,"type":"tap","tab":"home","#
    + #""previousTab":null,"selectedTab":"home","reselected":false,"doubleTap":false,"intervalMs":null,"clock":null,"#
    + #""directive":null,"reason":"firstTap"}}"#

  @Test("has each event's name, its id where it has one, and its data on one line")
  func serverSentEvents() {
    #expect(
      String(decoding: api.text(of: [.step(step, version), .deleted], as: .serverSentEvents), as: UTF8.self)
        == "event: step\nid: abcdefgh-1\ndata: \(stepJSON)\n\nevent: deleted\ndata: {\"deleted\":true}\n\n")
    let session = String(
      decoding: api.text(of: [.session(navigation, version)], as: .serverSentEvents), as: UTF8.self)
    #expect(session.hasPrefix("event: session\nid: abcdefgh-1\ndata: {\"id\":\"demo\",\"revision\":1,"))
    #expect(session.hasSuffix("}\n\n") && session.split(separator: "\n").count == 3)
  }

  @Test("as JSON lines has what `taptop replay` reads")
  func jsonLines() {
    let lines = String(
      decoding: api.text(of: [.session(navigation, version), .step(step, version), .deleted], as: .jsonLines),
      as: UTF8.self
    ).split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("{\"session\":{\"id\":\"demo\",\"revision\":1,"))
    #expect(Array(lines[1...]) == [stepJSON, #"{"deleted":true}"#])
  }

  @Test("begins with a comment where there is nothing yet, for a proxy that waits for the first byte")
  func nothingYet() throws {
    let opening = api.opening(with: .steps([]), version, for: try presentation())
    #expect(String(decoding: opening.body, as: UTF8.self) == ":\n\n")
    #expect(opening.fields["Content-Type"] == "text/event-stream")
    let lines = try presentation([HTTPField("Accept", "application/x-ndjson")])
    #expect(api.opening(with: .steps([]), version, for: lines).body == [])
  }

  @Test("begins with the steps that the client lacks, each with the id of the state after it")
  func resumed() throws {
    let opening = api.opening(with: .steps([step]), version, for: try presentation())
    #expect(opening.body == api.text(of: [.step(step, version)], as: .serverSentEvents))
  }
}
