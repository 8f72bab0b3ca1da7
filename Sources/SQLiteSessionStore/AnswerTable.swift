internal import JSONText
internal import NavigationCore
internal import SessionEngine

/// Kept answers as rows: a ring for each session.
final class AnswerTable {
  /// Places of one session; as many as an engine keeps answers of it, or more.
  private static let ring: Int64 = 64
  /// The largest key of a session whose places can be counted.
  static let maximumKey = Int64.max / ring - 1

  private let insert: SQLiteStatement
  private let prune: SQLiteStatement
  private let select: SQLiteStatement
  private let selectKept: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(SQLiteError) {
    insert = try connection.prepare("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)")
    prune = try connection.prepare("DELETE FROM answer WHERE place BETWEEN ? AND ? AND serial < ?")
    select = try connection.prepare("SELECT serial, incarnation, revision, body FROM answer WHERE place = ?")
    // A blob's length stands before it: no long body is read for it.
    selectKept = try connection.prepare(
      "SELECT serial, retry_key, request, length(body) FROM answer WHERE place BETWEEN ? AND ?")
  }

  /// Makes a change to what is kept of a session.
  func write(_ change: StoreWrite.Answers, of session: SessionKey) throws(SQLiteError) {
    guard let last = change.added.last else { return }
    precondition(last.serial - change.first < Self.ring, "no answer overwrites one that is kept")
    for entry in change.added {
      let answer = entry.answer
      try insert.run(
        .integer(Self.place(of: entry.serial, in: session)), .integer(entry.serial), .blob(entry.retry.key.bytes),
        .blob(entry.retry.request.bytes), .text(answer.version.incarnation.text), .integer(answer.version.revision),
        .blob(answer.body))
    }
    // Else those that leave are overwritten, or none has left.
    if change.first > 1, last.serial - change.first + 1 < Self.ring {
      let places = Self.places(of: session)
      try prune.run(.integer(places.lowerBound), .integer(places.upperBound), .integer(change.first))
    }
  }

  /// What is kept of a session, without the answers themselves.
  func kept(of session: SessionKey) throws(StorageFault) -> KeptAnswers {
    guard (0...Self.maximumKey).contains(session.number) else { throw .damaged }
    var entries: [(serial: Int64, entry: KeptAnswers.Entry?)] = []
    let places = Self.places(of: session)
    do throws(SQLiteError) {
      try selectKept.forEachRow(.integer(places.lowerBound), .integer(places.upperBound)) { columns in
        entries.append((columns.integer(0), Self.entry(columns)))
      }
    } catch {
      throw error.fault
    }
    guard !entries.isEmpty else { return KeptAnswers() }
    entries.sort { $0.serial < $1.serial }
    let (first, last) = (entries[0].serial, entries[entries.count - 1].serial)
    let sound = entries.compactMap(\.entry)
    // One that is missing would let its request be applied twice.
    guard first >= 1, last < Int64.max - Self.ring, last - first == entries.count - 1, sound.count == entries.count
    else {
      throw .damaged
    }
    return KeptAnswers(from: first, sound)
  }

  private static func entry(_ columns: SQLiteStatement) -> KeptAnswers.Entry? {
    guard let key = Fingerprint(columns.blob(1)), let request = Fingerprint(columns.blob(2)) else { return nil }
    return KeptAnswers.Entry(retry: RetryKey(key: key, request: request), bytes: Int(columns.integer(3)))
  }

  /// Reads an answer.
  func load(_ place: KeptAnswer.Place) throws(StorageFault) -> KeptAnswer {
    var answer: KeptAnswer?
    do throws(SQLiteError) {
      try select.forEachRow(.integer(Self.place(of: place.serial, in: place.session))) { columns in
        guard columns.integer(0) == place.serial else { return }
        answer = Self.answer(columns)
      }
    } catch {
      throw error.fault
    }
    guard let answer else { throw .damaged }
    return answer
  }

  /// The answer in a row; nil where what stands there is none.
  private static func answer(_ columns: SQLiteStatement) -> KeptAnswer? {
    let body = columns.blob(3)
    guard let incarnation = Incarnation(columns.text(1)), columns.integer(2) >= 0,
      (try? JSONValue(parsing: body)) != nil
    else { return nil }
    return KeptAnswer(
      body: body, version: SessionVersion(incarnation: incarnation, revision: columns.integer(2)))
  }

  private static func place(of serial: Int64, in session: SessionKey) -> Int64 {
    session.number * ring + serial % ring
  }

  private static func places(of session: SessionKey) -> ClosedRange<Int64> {
    session.number * ring...session.number * ring + ring - 1
  }
}
