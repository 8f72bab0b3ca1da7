/// How often what happened: a simulation in which nothing happens finds nothing.
public struct SimulationCounts: Hashable, Sendable {
  /// Requests that were sent.
  public var requests = 0
  /// Answers that acknowledged something.
  public var acknowledged = 0
  /// Answers that the core or the engine refused.
  public var refused = 0
  /// Changes that were made since the session was in a state that they were meant for.
  public var preconditionsMet = 0
  /// Answers that refused a change since the session was in no state that it was meant for.
  public var preconditionsFailed = 0
  /// Answers that said that the storage failed.
  public var unavailable = 0
  /// Requests that a crash left without an answer.
  public var lost = 0
  /// Requests that were sent again.
  public var retries = 0
  /// Answers that were given again, out of what is not durable yet.
  public var replaysOfUndurable = 0
  /// Answers that were given again, out of the store.
  public var replaysOfDurable = 0
  /// Reads of kept answers that failed.
  public var failedReplays = 0
  /// Requests that had another's key.
  public var reusedKeys = 0
  /// Requests with a key that was kept once, and no more, that were applied anew.
  public var forgottenKeys = 0
  /// Commits that were done.
  public var commits = 0
  /// Commits that failed and were not done.
  public var failedCommits = 0
  /// Commits that were done and reported as failed.
  public var deniedCommits = 0
  /// Sessions that were read from the disk.
  public var loads = 0
  /// Reads that failed.
  public var failedLoads = 0
  /// Requests that came while their session was read.
  public var waitedForLoad = 0
  /// Pages of sessions that were told.
  public var pages = 0
  /// Pages with another behind them.
  public var pagesBefore = 0
  /// Pages that could not be read.
  public var failedPages = 0
  /// Sessions that a search ended.
  public var expired = 0
  /// Probes that found the storage working again.
  public var recoveries = 0
  /// Times that the process was gone at once.
  public var crashes = 0
  /// Commits under way at a crash that are there nevertheless.
  public var unheardCommits = 0
  /// Events that readers were told.
  public var told = 0
  /// Readers that went on from where they were.
  public var resumed = 0
  /// Readers that began with a session.
  public var began = 0
  /// Times that the process stopped in good order.
  public var drains = 0
  /// Times that everything came to rest.
  public var calms = 0

  /// Every count with its name.
  public static var names: [(name: String, count: WritableKeyPath<SimulationCounts, Int>)] {
    [
      ("requests", \.requests), ("acknowledged", \.acknowledged), ("refused", \.refused),
      ("preconditions met", \.preconditionsMet), ("preconditions failed", \.preconditionsFailed),
      ("unavailable", \.unavailable), ("lost", \.lost), ("retries", \.retries),
      ("replays before durable", \.replaysOfUndurable), ("replays from the disk", \.replaysOfDurable),
      ("failed replays", \.failedReplays), ("reused keys", \.reusedKeys), ("forgotten keys", \.forgottenKeys),
      ("commits", \.commits),
      ("failed commits", \.failedCommits), ("denied commits", \.deniedCommits), ("loads", \.loads),
      ("failed loads", \.failedLoads), ("during a load", \.waitedForLoad), ("pages", \.pages),
      ("pages before others", \.pagesBefore), ("failed pages", \.failedPages), ("expired", \.expired),
      ("recoveries", \.recoveries), ("crashes", \.crashes), ("unheard commits", \.unheardCommits),
      ("told", \.told), ("resumed", \.resumed), ("began", \.began), ("drains", \.drains), ("calms", \.calms),
    ]
  }

  /// Nothing yet.
  public init() {}

  /// Adds what happened elsewhere.
  public static func += (sum: inout SimulationCounts, other: SimulationCounts) {
    for (_, count) in names { sum[keyPath: count] += other[keyPath: count] }
  }
}
