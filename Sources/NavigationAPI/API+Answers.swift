public import HTTPMessages
import JSONText
public import NavigationCore
import NavigationJSON
public import SessionEngine

extension API {
  /// Turns the engine's reply into the answer.
  ///
  /// - Parameters:
  ///   - reply: What the engine said.
  ///   - presentation: What `take(_:for:using:)` gave with the question.
  /// - Returns: The answer.
  public func response(to reply: SessionReply, for presentation: Presentation) -> HTTPResponse {
    let exchange = presentation.exchange
    switch reply {
    case .outcomes(let outcomes, let version):
      return exchange.answer(json: body(of: outcomes, for: presentation), version: version)
    case .keptOutcomes(_, let answer):
      return exchange.answer(json: answer.body, version: answer.version)
    case .replayed(let answer):
      var response = exchange.answer(json: answer.body, version: answer.version)
      response.fields.append("Idempotency-Replayed", "true")
      return response
    case .session where presentation.feed != nil:
      var head = exchange.opening(presentation.feedFormat)
      head.isHeadOfStream = true
      return head
    case .session(let navigation, let version, created: _) where presentation.ifNoneMatch?.includes(version) == true:
      return exchange.answer(notModified: navigation, version: version)
    case .session(let navigation, let version, let created):
      return exchange.answer(session: navigation, version: version, created: created)
    case .page(let page):
      return exchange.answer(page: page)
    case .deleted:
      return exchange.finish(HTTPResponse(status: 204))
    case .following(_, let start, let version):
      return opening(with: start, version, for: presentation)
    case .steps(let start, let version):
      return exchange.answer(start, version)
    case .refused(let refusal):
      return exchange.answer(Problem(refusal, inArray: presentation.isArray))
    }
  }

  /// The body of the answer that has these outcomes; what is kept of it for a retry.
  ///
  /// - Parameters:
  ///   - outcomes: What came of each input.
  ///   - presentation: What `take(_:for:using:)` gave with the question.
  /// - Returns: JSON text.
  public func body(of outcomes: [Outcome], for presentation: Presentation) -> [UInt8] {
    var writer = JSONWriter()
    if presentation.isArray {
      writer.write(outcomes)
    } else if let outcome = outcomes.first {
      writer.write(outcome)
    }
    return writer.bytes
  }
}

extension API {
  /// Turns what the engine says of its store into the answer of `readyz`.
  ///
  /// - Parameters:
  ///   - fault: Why sessions can't be kept; nil where they can.
  ///   - presentation: What `take(_:for:using:)` gave with the question.
  /// - Returns: The answer.
  public func readiness(_ fault: StorageFault?, for presentation: Presentation) -> HTTPResponse {
    let exchange = presentation.exchange
    return fault.map { exchange.answer(.storageUnavailable($0)) } ?? exchange.answerOK()
  }

  /// Turns what was counted into the answer of `metrics`.
  ///
  /// - Parameters:
  ///   - text: What `Metrics` wrote.
  ///   - presentation: What `take(_:for:using:)` gave with the question.
  /// - Returns: The answer.
  public func metrics(_ text: String, for presentation: Presentation) -> HTTPResponse {
    presentation.exchange.finish(
      HTTPResponse(
        status: 200, fields: [HTTPField("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
        body: Array(text.utf8)))
  }

  /// The answer to a request that could not be answered before the server stopped.
  ///
  /// - Parameter call: What `receive` made of the head.
  /// - Returns: `draining`, as a problem.
  public func drainingResponse(to call: Call) -> HTTPResponse {
    call.exchange.answer(Problem.drainedUnanswered)
  }

  /// The answer to a request on a connection that is one too many.
  ///
  /// - Parameters:
  ///   - head: The request's head, of which only the id and the origin are looked at.
  ///   - freshRequestID: The request's id where the client sent none that can be one.
  /// - Returns: `too-many-connections`, as a problem.
  public func tooManyConnections(_ head: HTTPRequestHead, freshRequestID: @autoclosure () -> String) -> HTTPResponse {
    var exchange = Exchange(requestID: requestID(of: head, else: freshRequestID()), labels: RequestLabels(head))
    do throws(Problem) {
      _ = noteOrigins(head, host: try validated(head).host, in: &exchange)
    } catch {
      // It is refused anyway, and what is malformed names no origin that could be trusted.
    }
    return exchange.answer(Problem.tooManyConnections)
  }
}

extension Exchange {
  func answer(_ problem: Problem) -> HTTPResponse {
    finish(problem.response(requestID: requestID))
  }

  func answerOK() -> HTTPResponse {
    answer(json: Array(#"{"status":"ok"}"#.utf8))
  }

  func answer(policies presets: [Preset]) -> HTTPResponse {
    var writer = JSONWriter()
    writer.write(presets: presets)
    return answer(json: writer.bytes)
  }

  fileprivate func answer(page: SessionPage) -> HTTPResponse {
    var writer = JSONWriter(reserving: 64 + 128 * page.sessions.count)
    writer.write(page)
    return answer(json: writer.bytes)
  }

  /// An answer with what is the same for everyone, as long as the server is the same.
  func answer(document: [UInt8], ofType contentType: String) -> HTTPResponse {
    finish(
      HTTPResponse(status: 200, fields: [HTTPField("Content-Type", contentType)], body: document),
      caching: Self.cachingOfDocuments)
  }

  fileprivate func answer(session: Navigation, version: SessionVersion, created: Bool) -> HTTPResponse {
    var writer = JSONWriter()
    writer.write(session, incarnation: version.incarnation.text)
    var response = answer(json: writer.bytes, status: created ? 201 : 200, version: version)
    if created { response.fields.append("Location", "/sessions/\(session.id.text)") }
    return response
  }

  /// The body is for its length: a 304 may tell no other than that of the 200 (RFC 9110, section 8.6).
  fileprivate func answer(notModified session: Navigation, version: SessionVersion) -> HTTPResponse {
    var writer = JSONWriter()
    writer.write(session, incarnation: version.incarnation.text)
    return finish(
      HTTPResponse(status: 304, fields: [HTTPField("ETag", version.entityTag.text)], body: writer.bytes))
  }

  func answer(json: [UInt8], status: Int = 200, version: SessionVersion? = nil) -> HTTPResponse {
    var response = HTTPResponse(status: status, fields: [HTTPField("Content-Type", "application/json")], body: json)
    if let version { response.fields.append("ETag", version.entityTag.text) }
    return finish(response)
  }
}

extension JSONWriter {
  /// Writes policies by their presets' names.
  mutating func write(presets: [Preset]) {
    object { writer in
      for preset in presets {
        writer.name(preset.rawValue)
        writer.write(preset.policy)
      }
    }
  }
}
