import HTTPMessages
import JSONText
import NavigationCore
import NavigationJSON
import SessionEngine

extension ProblemCode {
  // Longer than other functions are: a table has as many rows as there are codes.

  /// A problem of this kind, made as a real one is.
  var example: Problem {
    switch self {
    case .malformedJSON: refusal(ofTaps: "{\"tab\":\n games}")
    case .duplicateMember: refusal(ofTaps: #"{"tab":"games","tab":"home"}"#)
    case .invalidSessionID: .invalidSessionID("my session")
    case .badRequest: .malformedIfMatch
    case .unauthorized: .unknownKey
    case .originNotAllowed: .originNotAllowed("https://evil.example")
    case .hostNotAllowed: .hostNotAllowed("evil.example")
    case .unknownSession: Problem(.unknownSession(SessionID(id("shop"), of: nil)), inArray: false)
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed("PUT", allowed: ["GET", "HEAD", "OPTIONS"])
    case .revisionMismatch: Problem(.preconditionFailed(revision: 7), inArray: false)
    case .bodyTooLarge: .bodyTooLarge(limit: API.Configuration().maxBody)
    case .unsupportedMediaType: .unsupportedMediaType("application/xml")
    case .expectationFailed: Problem(.unknownExpectation)
    case .notImplemented: Problem(.unknownTransferCoding)
    case .invalidValue: refusal(ofTaps: #"[{"tab":"games"},{"tab":"games","atMs":"now"}]"#)
    case .missingMember: refusal(ofTaps: "{}")
    case .unknownMember: refusal(ofTaps: #"{"tab":"games","divice":"phone"}"#)
    case .tooManyInputs: refusal(ofTaps: "[" + Array(repeating: "{}", count: 101).joined(separator: ",") + "]")
    case .unknownTab: refusal(.unknownTab(id("profile")), of: .tap(id("profile")))
    case .unknownScreen:
      refusal(
        .unknownScreen(id("shoe-7"), of: id("home")), of: .scroll(to: .top, screen: id("shoe-7"), of: id("home")))
    case .noSelectedTab: refusal(.noSelectedTab, of: .statusBarTap)
    case .tabNotSelectable: refusal(.tabNotSelectable(id("compose")), of: .select(id("compose")))
    case .duplicateScreen:
      refusal(
        .duplicateScreen(id("shoe-7"), of: id("home")), of: .push(Screen(id: id("shoe-7")), onto: id("home")))
    case .tooManyScreens:
      refusal(.tooManyScreens(adding: .screen), of: .push(Screen(id: id("shoe-8")), onto: nil))
    case .tooManyTabs: refusal(.tooManyTabs, of: .tap(id("profile")))
    case .cannotPopRoot: refusal(.cannotPopRoot(of: id("home"), count: 2, depth: 2), of: .pop(count: 2, from: nil))
    case .idempotencyKeyReused: Problem(.retryKeyReused, inArray: false)
    case .storageUnavailable: .storageUnavailable(.full)
    case .draining: .draining
    case .tooManyConnections: .tooManyConnections
    case .tooManyReaders: Problem(.tooManyReaders(limit: 1_000), inArray: false)
    case .tooManySessions: Problem(.tooManySessions(limit: 1_000_000), inArray: false)
    }
  }
}

private func id<Subject>(_ text: String) -> Identifier<Subject> {
  guard let id = Identifier<Subject>(text) else { preconditionFailure("no id: \(text)") }
  return id
}

/// What is wrong with a body that was sent to `taps`.
private func refusal(ofTaps body: String) -> Problem {
  do throws(DecodingError) {
    _ = try InputBatch(json: Array(body.utf8), form: .taps)
  } catch {
    return Problem(error)
  }
  preconditionFailure("nothing is wrong with \(body)")
}

private func refusal(_ error: NavigationError, of kind: Input.Kind) -> Problem {
  Problem(error, Input(kind), revision: 3)
}
