import HTTPMessages
import SessionEngine

/// A request that waits for its body.
public struct Call: Sendable {
  /// What the request counts as.
  public var labels: RequestLabels { exchange.labels }
  let operation: Operation
  /// Whose sessions it is about; nil where all callers share them.
  let owner: Caller.Name?
  /// What is wrong with them is told after a body that turns out too long.
  let conditions: Result<Conditions, Problem>
  let query: Query
  let phase: API.Phase
  let exchange: Exchange
}

/// How the engine's reply becomes an answer.
public struct Presentation: Sendable {
  /// What the request counts as.
  public var labels: RequestLabels { exchange.labels }
  /// Whether the inputs came as an array, so that the outcomes go as one.
  var isArray = false
  /// The states that the client has already; nil where it has none, or does not say so.
  var ifNoneMatch: EntityTagCondition?
  /// What the client asked of a session's events or steps; nil where it asked for neither.
  var feed: FeedQuery?
  let exchange: Exchange
}
