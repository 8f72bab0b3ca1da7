public import NavigationCore

/// A page of the sessions of one owner, in byte order of their ids, as a client asks for it.
public struct SessionListRequest: Hashable, Sendable {
  /// Whose sessions; nil for those that all callers share.
  public let owner: Caller.Name?
  /// The id behind which the page begins, whether it is a session's or not; nil for the first page.
  public let after: Navigation.ID?
  /// The most sessions on the page, at least 1.
  public let limit: Int

  /// A page of the sessions of one owner.
  public init(of owner: Caller.Name?, after: Navigation.ID?, limit: Int) {
    self.owner = owner
    self.after = after
    self.limit = limit
  }

  /// Where the page begins.
  var start: SessionPlace {
    after.map { .behind(SessionID($0, of: owner)) } ?? .start(of: owner)
  }
}

/// What a list shows of a session.
public struct SessionSummary: Hashable, Sendable {
  /// What its owner calls it.
  public let id: Navigation.ID
  /// How many changes it had.
  public let revision: Int64
  /// The tab that is selected; nil where none is.
  public let selectedTab: Tab.ID?
  /// When it last accepted an input; nil where it had none since it was created or replaced.
  public let lastInputAt: Instant?

  /// What a list shows of a session that is not in memory.
  public init(id: Navigation.ID, revision: Int64, selectedTab: Tab.ID?, lastInputAt: Instant?) {
    self.id = id
    self.revision = revision
    self.selectedTab = selectedTab
    self.lastInputAt = lastInputAt
  }

  /// What a list shows of this session.
  public init(_ session: StoredSession) {
    id = session.navigation.id
    revision = session.navigation.revision
    selectedTab = session.navigation.selectedTab
    lastInputAt =
      switch session.activity {
      case .put: nil
      case .input(at: let at): at
      }
  }
}

/// A page of sessions.
public struct SessionPage: Hashable, Sendable {
  /// The sessions, in byte order of their ids.
  ///
  /// Only `next` tells the end: in memory, a page that met very many expired sessions has fewer than were asked for.
  public let sessions: [SessionSummary]
  /// The `after` of the next page; nil at the end.
  public let next: Navigation.ID?

  /// A page of sessions.
  public init(_ sessions: [SessionSummary], next: Navigation.ID?) {
    self.sessions = sessions
    self.next = next
  }

  /// The page of the first of these sessions; it is the last one unless there are more of them, or `goesOn` says so.
  init(_ found: [SessionSummary], limit: Int, goesOn: Bool = false) {
    let sessions = Array(found.prefix(limit))
    self.init(sessions, next: goesOn || found.count > limit ? sessions.last?.id : nil)
  }
}
