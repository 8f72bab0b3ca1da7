public import HTTPMessages

extension HTTPAnswerToken {
  /// Answers the request with a body that goes on: chunked, or to HTTP/1.0 up to the end of the connection (RFC 9112,
  /// section 6.3), which ends with it in both.
  ///
  /// From any thread, as are ``send(_:)`` and ``finish()``; what one thread asks of a token is done in its order. The
  /// stream is not under the inactivity timeout. Its end is told even where the request is gone already.
  ///
  /// - Parameters:
  ///   - response: the head, and the first piece of the body.
  ///   - stream: how it is kept up and who is told of its end.
  public func open(_ response: HTTPResponse, stream: HTTPStream) {
    if !mailbox.post(.open(serial: serial, response, stream)) { stream.ended(.stopped) }
  }

  /// Sends more of the body; where the stream is over, or was never opened, nothing happens.
  public func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    mailbox.post(.send(serial: serial, bytes))
  }

  /// Ends the stream when all is sent; where it is over, or was never opened, nothing happens.
  public func finish() {
    mailbox.post(.finish(serial: serial))
  }
}
