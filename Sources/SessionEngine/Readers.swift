import NavigationCore

/// Who follows a session or waits for its next step, and how far each was told.
struct Readers<Client> {
  /// What a reader wants.
  enum Want: Sendable {
    /// All that comes.
    case everything
    /// The next that comes.
    case next
  }

  struct Reader {
    let id: ReaderID
    let client: Client
    let want: Want
    /// The last state that it was told of, or will be when the answer that begins with it goes out.
    var told: SessionVersion
    /// Whether that answer has gone out.
    var hasBegun = false
  }

  /// The readers of one session, in the order in which they came; all are of the session's present life, or one that is about
  /// to end.
  struct Followed {
    var readers: [Reader] = []
    /// When the session was last used, as far as is known where it is not in memory.
    var lastUsed: Instant
  }

  private var sessions: [SessionID: Followed] = [:]
  private var places: [ReaderID: SessionID] = [:]
  private var taken: Int64 = 0

  var isEmpty: Bool { places.isEmpty }
  /// How many there are, of all sessions.
  var count: Int { places.count }

  subscript(id: SessionID) -> Followed? { sessions[id] }

  /// The sessions that have readers, in an order that is the same in each process.
  var followed: [SessionID] { sessions.keys.sorted { $0.text < $1.text } }

  /// Takes one more.
  mutating func add(
    _ client: Client, _ want: Want, of session: StoredSession
  ) -> ReaderID {
    taken += 1
    let reader = Reader(id: ReaderID(taken), client: client, want: want, told: session.version)
    sessions[session.id, default: Followed(lastUsed: session.activity.at)].readers.append(reader)
    note(session)
    places[reader.id] = session.id
    return reader.id
  }

  /// Remembers when a session was used, if it has readers.
  mutating func note(_ session: StoredSession) {
    sessions[session.id]?.lastUsed = session.activity.at
  }

  /// The answer goes out that a reader begins with; false where it is no reader any longer.
  mutating func begin(_ id: ReaderID) -> Bool {
    guard let session = places[id], let index = sessions[session]?.readers.firstIndex(where: { $0.id == id }) else {
      return false
    }
    sessions[session]?.readers[index].hasBegun = true
    return true
  }

  /// Lets go of one.
  @discardableResult
  mutating func remove(_ id: ReaderID) -> (reader: Reader, session: SessionID)? {
    guard let session = places.removeValue(forKey: id),
      let index = sessions[session]?.readers.firstIndex(where: { $0.id == id }),
      let reader = sessions[session]?.readers.remove(at: index)
    else { return nil }
    if sessions[session]?.readers.isEmpty == true { sessions[session] = nil }
    return (reader, session)
  }

  /// Lets go of those of a session for which a test says so, and changes how far the others were told.
  ///
  /// - Returns: Those that are let go of, in the order in which they came.
  mutating func update(_ id: SessionID, removing isOver: (inout Reader) -> Bool) -> [Reader] {
    guard var followed = sessions.removeValue(forKey: id) else { return [] }
    var over: [Reader] = []
    var kept: [Reader] = []
    for var reader in followed.readers {
      if isOver(&reader) { over.append(reader) } else { kept.append(reader) }
    }
    for reader in over { places[reader.id] = nil }
    followed.readers = kept
    if !kept.isEmpty { sessions[id] = followed }
    return over
  }
}

extension Readers: Sendable where Client: Sendable {}
extension Readers.Reader: Sendable where Client: Sendable {}
extension Readers.Followed: Sendable where Client: Sendable {}
