import HTTPMessages
import SessionEngine

/// How what happens in a session is written.
public enum FeedFormat: Hashable, Sendable {
  /// Server-Sent Events, as browsers read them (HTML, section 9.2).
  case serverSentEvents
  /// A JSON text on each line, as `taptop replay` reads them.
  case jsonLines
}

/// What a request's head says of a session's events or steps.
struct FeedQuery: Hashable, Sendable {
  /// The last state that the client has; nil where it has none, or one that can't be told.
  var after: StateName?
  /// How long it waits for the next step, in milliseconds.
  var waitMilliseconds = 0
  /// How it wants them.
  var format = FeedFormat.serverSentEvents
  /// Whether it wants the head of the answer alone.
  var isHead = false

  /// What `events` is asked.
  ///
  /// - Throws: `bad-request` where a parameter can't be read.
  init(events head: HTTPRequestHead, _ query: Query) throws(Problem) {
    after = try Self.after(query)
    // The field wins: a browser that reconnects sends the query of the first time along.
    let sent = head.fields.values(of: "Last-Event-ID")
    if !sent.isEmpty { after = sent.count == 1 ? StateName(sent[0]) : nil }
    if Self.namesJSONLines(head.fields.values(of: "Accept")) { format = .jsonLines }
    isHead = head.method == "HEAD"
  }

  /// What `steps` is asked.
  ///
  /// - Throws: `bad-request` where a parameter can't be read.
  init(steps head: HTTPRequestHead, _ query: Query) throws(Problem) {
    after = try Self.after(query)
    isHead = head.method == "HEAD"
    guard let text = try query.value("waitMs") else { return }
    guard let number = Int(text), String(number) == text, Self.waits.contains(number) else { throw .malformedWait }
    waitMilliseconds = isHead ? 0 : number
  }

  private static let waits = 0...60_000

  private static func after(_ query: Query) throws(Problem) -> StateName? {
    guard let text = try query.value("after") else { return nil }
    guard let point = StateName(text) else { throw .malformedResumePoint }
    return point
  }

  private static func namesJSONLines(_ accepted: [String]) -> Bool {
    accepted.flatMap { $0.split(separator: ",") }.contains { range in
      let parts = range.split(separator: ";").map { part in
        String(part.filter { $0 != " " && $0 != "\t" }).lowercased()
      }
      // What has no weight is not wanted (RFC 9110, section 12.4.2).
      return parts.first == "application/x-ndjson"
        && !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
    }
  }
}
