internal import JSONText
internal import NavigationCore
internal import NavigationJSON
internal import SessionEngine

/// Sessions as rows.
///
/// The statements are prepared once.
final class SessionTable {
  private let epoch: Epoch
  private let answers: AnswerTable
  private let insert: SQLiteStatement
  private let delete: SQLiteStatement
  private let select: SQLiteStatement
  private let selectTimes: SQLiteStatement
  private let selectIDs: SQLiteStatement
  let selectInOrder: SQLiteStatement

  init(_ connection: SQLiteConnection, epoch: Epoch) throws(SQLiteError) {
    self.epoch = epoch
    answers = try AnswerTable(connection)
    insert = try connection.prepare(
      """
      INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET epoch = excluded.epoch, incarnation = excluded.incarnation,
        used_at = excluded.used_at, has_input = excluded.has_input, state = excluded.state
      """)
    delete = try connection.prepare("DELETE FROM session WHERE key = ?")
    select = try connection.prepare(
      "SELECT key, incarnation, epoch, used_at, has_input, state FROM session WHERE id = ?")
    // The index on the names answers this alone: no state is read.
    selectIDs = try connection.prepare("SELECT id FROM session")
    selectInOrder = try connection.prepare(Self.inOrder)
    selectTimes = try connection.prepare("SELECT key, id, used_at FROM session WHERE key > ? ORDER BY key LIMIT ?")
  }

  /// Makes changes; those that make room for a name come first.
  func write(_ changes: [SessionKey: StoreWrite]) throws(SQLiteError) {
    for (key, change) in changes where change == .delete { try delete.run(.integer(key.number)) }
    for (key, change) in changes {
      switch change {
      case .delete: break
      case .put(let session, let kept):
        try put(session, under: key)
        try answers.write(kept, of: key)
      }
    }
  }

  private func put(_ session: StoredSession, under key: SessionKey) throws(SQLiteError) {
    var writer = JSONWriter(reserving: 2_048)
    writer.write(session.navigation)
    let hasInput: Int64 =
      switch session.activity {
      case .put: 0
      case .input: 1
      }
    try insert.run(
      .integer(key.number), .text(session.id.text), .text(session.incarnation.text),
      .integer(epoch.number), .integer(session.activity.at.microseconds), .integer(hasInput), .blob(writer.bytes))
  }

  /// The names of all sessions.
  func ids() throws(SQLiteError) -> Set<SessionID> {
    var ids: Set<SessionID> = []
    try selectIDs.forEachRow { columns in
      if let id = SessionID(columns.text(0)) { ids.insert(id) }
    }
    return ids
  }

  /// Reads a session; nil where there is none of that name.
  func load(_ id: SessionID) throws(StorageFault) -> StoreReport.Loaded? {
    var row: (key: SessionKey, session: StoredSession?)?
    do throws(SQLiteError) {
      try select.forEachRow(.text(id.text)) { columns in
        row = (SessionKey(columns.integer(0)), session(id, columns))
      }
    } catch {
      throw error.fault
    }
    guard let row else { return nil }
    guard let session = row.session else { throw .damaged }
    return StoreReport.Loaded(key: row.key, session: session, kept: try answers.kept(of: row.key))
  }

  /// Reads an answer that is kept.
  func loadAnswer(_ place: KeptAnswer.Place) throws(StorageFault) -> KeptAnswer {
    try answers.load(place)
  }

  /// The session in a row; nil where what stands there is none.
  private func session(_ id: SessionID, _ columns: SQLiteStatement) -> StoredSession? {
    let at = Instant(microseconds: columns.integer(3))
    // Times are counted with: one that no clock shows would overflow.
    guard (0...Limits.milliseconds * 1_000).contains(at.microseconds),
      let incarnation = epoch.incarnation(stored: columns.text(1), in: columns.integer(2)),
      let navigation = try? decodeSession(json: columns.blob(5), identity: .named(id.navigationID), revision: .taken)
    else { return nil }
    return StoredSession(
      navigation: navigation, of: id.owner, incarnation: incarnation,
      activity: columns.integer(4) == 0 ? .put(at: at) : .input(at: at))
  }

  /// Finds, among so many sessions behind a key, those last used at a time or before.
  func unused(after key: SessionKey, since: Instant, among limit: Int) throws(SQLiteError) -> StoreReport.Unused {
    var found: [SessionID: SessionKey] = [:]
    var seen = 0
    var last = key
    try selectTimes.forEachRow(.integer(key.number), .integer(Int64(limit))) { columns in
      seen += 1
      last = SessionKey(columns.integer(0))
      // A time before the clock's start is damage, which is not to be swept away unseen.
      if (0...max(0, since.microseconds)).contains(columns.integer(2)), let id = SessionID(columns.text(1)) {
        found[id] = last
      }
    }
    return StoreReport.Unused(sessions: found, next: seen == limit ? last : nil)
  }
}
