import HTTPMessages
public import JSONText
public import NavigationCore
public import NavigationJSON
import SessionEngine

/// Every error of the modules below, as a client is told of it: the one place where they become HTTP.
extension Problem {
  init(_ fault: HTTPRequestFault) {
    switch fault {
    case .malformedMethod:
      self.init(.badRequest, "The method must be a token, such as GET.")
    case .malformedTarget(let fault):
      self.init(.badRequest, "The request target \(fault.explanation).")
    case .malformedFieldName:
      self.init(.badRequest, "A header field's name must be a token right before its colon, on a line of its own.")
    case .malformedFieldValue(let name):
      self.init(
        .badRequest,
        "The header field \(name), or what follows it, is not a line of text: no folded lines, no NUL, CR or LF.")
    case .repeatedField(let name):
      self.init(.badRequest, "\(name) must stand once.")
    case .malformedContentLength:
      self.init(.badRequest, "Content-Length must be one whole number of bytes.")
    case .ambiguousLength:
      self.init(.badRequest, "Send either Content-Length or Transfer-Encoding: with both, the body has two ends.")
    case .transferEncodingInHTTP10:
      self.init(.badRequest, "HTTP/1.0 has no Transfer-Encoding; send Content-Length, or HTTP/1.1.")
    case .missingHost:
      self.init(.badRequest, "An HTTP/1.1 request must name its Host.")
    case .malformedHost:
      self.init(.badRequest, "Host must be a host name or address, and perhaps a port, such as localhost:8080.")
    case .unknownTransferCoding:
      self.init(.notImplemented, "The only transfer coding that is understood is chunked, once.")
    case .unknownExpectation:
      self.init(.expectationFailed, "The only expectation that can be met is 100-continue.")
    }
    closesConnection = true
  }

  /// A refusal to decode a body or a line.
  public init(_ error: DecodingError) {
    self.init(Self.code(error.code), error.detail, pointer: error.pointer?.text)
    line = error.line
    column = error.column
  }

  /// A refusal of the engine; `inArray` says whether the inputs came as an array, so that the place begins with an index.
  init(_ refusal: SessionRefusal, inArray: Bool) {
    switch refusal {
    case .unknownSession(let id):
      self.init(
        .unknownSession,
        "There is no session \"\(id.navigationID.text)\"; create it with PUT /sessions/\(id.navigationID.text).")
    case .tooManySessions(let limit):
      self.init(.tooManySessions, "The server holds \(limit) sessions, its limit; delete some, or retry later.")
    case .tooManyReaders(let limit):
      self.init(.tooManyReaders, "\(limit) follow sessions already, the server's limit; close some, or retry later.")
    case .storageUnavailable(let fault):
      self = .storageUnavailable(fault)
    case .retryKeyReused:
      self.init(
        .idempotencyKeyReused,
        "Another request to this session had this Idempotency-Key; send a new key with a new request, and the same path "
          + "and body, byte for byte, to retry one.")
    case .preconditionFailed(let revision):
      self.init(
        .revisionMismatch,
        revision.map {
          "The session is there, at revision \($0), which If-Match or If-None-Match rules out; read it, and send the change "
            + "again if it still makes sense, or leave the field out to make it whatever is there."
        } ?? "There is no session in a state that If-Match names; leave the field out to make one.",
        revision: revision)
    case .input(let error, let input, let index, let revision):
      self.init(error, input, at: inArray ? .root.appending(index) : .root, revision: revision)
    }
  }

  /// A refusal of the core, with the place of the input in what was sent.
  public init(_ error: NavigationError, _ input: Input, at place: JSONPointer = .root, revision: Int64? = nil) {
    self.init(
      Self.code(error.code), error.detail, pointer: error.pointer(in: input, at: place).text, revision: revision)
  }

  /// The code of a word of the specification.
  private static func code(_ word: String) -> ProblemCode {
    guard let code = ProblemCode(rawValue: word) else { preconditionFailure("no problem has the code \(word)") }
    return code
  }
}

/// The problems that this module finds by itself.
extension Problem {
  static let notFound = Problem(.notFound, "Nothing is at this path; GET /openapi.json shows all that there is.")
  static let draining = Problem(
    .draining,
    "The server is about to stop and has done nothing with this request; send it again, it reaches the next one.")
  static let drainedUnanswered = Problem(
    .draining,
    "The server stops before it knows what came of this; send the request again, with the same Idempotency-Key if it had "
      + "one, since it may have been applied.")

  static let malformedIfMatch = Problem(
    .badRequest, "If-Match must be *, or entity tags as ETag has them, such as \"abcdefgh-7\" or just \"7\".")
  static let malformedResumePoint = Problem(
    .badRequest, "after must be an event's id, such as abcdefgh-7, or a bare revision, such as 7.")
  static let malformedWait = Problem(
    .badRequest, "waitMs must be a whole number of milliseconds, 0 to 60000.")
  static let malformedIdempotencyKey = Problem(
    .badRequest, "Idempotency-Key must stand once, and be 1 to 128 visible ASCII characters, without spaces.")
  static let malformedIfNoneMatch = Problem(
    .badRequest, "If-None-Match of a PUT must be *, which lets it make a session and replace none.")

  static func repeatedParameter(_ name: String) -> Problem {
    Problem(.badRequest, "The parameter \(name) must stand once in the query.")
  }

  static func malformedLimit(_ text: String) -> Problem {
    Problem(
      .badRequest,
      "The parameter limit must be a whole number from 1 to \(SessionListRequest.maximum), not \"\(shortened(text))\".")
  }

  static func malformedAfter(_ text: String) -> Problem {
    Problem(
      .badRequest,
      "The parameter after must be a session's id, as next has it, 1 to \(Limits.identifierCharacters) characters out of "
        + "A-Z a-z 0-9 . _ ~ : -, and not \"\(shortened(text))\".")
  }

  static let tooManyConnections = Problem(
    .tooManyConnections,
    "The server has all the connections it can take; try again in a moment, and keep the connection.")

  static func storageUnavailable(_ fault: StorageFault) -> Problem {
    Problem(
      .storageUnavailable,
      "\(fault.explanation); nothing is acknowledged, "
        + (fault == .damaged ? "and whoever runs the server must restore a backup." : "so send the request again."))
  }

  static func invalidSessionID(_ segment: String) -> Problem {
    Problem(
      .invalidSessionID,
      "A session's id must be 1 to \(Limits.identifierCharacters) characters out of A-Z a-z 0-9 . _ ~ : -, "
        + "not . or .., and not \"\(shortened(segment))\".")
  }

  static func hostNotAllowed(_ host: String) -> Problem {
    Problem(
      .hostNotAllowed,
      "A server on loopback answers to localhost; start it with --allow-host \(shortened(host)) for that name.")
  }

  static func originNotAllowed(_ origin: String) -> Problem {
    Problem(
      .originNotAllowed,
      "Pages of \(shortened(origin)) may not call this server; start it with --allow-origin to let them.")
  }

  static func unknownMethod(_ method: String) -> Problem {
    Problem(.notImplemented, "The method \(shortened(method)) is not one of HTTP's.")
  }

  static func methodNotAllowed(_ method: String, allowed: [String]) -> Problem {
    var problem = Problem(
      .methodNotAllowed, "\(method) can't be used here; use \(allowed.joined(separator: ", ")).")
    problem.allowedMethods = allowed
    return problem
  }

  static func bodyTooLarge(limit: Int) -> Problem {
    Problem(.bodyTooLarge, "A body may have \(limit) bytes; send fewer inputs at a time.")
  }

  static func unsupportedMediaType(_ contentType: String) -> Problem {
    Problem(.unsupportedMediaType, "The content type must be application/json, not \(shortened(contentType)).")
  }
}

extension RequestTarget.Fault {
  fileprivate var explanation: String {
    switch self {
    case .forbiddenByte(let byte):
      byte == UInt8(ascii: "#")
        ? "must not have a fragment" : "must be visible ASCII, other characters percent-encoded"
    case .badEscape: "must have two hexadecimal digits after each %"
    case .unknownForm: "must be a path that begins with /, or an http URI"
    }
  }
}

/// What a client sent, short enough to be told back.
private func shortened(_ text: String) -> String {
  text.count <= 100 ? text : text.prefix(100) + "…"
}

extension StorageFault {
  fileprivate var explanation: String {
    switch self {
    case .full: "The disk is full"
    case .readOnly: "The data file can't be written"
    case .gone: "The data file is not where it was"
    case .damaged: "What is stored is damaged"
    case .inputOutput(let code): "Reading or writing the data file failed (SQLite's code \(code))"
    }
  }
}
