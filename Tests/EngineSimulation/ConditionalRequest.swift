import NavigationCore
public import SessionEngine
public import TestSupport

/// A request with what must hold for it.
public struct ConditionalRequest: Hashable, Sendable {
  /// What is wanted.
  public let request: SessionRequest
  /// What must hold; nil where nothing must.
  public var precondition: SessionPrecondition?

  /// A request with what must hold for it.
  public init(_ request: SessionRequest, if precondition: SessionPrecondition? = nil) {
    self.request = request
    self.precondition = precondition
  }

  /// The states of which one must be the session's; nil where no state is asked for.
  var states: [StateName]? {
    if case .isOneOf(let states)? = precondition { states } else { nil }
  }
}

extension SplitMix64 {
  /// A request of any kind to one of some sessions, now and then with a precondition.
  ///
  /// - Parameters:
  ///   - names: The sessions' ids.
  ///   - seen: The state of a session that the client has seen last; nil where it has seen none.
  /// - Returns: The request; a read has no precondition.
  public mutating func conditionalRequest(
    of names: [String], seen: (SessionRequest) -> SessionVersion?
  ) -> ConditionalRequest {
    let request = retriable(sessionRequest(of: names))
    if case .read = request { return ConditionalRequest(request) }
    guard chance(35) else { return ConditionalRequest(request) }
    return ConditionalRequest(request, if: precondition(seen: seen(request)))
  }

  /// A request, inputs now and then with a key of their own.
  private mutating func retriable(_ request: SessionRequest) -> SessionRequest {
    guard case .apply(let inputs, to: let id, retry: nil) = request, chance(60) else { return request }
    return .apply(inputs, to: id, retry: RetryKey(key: fingerprint(), request: fingerprint()))
  }

  /// A request like another, and with its key, that is not the same.
  public mutating func mistaking(_ sent: ConditionalRequest) -> ConditionalRequest {
    guard case .apply(let inputs, to: let id, retry: let retry?) = sent.request else { return sent }
    return ConditionalRequest(
      .apply(inputs, to: id, retry: RetryKey(key: retry.key, request: fingerprint())), if: sent.precondition)
  }

  /// A fingerprint that no text had before.
  mutating func fingerprint() -> Fingerprint {
    Fingerprint(high: next(), low: next())
  }

  private mutating func precondition(seen: SessionVersion?) -> SessionPrecondition {
    switch weighted([(15, "exists"), (15, "absent"), (70, "states")]) {
    case "exists": return .exists
    case "absent": return .isAbsent
    default:
      let incarnations = [nil, seen?.incarnation, Incarnation("zzzzzzzz")]
      let count = one(of: [0, 1, 1, 1, 2])
      return .isOneOf(
        (0..<count).map { _ in
          let revision = (seen?.revision ?? 0) + one(of: [-1, 0, 0, 0, 1])
          return .init(incarnation: one(of: incarnations), revision: revision)
        })
    }
  }
}

extension SessionRequest {
  /// By what it is known again; nil where it is not.
  public var retryKey: RetryKey? {
    switch self {
    case .apply(_, to: _, retry: let retry): retry
    case .put, .read, .delete, .follow, .steps: nil
    }
  }
}
