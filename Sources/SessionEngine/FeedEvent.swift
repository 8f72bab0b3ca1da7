public import NavigationCore

/// What those who follow a session are told.
public enum FeedEvent: Hashable, Sendable {
  /// The session as it is now: it was replaced, or what led here can't be told.
  case session(Navigation, SessionVersion)
  /// The next step, and the state after it.
  case step(Step, SessionVersion)
  /// The session is gone; nothing follows.
  case deleted
}

/// What one who follows a session begins with.
public enum FeedStart: Hashable, Sendable {
  /// What came since the state that was named, in order.
  case steps([Step])
  /// The session: there is no such state, or what came since is not held any longer.
  case session(Navigation)
}

/// One who follows a session, or waits for its next step.
public struct ReaderID: Hashable, Sendable {
  /// A number that no other reader of the engine has or had.
  public let number: Int64

  /// The reader of a number.
  public init(_ number: Int64) {
    self.number = number
  }
}
