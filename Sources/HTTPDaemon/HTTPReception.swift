public import HTTPMessages

/// What to do about a request whose head has come.
public enum HTTPReception: Sendable {
  /// Answer without looking at the body. A small one is read and dropped and the connection lives on; where the body
  /// is over the limit, of unknown length, or still held back by the client (`Expect`, RFC 9110, section 10.1.1), the
  /// answer leaves at once and ends the connection, as it does where the answer asks for it.
  case answer(HTTPResponse)
  /// Read the body, then ask for the answer, on the loop's thread, which must not be held up: nil says that it comes
  /// later by this token. A body that is longer than what is kept comes as
  /// `HTTPBody.overLimit`, at once if its length says so; one of unknown length that goes on for 16 MiB more is cut
  /// off with its connection, and nobody is asked.
  ///
  /// One that does not come before a stop's deadline is made by `atStop`.
  case awaitBody(
    atStop: @Sendable () -> HTTPResponse = { HTTPResponse(status: 503) },
    @Sendable (HTTPBody, HTTPAnswerToken) -> HTTPResponse?)
}
