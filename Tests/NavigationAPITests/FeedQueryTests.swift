import HTTPMessages
import SessionEngine
import Testing

@testable import NavigationAPI

@Suite("What is asked of a session's events and steps")
struct FeedQueryTests {
  private func head(_ rest: String, _ fields: [(String, String)] = [], method: String = "GET") -> HTTPRequestHead {
    Request(method, "/sessions/demo/\(rest)", "", fields.map { HTTPField($0.0, $0.1) }).head
  }

  private func point(_ revision: Int64, _ incarnation: String? = nil) -> StateName {
    StateName(incarnation: incarnation.flatMap { Incarnation($0) }, revision: revision)
  }

  @Test("is the last state that the client has: an event's id, or a bare revision")
  func after() throws {
    #expect(try FeedQuery(events: head("events")).after == nil)
    #expect(try FeedQuery(events: head("events?after=abcdefgh-7")).after == point(7, "abcdefgh"))
    #expect(try FeedQuery(steps: head("steps?x=y&after=0")).after == point(0))
  }

  @Test("is what the field says, where there is one; nothing, where that says nothing")
  func lastEventID() throws {
    for (sent, right) in [("abcdefgh-7", point(7, "abcdefgh")), ("9", point(9)), ("nonsense", nil), ("-1", nil)] {
      #expect(try FeedQuery(events: head("events?after=3", [("Last-Event-ID", sent)])).after == right)
    }
    let twice = [("Last-Event-ID", "1"), ("Last-Event-ID", "2")]
    #expect(try FeedQuery(events: head("events?after=3", twice)).after == nil)
  }

  @Test(
    "is refused where it can be no state",
    arguments: [
      "", "-1", "+1", "07", "x", "abcdefgh-", "abcdefgh-07", "ABCDEFGH-7", "abc-7", "99999999999999999999",
    ])
  func malformedAfter(text: String) {
    #expect(throws: Problem.malformedResumePoint) { try FeedQuery(events: head("events?after=\(text)")) }
    #expect(throws: Problem.malformedResumePoint) { try FeedQuery(steps: head("steps?after=\(text)")) }
  }

  @Test("is how long to wait, up to a minute; not at all for HEAD")
  func wait() throws {
    for number in [0, 1, 60_000] {
      #expect(try FeedQuery(steps: head("steps?waitMs=\(number)")).waitMilliseconds == number)
    }
    #expect(try FeedQuery(steps: head("steps?waitMs=9", method: "HEAD")).waitMilliseconds == 0)
    for text in ["", "-1", "60001", "1.5", "1s", "01"] {
      #expect(throws: Problem.malformedWait) { try FeedQuery(steps: head("steps?waitMs=\(text)")) }
    }
  }

  @Test("is refused where it stands twice")
  func repeated() {
    #expect(throws: Problem.self) { try FeedQuery(events: head("events?after=1&after=1")) }
    #expect(throws: Problem.self) { try FeedQuery(steps: head("steps?waitMs=1&waitMs=1")) }
  }

  @Test("are JSON lines only where they are named and wanted")
  func format() throws {
    let examples: [(String, FeedFormat)] = [
      ("application/x-ndjson", .jsonLines), ("text/html, Application/X-NDJSON ; q=0.5", .jsonLines),
      ("application/x-ndjson;q=0", .serverSentEvents), ("*/*", .serverSentEvents),
      ("text/event-stream", .serverSentEvents), ("application/json", .serverSentEvents),
    ]
    for (accept, format) in examples {
      #expect(try FeedQuery(events: head("events", [("Accept", accept)])).format == format)
    }
    #expect(try FeedQuery(events: head("events")).format == .serverSentEvents)
  }
}

extension FeedQuery {
  /// What a head asks whose target is well-formed, as `API.admit` finds.
  fileprivate init(events head: HTTPRequestHead) throws {
    try self.init(events: head, RequestTarget(head.target).query)
  }

  fileprivate init(steps head: HTTPRequestHead) throws {
    try self.init(steps: head, RequestTarget(head.target).query)
  }
}
