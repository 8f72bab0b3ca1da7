public import NavigationCore

/// What an engine's owner decides once.
public struct EngineConfiguration: Hashable, Sendable {
  /// Whether an input to a session that does not exist is refused rather than creating it.
  public var explicitSessions: Bool
  /// The most sessions there may be.
  public var maxSessions: Int
  /// The most sessions that are in memory while others are on disk; those with changes that are not durable yet may
  /// come on top.
  ///
  /// Without a store all are in memory.
  public var residentSessions: Int
  /// How long a session lives without being used; nil for ever.
  public var sessionTTL: Microseconds?
  /// How many answers are kept of each session, for clients that send a request again.
  public var keptAnswers: KeptAnswers.Limits
  /// About how many bytes the steps may have, of all sessions together, that are held for those who follow them.
  public var stepMemory: Int
  /// The most who follow sessions, or wait for their next step, at a time.
  public var maxReaders: Int

  /// What is left out is as the command line has it by default.
  public init(
    explicitSessions: Bool = false, maxSessions: Int = 1_000_000, residentSessions: Int = 100_000,
    sessionTTL: Microseconds? = 30 * 86_400_000_000, keptAnswers: KeptAnswers.Limits = KeptAnswers.Limits(),
    stepMemory: Int = 67_108_864, maxReaders: Int = 1_000
  ) {
    self.explicitSessions = explicitSessions
    self.maxSessions = maxSessions
    self.residentSessions = residentSessions
    self.sessionTTL = sessionTTL
    self.keptAnswers = keptAnswers
    self.stepMemory = stepMemory
    self.maxReaders = maxReaders
  }
}
