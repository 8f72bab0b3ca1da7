public import NavigationCore

/// What an engine asks of its store.
///
/// A store does one thing at a time, in the order in which it is asked.
public enum StoreOrder: Hashable, Sendable {
  /// Read a session.
  case load(SessionID)
  /// Read an answer that is kept.
  case loadAnswer(KeptAnswer.Place)
  /// Make all of these changes durable, or none.
  case commit([SessionKey: StoreWrite])
  /// Find, among so many sessions behind a key, those last used at a time or before.
  case findUnused(after: SessionKey, since: Instant, among: Int)
  /// Read a step of a list.
  case list(ListStep)
  /// Try whether a change could be made durable now.
  case probe

  /// The sessions of one owner behind a place, in byte order of their ids: as many as are wanted, or as many as can be read
  /// while nobody waits for it noticeably.
  public struct ListStep: Hashable, Sendable {
    /// Whose sessions; nil for those that have no owner.
    public let owner: Caller.Name?
    /// Where to begin.
    public let place: SessionPlace
    /// Sessions that were last used then, or before, have expired and are passed over; nil where none does.
    public let usedAfter: Instant?
    /// The most sessions that are wanted.
    public let limit: Int

    /// The sessions of one owner behind a place.
    public init(owner: Caller.Name?, behind place: SessionPlace, usedAfter: Instant?, limit: Int) {
      self.owner = owner
      self.place = place
      self.usedAfter = usedAfter
      self.limit = limit
    }
  }
}

/// What becomes of one session.
public enum StoreWrite: Hashable, Sendable {
  /// This is its state now, and these answers are kept beside those that are.
  case put(StoredSession, Answers = Answers())
  /// It is gone, and all that is kept of it.
  case delete

  /// What becomes of the answers that are kept.
  public struct Answers: Hashable, Sendable {
    /// Those to keep from now on, with serials that go on from those that are kept.
    public var added: [KeptAnswer.Entry]
    /// The serial of the oldest that stays; says nothing where none is added.
    public var first: Int64

    /// None where nothing changes.
    public init(added: [KeptAnswer.Entry] = [], first: Int64 = 1) {
      self.added = added
      self.first = first
    }
  }

  /// Whether there is more to it than a state.
  var addsAnswers: Bool {
    switch self {
    case .put(_, let answers): !answers.added.isEmpty
    case .delete: false
    }
  }

  /// What two writes of one session are, made one after the other, of which the first adds answers.
  func followed(by next: StoreWrite) -> StoreWrite {
    guard case .put(_, let before) = self, case .put(let session, let after) = next else { return next }
    let first = after.added.isEmpty ? before.first : after.first
    let added = (before.added + after.added).filter { $0.serial >= first }
    return .put(session, Answers(added: added, first: first))
  }
}

/// What a store has to say of an order.
public enum StoreReport: Hashable, Sendable {
  /// A session as it is kept, with its key; nil where there is none.
  case loaded(SessionID, Result<Loaded?, StorageFault>)
  /// A kept answer; one that is not where it must be is damage.
  case loadedAnswer(KeptAnswer.Place, Result<KeptAnswer, StorageFault>)
  /// The changes of the last commit are durable, or none of them was made for certain.
  case committed(StorageFault?)
  /// The sessions found, and the last key that was looked at; nil where there is none behind it.
  case foundUnused(Result<Unused, StorageFault>)
  /// A step of a list, in the order in which steps were asked for.
  case listed(Result<Listed, StorageFault>)
  /// Whether a change could be made durable.
  case probed(StorageFault?)

  /// The session that was to be read, and can't be since what is stored of it is damaged; nil where none is.
  public var damagedSession: SessionID? {
    switch self {
    case .loaded(let id, .failure(.damaged)): id
    case .listed(.success(let listed)): listed.damaged
    case .loaded, .listed, .loadedAnswer, .committed, .foundUnused, .probed: nil
    }
  }

  /// A session that was read.
  public struct Loaded: Hashable, Sendable {
    /// Its key.
    public let key: SessionKey
    /// Its state.
    public let session: StoredSession
    /// What is kept for retries.
    public let kept: KeptAnswers

    /// A session that was read.
    public init(key: SessionKey, session: StoredSession, kept: KeptAnswers = KeptAnswers()) {
      self.key = key
      self.session = session
      self.kept = kept
    }
  }

  /// Sessions in byte order of their ids.
  public struct Listed: Hashable, Sendable {
    /// The sessions.
    public let sessions: [SessionSummary]
    /// Where to go on; nil where no more can follow, or `damaged` does.
    public let next: SessionPlace?
    /// A session behind them that can't be read.
    public let damaged: SessionID?

    /// Sessions that were found.
    public init(_ sessions: [SessionSummary], next: SessionPlace?, damaged: SessionID? = nil) {
      self.sessions = sessions
      self.next = next
      self.damaged = damaged
    }
  }

  /// Sessions that were not used for long.
  public struct Unused: Hashable, Sendable {
    /// Their ids and keys.
    public let sessions: [SessionID: SessionKey]
    /// Where to go on; nil at the end.
    public let next: SessionKey?

    /// Sessions that were found.
    public init(sessions: [SessionID: SessionKey], next: SessionKey?) {
      self.sessions = sessions
      self.next = next
    }
  }
}

/// Why a store could not do what it was asked.
public enum StorageFault: Error, Hashable, Sendable {
  /// The disk, or the quota, is full.
  case full
  /// The file or its folder may not be written.
  case readOnly
  /// The file is not where it was.
  case gone
  /// The file's content is damaged.
  case damaged
  /// Reading or writing failed; the code is SQLite's extended one.
  case inputOutput(code: Int32)
}
