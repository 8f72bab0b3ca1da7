public import HTTPMessages
public import NavigationCore
public import SessionEngine

/// What has been counted since the server started; `GET /metrics` shows it.
public struct Metrics: Sendable {
  /// What is not counted but looked at when somebody asks.
  public struct Gauges: Hashable, Sendable {
    /// How many sessions there are.
    public var sessions: Int
    /// How many of them are in memory.
    public var residentSessions: Int
    /// How many read events or wait for steps.
    public var readers: Int

    /// How much there is now.
    public init(sessions: Int, residentSessions: Int, readers: Int) {
      self.sessions = sessions
      self.residentSessions = residentSessions
      self.readers = readers
    }
  }

  /// What a tap was taken for.
  enum TapResult: Int, CaseIterable, Sendable {
    case bounce, double, duplicate, expired, first
  }

  /// What a client was told to do; its own words, which are no labels, are one.
  enum DirectiveKind: Int, CaseIterable, Sendable {
    case custom, popToRoot, returnToPosition, scrollToTop
  }

  struct RequestKind: Hashable, Sendable {
    let labels: RequestLabels
    let status: Int
  }

  let version: String
  let startedAt: Instant
  // By place rather than by name: every tap comes by here.
  var taps = Array(repeating: 0, count: TapResult.allCases.count)
  var directives = Array(repeating: 0, count: DirectiveKind.allCases.count)
  var refusedInputs: [String: Int] = Dictionary(
    uniqueKeysWithValues: ProblemCode.allCases.filter(\.canRefuseInputs).map { ($0.rawValue, 0) })
  var replayedAnswers = 0
  var slowReaders = 0
  /// How long the requests of each kind took.
  var requests: [RequestKind: Histogram] = [:]
  var commitDurations = Histogram(upTo: Self.durationBounds)
  var commitSizes = Histogram(upTo: Self.sizeBounds)
  var failedCommits = 0
  /// The commit under way.
  private var commit: (began: Instant, sessions: Int)?

  /// Upper bounds of durations, in microseconds: from a tap in memory to the longest wait for a busy disk.
  static let durationBounds: [Int64] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    5_000_000, 10_000_000,
  ]
  /// Upper bounds of the numbers of sessions that are written together.
  static let sizeBounds: [Int64] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]

  /// Nothing has been counted yet.
  public init(version: String, startedAt: Instant) {
    self.version = version
    self.startedAt = startedAt
  }

  /// The engine has decided about a request.
  public mutating func note(_ reply: SessionReply) {
    switch reply {
    case .outcomes(let outcomes, _), .keptOutcomes(let outcomes, _): for outcome in outcomes { note(outcome) }
    case .replayed: replayedAnswers += 1
    case .steps, .following, .session, .page, .deleted, .refused: break
    }
  }

  private mutating func note(_ outcome: Outcome) {
    if let tap = outcome.tap {
      let result: TapResult =
        switch outcome.reason {
        case .duplicate: .duplicate
        case .bounce: .bounce
        case .expired: .expired
        case .rule, .notPossible, .firstTap, .noRule, .applied: tap.doubleTap ? .double : .first
        }
      taps[result.rawValue] += 1
    }
    guard let directive = outcome.directive else { return }
    let kind: DirectiveKind =
      switch directive.move {
      case .scrollToTop: .scrollToTop
      case .popToRoot: .popToRoot
      case .returnToPosition: .returnToPosition
      case .custom: .custom
      }
    directives[kind.rawValue] += 1
  }

  /// A reader of events did not keep up, and was cut off.
  public mutating func readerCutOff() {
    slowReaders += 1
  }

  /// An answer is about to leave.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - labels: What its request counts as.
  ///   - duration: The time since the request's head had come.
  public mutating func note(_ response: HTTPResponse, to labels: RequestLabels, after duration: Microseconds) {
    requests[RequestKind(labels: labels, status: response.status), default: Histogram(upTo: Self.durationBounds)]
      .note(duration)
    if let code = response.refusal, labels.carriesInputs { refusedInputs[code, default: 0] += 1 }
  }

  /// Changes of so many sessions are on their way to the disk.
  public mutating func commitBegan(at now: Instant, sessions: Int) {
    commit = (now, sessions)
  }

  /// They are durable, or are not.
  public mutating func commitEnded(at now: Instant, isKept: Bool) {
    guard let ended = commit else { return }
    commit = nil
    commitDurations.note(now - ended.began)
    if isKept { commitSizes.note(Int64(ended.sessions)) } else { failedCommits += 1 }
  }
}

extension ProblemCode {
  /// Whether a request to a path that takes inputs can be refused so.
  fileprivate var canRefuseInputs: Bool { ![.notFound, .methodNotAllowed, .tooManyReaders].contains(self) }
}
