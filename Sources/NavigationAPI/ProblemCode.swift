/// Every kind of refusal: the word that clients act on, its status and its title (RFC 9457).
enum ProblemCode: String, CaseIterable, Hashable, Sendable {
  case malformedJSON = "malformed-json"
  case duplicateMember = "duplicate-member"
  case invalidSessionID = "invalid-session-id"
  case badRequest = "bad-request"
  case unauthorized = "unauthorized"
  case originNotAllowed = "origin-not-allowed"
  case hostNotAllowed = "host-not-allowed"
  case unknownSession = "unknown-session"
  case notFound = "not-found"
  case methodNotAllowed = "method-not-allowed"
  case revisionMismatch = "revision-mismatch"
  case bodyTooLarge = "body-too-large"
  case unsupportedMediaType = "unsupported-media-type"
  case expectationFailed = "expectation-failed"
  case notImplemented = "not-implemented"
  case invalidValue = "invalid-value"
  case missingMember = "missing-member"
  case unknownMember = "unknown-member"
  case tooManyInputs = "too-many-inputs"
  case unknownTab = "unknown-tab"
  case unknownScreen = "unknown-screen"
  case noSelectedTab = "no-selected-tab"
  case tabNotSelectable = "tab-not-selectable"
  case duplicateScreen = "duplicate-screen"
  case tooManyScreens = "too-many-screens"
  case tooManyTabs = "too-many-tabs"
  case cannotPopRoot = "cannot-pop-root"
  case idempotencyKeyReused = "idempotency-key-reused"
  case storageUnavailable = "storage-unavailable"
  case draining = "draining"
  case tooManyConnections = "too-many-connections"
  case tooManySessions = "too-many-sessions"
  case tooManyReaders = "too-many-readers"
  // `internal` (500) has no row: there is no state that the code knows to be wrong and goes on from.

  /// The status that an answer with this problem has.
  var status: Int {
    switch self {
    case .malformedJSON, .duplicateMember, .invalidSessionID, .badRequest: 400
    case .unauthorized: 401
    case .originNotAllowed: 403
    case .unknownSession, .notFound: 404
    case .methodNotAllowed: 405
    case .revisionMismatch: 412
    case .bodyTooLarge: 413
    case .unsupportedMediaType: 415
    case .expectationFailed: 417
    case .hostNotAllowed: 421
    case .invalidValue, .missingMember, .unknownMember, .tooManyInputs, .unknownTab, .unknownScreen, .noSelectedTab,
      .tabNotSelectable, .duplicateScreen, .tooManyScreens, .tooManyTabs, .cannotPopRoot,
      .idempotencyKeyReused:
      422
    case .notImplemented: 501
    case .storageUnavailable, .draining, .tooManyConnections, .tooManySessions, .tooManyReaders: 503
    }
  }

  /// The problem in a few words, the same for all its occurrences.
  var title: String {
    switch self {
    case .malformedJSON: "The body is not JSON"
    case .duplicateMember: "An object has a member twice"
    case .invalidSessionID: "The path's session id can't be one"
    case .badRequest: "The request is malformed"
    case .unauthorized: "A key is needed to call"
    case .originNotAllowed: "Pages of this origin may not call"
    case .hostNotAllowed: "This server does not answer to that host name"
    case .unknownSession: "There is no such session"
    case .notFound: "There is nothing at this path"
    case .methodNotAllowed: "The method can't be used here"
    case .revisionMismatch: "The session is not in the state that was asked for"
    case .bodyTooLarge: "The body is too large"
    case .unsupportedMediaType: "The content type is not JSON"
    case .expectationFailed: "The expectation can't be met"
    case .notImplemented: "The server does not know this method or transfer coding"
    case .invalidValue: "A value can't stand here"
    case .missingMember: "A member is missing"
    case .unknownMember: "A member is not known here"
    case .tooManyInputs: "Too many inputs in one request"
    case .unknownTab: "The session has no such tab"
    case .unknownScreen: "The tab has no such screen"
    case .noSelectedTab: "No tab is selected"
    case .tabNotSelectable: "The tab can't be selected"
    case .duplicateScreen: "The screen is on the stack already"
    case .tooManyScreens: "The session can't hold more screens"
    case .tooManyTabs: "The session can't hold more tabs"
    case .cannotPopRoot: "The root can't be popped"
    case .idempotencyKeyReused: "The key is another request's"
    case .storageUnavailable: "Sessions can't be kept at the moment"
    case .draining: "The server is about to stop"
    case .tooManyConnections: "The server can't take more connections"
    case .tooManySessions: "The server can't hold more sessions"
    case .tooManyReaders: "The server can't have more readers"
    }
  }

  /// Seconds after which the same request may succeed, where the server can tell.
  var retryAfterSeconds: Int? {
    [.storageUnavailable, .draining, .tooManyConnections].contains(self) ? 1 : nil
  }
}
