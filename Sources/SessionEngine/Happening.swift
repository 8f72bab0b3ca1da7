import NavigationCore

/// A change to a session, for those who follow it.
struct Happening: Hashable, Sendable {
  let id: SessionID
  /// The life that it happened in; nil where a session ended of which nothing is in memory, and that nobody follows.
  let life: Incarnation?
  let event: FeedEvent

  /// A step of a session's.
  init(_ step: Step, of id: SessionID, in life: Incarnation) {
    self.id = id
    self.life = life
    event = .step(step, SessionVersion(incarnation: life, revision: step.revision))
  }

  /// A session that was put in the place of another, or where none was.
  init(put session: StoredSession) {
    id = session.id
    life = session.incarnation
    event = .session(session.navigation, session.version)
  }

  /// The end of a session's life.
  init(endOf id: SessionID, in life: Incarnation?) {
    self.id = id
    self.life = life
    event = .deleted
  }

  /// Whether one who was told of a state has yet to be told of this.
  func isNews(after told: SessionVersion) -> Bool {
    guard life == told.incarnation else { return false }
    switch event {
    case .session(_, let version), .step(_, let version): return version.revision > told.revision
    case .deleted: return true
    }
  }
}

extension FeedEvent {
  /// The state after it; nil where there is none.
  var version: SessionVersion? {
    switch self {
    case .session(_, let version), .step(_, let version): version
    case .deleted: nil
    }
  }
}
