internal import Threading

/// A copy of all sessions in a file of its own, which a server can start with.
public struct Backup: Hashable, Sendable {
  /// The database pages it has.
  public let pages: Int

  /// Makes one of steps that somebody else takes, and syncs each before it asks for the next: so none leaves the disk more
  /// to do than a commit that comes behind it can wait for.
  static func make(
    at target: String, while isWanted: () -> Bool,
    taking step: (PageCopier.Order) throws(BackupError) -> PageCopier.Report
  ) throws(BackupError) -> Backup {
    let file = try BackupFile(target: target)
    var report = isWanted() ? try step(.begin(into: file.path)) : .idle
    while report == .more {
      do throws(BackupError) {
        guard isWanted() else { throw .stopped }
        try file.sync()
      } catch {
        _ = try step(.abandon)
        throw error
      }
      report = try step(.step)
    }
    switch report {
    case .done(let pages):
      guard isWanted() else { throw .stopped }
      try file.complete()
      return Backup(pages: pages)
    case .failed(let error): throw BackupError(error, at: target)
    case .busy: throw .busy
    case .more, .idle: throw .stopped
    }
  }
}

extension SQLiteSessionStore {
  /// Copies what is on disk while the store goes on: a few pages at a time between its other work.
  ///
  /// Waits for the end, so it must not be called on the store's thread.
  ///
  /// - Parameters:
  ///   - target: Where the copy should be; there must be nothing.
  ///   - isWanted: Whether to go on; asked between the steps.
  /// - Returns: What was made: every change that was reported as durable before the call is in it.
  /// - Throws: `BackupError` where there is no copy; `stopped` if the store is closed before the end.
  public func backUp(to target: String, while isWanted: () -> Bool = { true }) throws(BackupError) -> Backup {
    let reports = Inbox<PageCopier.Report>()
    return try Backup.make(at: target, while: isWanted) { order throws(BackupError) in
      guard ask(order, reporting: reports), let report = reports.collect().first else { throw .stopped }
      return report
    }
  }

  /// Copies a data file that no server uses, also one that a server did not close; it stays as it is.
  ///
  /// - Parameters:
  ///   - path: The data file.
  ///   - target: Where the copy should be; there must be nothing.
  ///   - isWanted: Whether to go on; asked between the steps.
  /// - Returns: What was made.
  /// - Throws: `BackupError` where there is no copy.
  public static func backUp(
    file path: String, to target: String, while isWanted: () -> Bool = { true }
  ) throws(BackupError) -> Backup {
    let file = DataFile(path: path)
    guard file.size > 0 || file.wasLeftOpen else { throw .noData(path) }
    let connection: SQLiteConnection
    let refusal: StoreOpenError.Refusal?
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path: path, creating: false)
      let hasLog = DataFile(path: path, leadingTo: connection.path).wasLeftOpen
      connection.keepLogOnClose(true)
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      refusal = try Schema.examine(connection)
      // A log that came with the connection goes with it.
      if !hasLog { connection.keepLogOnClose(false) }
    } catch {
      throw .unusable(StoreOpenError(path: path, refusal: file.refusal(of: error)))
    }
    if let refusal { throw .unusable(StoreOpenError(path: path, refusal: refusal)) }
    let copier = PageCopier(connection)
    return try Backup.make(at: target, while: isWanted) { order throws(BackupError) in copier.carryOut(order) }
  }
}
