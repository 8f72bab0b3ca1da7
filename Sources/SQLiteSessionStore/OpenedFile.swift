internal import CSQLite
internal import NavigationCore
internal import SessionEngine

/// A data file that is open and ours alone, and what can be asked of it.
final class OpenedFile: @unchecked Sendable {
  // Sendable: made by one thread, used by the store's from that one's start to its end, and given up after it; each of
  // these happens before the next.
  private let file: DataFile
  private let connection: SQLiteConnection
  private let table: SessionTable
  private let copier: PageCopier
  private let identities: [DataFile.Identity?]

  /// Pages in the write-ahead log before a commit folds it into the file.
  ///
  /// More make the one commit that does so wait longer, fewer make it happen more often. Of 300, 1,000 and 4,000 this has the
  /// shortest p99.9, among a thousand sessions and among a million (`Benchmarks/results.md`).
  private static let checkpointPages = 1_000
  /// The largest file that is read whole for damage when it is opened, in bytes: about a second's work.
  static let examinedWhole = 256 << 20

  init(path: String, durability: SQLiteSessionStore.Durability) throws(StoreOpenError) {
    let named = DataFile(path: path)
    if let refusal = named.refusal { throw StoreOpenError(path: path, refusal: refusal) }
    let wasLeftOpen: Bool
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path: path)
      file = DataFile(path: path, leadingTo: connection.path)
      // Before anything is read, which makes a log.
      wasLeftOpen = file.wasLeftOpen
      // Until it is known to be ours the file must stay as it is. Where there is no log, looking makes an empty one, which
      // is taken away again.
      connection.keepLogOnClose(file.hasLog)
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    } catch {
      throw StoreOpenError(path: path, refusal: named.refusal(of: error))
    }
    let refusal: StoreOpenError.Refusal?
    do throws(SQLiteError) {
      refusal = try Self.examine(connection, file)
    } catch {
      throw StoreOpenError(path: path, refusal: file.refusal(of: error))
    }
    if let refusal { throw StoreOpenError(path: path, refusal: refusal) }
    do throws(SQLiteError) {
      let epoch = try Self.take(connection, durability, wasLeftOpen: wasLeftOpen)
      table = try SessionTable(connection, epoch: epoch)
    } catch {
      throw StoreOpenError(path: path, refusal: file.refusal(of: error))
    }
    copier = PageCopier(connection)
    identities = file.identities
  }

  /// What forbids using the file; looks only.
  private static func examine(
    _ connection: SQLiteConnection, _ file: DataFile
  ) throws(SQLiteError) -> StoreOpenError.Refusal? {
    if let refusal = try Schema.examine(connection) { return refusal }
    if connection.isReadOnly { return .notWritable }
    if file.size <= examinedWhole, file.size > 0, try connection.text("PRAGMA quick_check(1)") != "ok" {
      return .damaged
    }
    return nil
  }

  /// Makes the file ours, up to date, and set up as is wanted.
  private static func take(
    _ connection: SQLiteConnection, _ durability: SQLiteSessionStore.Durability, wasLeftOpen: Bool
  ) throws(SQLiteError) -> Epoch {
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA wal_autocheckpoint = \(checkpointPages)")
    try Schema.migrate(connection)
    let epoch = try Epoch.begin(connection, durability, wasLeftOpen: wasLeftOpen)
    if durability == .normal { try connection.execute("PRAGMA synchronous = NORMAL") }
    connection.keepLogOnClose(false)
    return epoch
  }

  /// All that an engine must know before it starts.
  func content() throws(StoreOpenError) -> SQLiteSessionStore.Content {
    do throws(SQLiteError) {
      let sessions = try table.ids()
      let last = try connection.number("SELECT max(key) FROM session")
      guard last < AnswerTable.maximumKey else { throw SQLiteError.damaged }
      return SQLiteSessionStore.Content(sessions: sessions, nextKey: SessionKey(last + 1))
    } catch {
      throw StoreOpenError(path: file.path, refusal: file.refusal(of: error))
    }
  }

  /// Does what is asked.
  func carryOut(_ order: StoreOrder) -> StoreReport {
    switch order {
    case .load(let id):
      return .loaded(id, Result { () throws(StorageFault) in try table.load(id) })
    case .loadAnswer(let place):
      return .loadedAnswer(place, Result { () throws(StorageFault) in try table.loadAnswer(place) })
    case .commit(let changes):
      return .committed(fault { () throws(SQLiteError) in try table.write(changes) })
    case .findUnused(after: let key, since: let time, among: let limit):
      do throws(SQLiteError) {
        return .foundUnused(.success(try table.unused(after: key, since: time, among: limit)))
      } catch {
        return .foundUnused(.failure(error.fault))
      }
    case .list(let step):
      return .listed(Result { () throws(StorageFault) in try table.list(step) })
    case .probe:
      // Writes a page though it changes nothing; a row that is updated to what it was is not written at all.
      return .probed(
        fault { () throws(SQLiteError) in try connection.execute("PRAGMA user_version = \(Schema.version)") })
    }
  }

  /// Does what is asked of a backup.
  func carryOut(_ order: PageCopier.Order) -> PageCopier.Report {
    copier.carryOut(order)
  }

  /// Makes changes durable, all or none.
  ///
  /// - Returns: Why they are not; nil where they are.
  private func fault(_ changes: () throws(SQLiteError) -> Void) -> StorageFault? {
    // SQLite would go on writing to files that nobody finds again.
    guard file.identities == identities else { return .gone }
    do throws(SQLiteError) {
      try connection.transaction(changes)
      return nil
    } catch {
      return error.fault
    }
  }
}
