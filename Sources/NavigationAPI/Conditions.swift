import HTTPMessages
import SessionEngine

/// What a request's head says about the state that it is for (RFC 9110, section 13).
struct Conditions: Hashable, Sendable {
  /// What must hold for a change to be made.
  var precondition: SessionPrecondition?
  /// The states that the client has already.
  var ifNoneMatch: EntityTagCondition?
  /// By what the client knows the request again when it sends it once more; nil where it won't.
  var idempotencyKey: String?
  /// What the client has of the events that it asks for, and how it wants the others.
  var feed: FeedQuery?

  /// Reads the conditions that an operation knows, and passes others over.
  ///
  /// - Throws: `bad-request` where one of them can't be read.
  init(_ head: HTTPRequestHead, _ query: Query, of operation: Operation) throws(Problem) {
    let ifNoneMatch = head.fields.values(of: "If-None-Match")
    switch operation {
    case .apply:
      precondition = try Self.ifMatch(head)
      idempotencyKey = try Self.idempotencyKey(head)
    case .deleteSession:
      precondition = try Self.ifMatch(head)
    case .putSession:
      precondition = try Self.ifMatch(head)
      if !ifNoneMatch.isEmpty {
        guard EntityTagCondition(ifNoneMatch) == .any else { throw .malformedIfNoneMatch }
        // Both at once can't hold: what must be in a state must be there.
        precondition = precondition == nil ? .isAbsent : .isOneOf([])
      }
    case .showSession:
      self.ifNoneMatch = EntityTagCondition(ifNoneMatch)
    case .followSession:
      feed = try FeedQuery(events: head, query)
    case .listSteps:
      feed = try FeedQuery(steps: head, query)
    case .listSessions, .createSession, .listPolicies, .checkHealth, .checkReadiness, .showMetrics, .showDocument,
      .explainProblem:
      break
    }
  }

  private static func idempotencyKey(_ head: HTTPRequestHead) throws(Problem) -> String? {
    let values = head.fields.values(of: "Idempotency-Key")
    guard let key = values.first else { return nil }
    guard values.count == 1, key.isName else { throw .malformedIdempotencyKey }
    return key
  }

  private static func ifMatch(_ head: HTTPRequestHead) throws(Problem) -> SessionPrecondition? {
    let values = head.fields.values(of: "If-Match")
    guard !values.isEmpty else { return nil }
    switch EntityTagCondition(values) {
    case nil: throw .malformedIfMatch
    case .any?: return .exists
    case .oneOf(let tags)?: return .isOneOf(tags.compactMap(state))
    }
  }

  /// The state that a tag of ours stands for; nil for others, and for weak ones: they never hold.
  private static func state(_ tag: EntityTag) -> StateName? {
    tag.isWeak ? nil : StateName(tag.opaque)
  }
}

extension StateName {
  /// A state as entity tags and events' ids name it, or a bare revision; nil where the text is neither.
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    // A revision has one form only: no sign, no zeros before it.
    guard let last = parts.last, let revision = Int64(last), revision >= 0, String(revision) == last else { return nil }
    if parts.count == 1 {
      self.init(incarnation: nil, revision: revision)
    } else if let incarnation = Incarnation(parts[0]) {
      self.init(incarnation: incarnation, revision: revision)
    } else {
      return nil
    }
  }
}

extension SessionVersion {
  /// The state's name as an event's id: the entity tag without its quotation marks.
  var eventID: String { "\(incarnation.text)-\(revision)" }

  /// The state's name in HTTP.
  var entityTag: EntityTag { EntityTag(eventID) }
}

extension EntityTagCondition {
  /// Whether a state is among those named; weak tags count too (RFC 9110, section 13.1.2).
  func includes(_ version: SessionVersion) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let tags): tags.contains { $0.opaque == version.entityTag.opaque }
    }
  }
}
