internal import CMicrohttpd
internal import Glibc
internal import HTTPMessages

extension EventLoop {
  /// Bytes of body over the limit that are read and dropped, for the client to come to the end of it and read the
  /// answer; after that the connection is cut.
  static let droppedBodyBytes = 16 * 1024 * 1024

  /// Bytes of body for which room is made on the client's word alone.
  static let promisedBodyBytes = 64 * 1024
  /// Bytes of a connection's memory that must be left for the head of an answer: ours are shorter.
  static let answerHeadBytes = 1536
  /// Bytes that libmicrohttpd 0.9.75 needs to note a header field, a cookie or a query parameter.
  static let valueMemoryBytes = 64

  /// A request's first line has come.
  func openExchange(on connection: OpaquePointer, target: UnsafePointer<CChar>) -> Exchange? {
    guard let client = unsafe ClientConnection.of(connection) else { return nil }
    defer { nextSerial += 1 }
    client.hasExchange = true
    if client.requestSince == nil { client.requestSince = .now }
    return unsafe Exchange(
      connection: connection, client: client, serial: nextSerial, target: String(cString: target),
      targetEnd: UInt(bitPattern: target) + UInt(strlen(target)))
  }

  /// libmicrohttpd is through with a request, for whatever reason.
  func closeExchange(_ exchange: Exchange, isComplete: Bool) {
    waiting[exchange.serial] = nil
    patient[exchange.serial] = nil
    closeStream(of: exchange, isComplete: isComplete)
    exchange.client.hasExchange = false
    exchange.client.requestSince = nil
    exchange.client.bytesWhenIdle = nil
    // It has not even begun: libmicrohttpd refused it by itself.
    if case .opened = exchange.progress { exchange.client.lingers = true }
    if draining != nil { becomesIdle(exchange.client) } else { askLater(exchange.client) }
  }

  /// The head has come, or a piece of the body, or the end of the request; false closes the connection.
  func advance(
    _ exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, data: UnsafePointer<CChar>?,
    size: UnsafeMutablePointer<Int>
  ) -> Bool {
    let count = unsafe size.pointee
    let isPiece = count > 0
    exchange.bodyBytes += count
    // All of it is taken, whatever becomes of it.
    unsafe size.pointee = 0
    switch exchange.progress {
    case .opened:
      unsafe begin(exchange, head: head(of: exchange, method: method, version: version))
    case .refusing(let response):
      if !isPiece { answer(exchange, with: response) }
    case .receiving(let handler):
      if !isPiece {
        let body = exchange.body
        exchange.body = []
        complete(exchange, body: .complete(body), handler)
      } else if exchange.bodyBytes <= configuration.maximumBodyBytes {
        unsafe exchange.body.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
      } else {
        exchange.body = []
        exchange.progress = .dropping(handler)
      }
    case .dropping(let handler):
      if !isPiece {
        complete(exchange, body: .overLimit, handler)
      } else if exchange.bodyBytes > configuration.maximumBodyBytes + Self.droppedBodyBytes {
        exchange.progress = .failed
      }
    case .waiting, .answered, .failed:
      break
    }
    if case .failed = exchange.progress { return false }
    return true
  }

  private func begin(_ exchange: Exchange, head: HTTPRequestHead) {
    if exchange.client.isSurplus {
      var full = configuration.overloaded(head)
      full.closesConnection = true
      return answer(exchange, with: full)
    }
    guard unsafe hasRoomForAnswer(on: exchange.connection) else {
      // Bare, since there is hardly room for more: like those that libmicrohttpd makes when the last room is gone.
      return answer(exchange, with: HTTPResponse(status: 431, closesConnection: true))
    }
    let framing = RequestFraming(head.fields)
    switch receive(head) {
    case .answer(let response):
      if !response.closesConnection, canBeSwallowed(framing, head) {
        exchange.progress = .refusing(response)
      } else {
        answer(exchange, with: response)
      }
    case .awaitBody(let atStop, let handler):
      exchange.atStop = atStop
      switch framing {
      case .noBody, .unknown:
        exchange.progress = .receiving(handler)
      case .length(let bytes) where bytes <= configuration.maximumBodyBytes:
        exchange.body.reserveCapacity(min(bytes, Self.promisedBodyBytes))
        exchange.progress = .receiving(handler)
      case .length:
        complete(exchange, body: .overLimit, handler)
      }
    }
  }

  /// Whether the head has left enough of the connection's memory for the head of an answer: without it, libmicrohttpd
  /// closes the connection and says nothing.
  private func hasRoomForAnswer(on connection: OpaquePointer) -> Bool {
    let kinds: [MHD_ValueKind] = [.HEADER_KIND, .COOKIE_KIND, .GET_ARGUMENT_KIND]
    let values = kinds.reduce(0) { sum, kind in
      sum + Int(unsafe MHD_get_connection_values_n(connection, kind, nil, nil))
    }
    let used = unsafe shim_head_size(connection) + values * Self.valueMemoryBytes
    return used + Self.answerHeadBytes <= Self.connectionMemoryBytes
  }

  /// Whether a body that nobody wants is read to its end, so that the next request can follow.
  private func canBeSwallowed(_ framing: RequestFraming, _ head: HTTPRequestHead) -> Bool {
    switch framing {
    case .noBody: true
    case .length(let bytes): bytes <= configuration.maximumBodyBytes && head.fields["Expect"] == nil
    case .unknown: false
    }
  }

  private func complete(
    _ exchange: Exchange, body: HTTPBody, _ handler: @escaping @Sendable (HTTPBody, HTTPAnswerToken) -> HTTPResponse?
  ) {
    exchange.client.requestSince = nil
    let token = HTTPAnswerToken(mailbox: mailbox, serial: exchange.serial)
    if isFlushing {
      hold(exchange)
      held.append {
        if let response = handler(body, token) { self.deliver(response, to: token.serial) }
      }
    } else if let response = handler(body, token) {
      answer(exchange, with: response)
    } else if draining?.isOverdue == true {
      answer(exchange, with: exchange.atStop())
    } else {
      hold(exchange)
    }
  }

  /// Puts a connection aside until its answer comes.
  private func hold(_ exchange: Exchange) {
    exchange.progress = .waiting
    waiting[exchange.serial] = exchange
    unsafe MHD_suspend_connection(exchange.connection)
  }

  /// Gives a waiting exchange its answer; nothing happens if there is none of that number.
  func deliver(_ response: HTTPResponse, to serial: UInt64) {
    guard let exchange = waiting.removeValue(forKey: serial) else { return }
    patient[serial] = nil
    answer(exchange, with: response)
    // Takes effect in the next `MHD_run`, which the loop comes to before it sleeps.
    unsafe MHD_resume_connection(exchange.connection)
  }

  private func answer(_ exchange: Exchange, with response: HTTPResponse) {
    exchange.client.requestSince = nil
    if case .opened = exchange.progress { exchange.client.lingers = true }
    if draining != nil || response.closesConnection || response.isHeadOfStream { exchange.client.lingers = true }
    queue(PreparedResponse(response, closing: draining != nil, refused: logRefused), response.status, on: exchange)
  }

  /// Hands an answer to libmicrohttpd; where that can't take it, the connection is to be closed.
  func queue(_ prepared: consuming PreparedResponse?, _ status: Int, on exchange: Exchange) {
    if unsafe prepared?.queue(on: exchange.connection) == true {
      exchange.progress = .answered
    } else {
      exchange.progress = .failed
      configuration.log?("an answer with status \(status) can't be sent; its connection is closed")
    }
  }

  func logRefused(_ field: HTTPField) {
    configuration.log?("field \(field.name) of an answer can't be sent and is left out")
  }

  private func head(
    of exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> HTTPRequestHead {
    // libmicrohttpd cuts texts at a NUL; where the next one does not begin right behind, there was one. It is shown, to
    // be refused as the control character that it is.
    let hidesNUL = UInt(bitPattern: version) != exchange.targetEnd + 1
    // Minor versions that are not known yet are served as the last one that is (RFC 9110, section 2.5).
    return unsafe HTTPRequestHead(
      method: String(cString: method), target: hidesNUL ? exchange.target + "\0" : exchange.target,
      version: HTTPVersion(rawValue: String(cString: version)) ?? .http11,
      fields: HTTPFields(HeaderLines.of(exchange.connection, headStart: UInt(bitPattern: method))))
  }
}
