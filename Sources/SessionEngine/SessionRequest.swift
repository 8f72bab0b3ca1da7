public import NavigationCore

/// What a client wants of a session.
public enum SessionRequest: Hashable, Sendable {
  /// Apply inputs in order, all or none; with `retry` once, however often that comes.
  case apply([Input], to: SessionID, retry: RetryKey? = nil)
  /// Make a session of this owner's that was not there before, or put another in the place of one that was; its revision is
  /// the engine's.
  case put(Navigation, of: Caller.Name?)
  /// Show the session.
  case read(SessionID)
  /// Forget the session.
  case delete(SessionID)
  /// Tell of all that happens in the session from now on, or since a state.
  case follow(SessionID, after: StateName?)
  /// Tell of the steps since a state, or of all that are held; with `wait`, of the next where there is none yet.
  case steps(SessionID, after: StateName?, wait: Bool)

  /// The session it is about.
  public var id: SessionID {
    switch self {
    case .apply(_, to: let id, retry: _), .read(let id), .delete(let id), .follow(let id, after: _),
      .steps(let id, after: _, wait: _):
      id
    case .put(let navigation, of: let owner): SessionID(navigation.id, of: owner)
    }
  }
}

/// What a client is told.
public enum SessionReply: Hashable, Sendable {
  /// What came of each input, and the state after them; no state where no input was sent and no session was there.
  case outcomes([Outcome], SessionVersion?)
  /// What came of each input of a request with a key, and the answer that is kept of it.
  case keptOutcomes([Outcome], KeptAnswer)
  /// The request was applied before, and this is what was answered then; nothing was done now.
  case replayed(KeptAnswer)
  /// The session as it is now.
  case session(Navigation, SessionVersion, created: Bool)
  /// The session is gone.
  case deleted
  /// The client follows the session from now on, beginning with this and the state after it.
  case following(ReaderID, FeedStart, SessionVersion)
  /// What came since the state that was named, and the state after it.
  case steps(FeedStart, SessionVersion)
  /// A page of sessions.
  case page(SessionPage)
  /// Nothing was done.
  case refused(SessionRefusal)
}

/// Why nothing was done.
public enum SessionRefusal: Error, Hashable, Sendable {
  /// There is no session of that name.
  case unknownSession(SessionID)
  /// There are as many sessions as there may be.
  case tooManySessions(limit: Int)
  /// There are as many who follow sessions as there may be.
  case tooManyReaders(limit: Int)
  /// The request's key is another request's.
  case retryKeyReused
  /// The request's precondition does not hold; `revision` is the session's, nil where there is no session.
  case preconditionFailed(revision: Int64?)
  /// The core refused the input at this index; `revision` is the session's, nil where there is no session.
  case input(NavigationError, Input, index: Int, revision: Int64?)
  /// Nothing can be kept at the moment.
  ///
  /// What was asked for is not acknowledged: it may have happened or not, and a retry finds out.
  case storageUnavailable(StorageFault)
}
