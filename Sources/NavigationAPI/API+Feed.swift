public import HTTPMessages
import JSONText
import NavigationJSON
public import SessionEngine

extension API {
  /// The head of a stream with what it begins with.
  ///
  /// - Parameters:
  ///   - start: What the client begins with.
  ///   - version: The state after that.
  ///   - presentation: What `take(_:for:using:)` gave with the question.
  /// - Returns: The answer, whose body goes on.
  public func opening(
    with start: FeedStart, _ version: SessionVersion, for presentation: Presentation
  ) -> HTTPResponse {
    let format = presentation.feedFormat
    var body: [UInt8]
    switch start {
    case .session(let navigation): body = text(of: [.session(navigation, version)], as: format)
    case .steps(let steps):
      let events = steps.map { step in
        FeedEvent.step(step, SessionVersion(incarnation: version.incarnation, revision: step.revision))
      }
      body = text(of: events, as: format)
    }
    // The head alone may wait in a proxy for the first byte behind it.
    if body.isEmpty, format == .serverSentEvents { body = Self.comment }
    var response = presentation.exchange.opening(format)
    response.body = body
    return response
  }

  /// An event stream's line that says nothing, and shows that it is alive.
  public static let comment = Array(":\n\n".utf8)

  /// Events as they stand in a stream.
  ///
  /// - Parameters:
  ///   - events: What happened, in order.
  ///   - format: How it is written.
  /// - Returns: The next piece of the stream.
  public func text(of events: [FeedEvent], as format: FeedFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    for event in events {
      switch format {
      case .serverSentEvents:
        bytes += Array("event: \(event.name)\n".utf8)
        if let id = event.id { bytes += Array("id: \(id)\n".utf8) }
        bytes += Array("data: ".utf8) + event.json(named: false) + Array("\n\n".utf8)
      case .jsonLines:
        bytes += event.json(named: true) + [UInt8(ascii: "\n")]
      }
    }
    return bytes
  }
}

extension Presentation {
  /// How what happens is written.
  public var feedFormat: FeedFormat { feed?.format ?? .serverSentEvents }
  /// How long the client waits for the next step, in milliseconds.
  public var waitMilliseconds: Int { feed?.waitMilliseconds ?? 0 }
}

extension Exchange {
  /// The head of a stream.
  func opening(_ format: FeedFormat) -> HTTPResponse {
    let type =
      switch format {
      case .serverSentEvents: "text/event-stream"
      case .jsonLines: "application/x-ndjson"
      }
    return finish(HTTPResponse(status: 200, fields: [HTTPField("Content-Type", type)]))
  }

  /// The steps since a state, or the session.
  func answer(_ start: FeedStart, _ version: SessionVersion) -> HTTPResponse {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("revision")
      writer.integer(version.revision)
      writer.name("incarnation")
      writer.string(version.incarnation.text)
      switch start {
      case .steps(let steps):
        writer.name("steps")
        writer.array { writer in
          for step in steps { writer.write(step) }
        }
      case .session(let navigation):
        writer.name("session")
        writer.write(navigation, incarnation: version.incarnation.text)
      }
    }
    return answer(json: writer.bytes, version: version)
  }
}

extension FeedEvent {
  fileprivate var name: String {
    switch self {
    case .session: "session"
    case .step: "step"
    case .deleted: "deleted"
    }
  }

  fileprivate var id: String? {
    switch self {
    case .session(_, let version), .step(_, let version): version.eventID
    case .deleted: nil
    }
  }

  /// What happened; a session under its name, where nothing else says that it is one.
  fileprivate func json(named: Bool) -> [UInt8] {
    var writer = JSONWriter()
    switch self {
    case .session(let navigation, let version):
      if named {
        writer.object { writer in
          writer.name("session")
          writer.write(navigation, incarnation: version.incarnation.text)
        }
      } else {
        writer.write(navigation, incarnation: version.incarnation.text)
      }
    case .step(let step, _):
      writer.write(step)
    case .deleted:
      writer.object { writer in
        writer.name("deleted")
        writer.bool(true)
      }
    }
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes a step.
  fileprivate mutating func write(_ step: Step) {
    object { json in
      json.name("receivedAtMs")
      json.write(step.receivedAt)
      json.name("input")
      json.write(step.input)
      json.name("outcome")
      json.write(step.outcome)
    }
  }
}
