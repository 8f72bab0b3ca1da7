internal import HTTPMessages

/// One request and its answer, from the request's first line to libmicrohttpd's word that all is over.
///
/// The loop's thread alone touches it.
@safe final class Exchange {
  // Safe: libmicrohttpd keeps the connection until after it has let go of the exchange, and with it of this class.
  /// What is known of it and what comes next.
  enum Progress {
    /// Only the first line has been read.
    case opened
    /// The answer is known; what there is of a body is dropped first, so that the connection can live on.
    case refusing(HTTPResponse)
    /// The body is being kept, then its handler asked.
    case receiving(@Sendable (HTTPBody, HTTPAnswerToken) -> HTTPResponse?)
    /// The body is longer than what is kept; its handler will be told.
    case dropping(@Sendable (HTTPBody, HTTPAnswerToken) -> HTTPResponse?)
    /// The connection is suspended until the answer comes.
    case waiting
    /// libmicrohttpd has the answer.
    case answered
    /// libmicrohttpd would not take the answer, or too much body came: the connection is to be closed.
    case failed
  }

  /// libmicrohttpd's connection: valid as long as the exchange is.
  let connection: OpaquePointer
  let client: ClientConnection
  /// Its number in its loop.
  let serial: UInt64
  /// The request target as it came, up to a NUL if it has one.
  let target: String
  /// The address behind the target's text: the version follows, unless a NUL hides something in between.
  let targetEnd: UInt
  var progress = Progress.opened
  /// Makes the answer where none has come by the time the loop must end.
  var atStop: @Sendable () -> HTTPResponse = { HTTPResponse(status: 503) }
  /// How long it waits for its answer, where somebody has said.
  var patience: EventLoop.Patience?
  /// Its answer, where that goes on.
  var stream: OpenStream?
  var body: [UInt8] = []
  /// Bytes of body that have come, kept or not.
  var bodyBytes = 0

  init(connection: OpaquePointer, client: ClientConnection, serial: UInt64, target: String, targetEnd: UInt) {
    unsafe self.connection = connection
    self.client = client
    self.serial = serial
    self.target = target
    self.targetEnd = targetEnd
  }
}
