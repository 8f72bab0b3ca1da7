internal import CSQLite

/// The one owner of an online backup (sqlite.org/backup.html): one database becomes, a few pages at a time, what another is.
///
/// Between two steps the source goes on changing through its connection, and SQLite carries each change over to the pages
/// that were copied before. So the copy is what the source is at the last step.
@safe final class DatabaseCopy {
  // Safe: made by `SQLiteConnection.beginCopy`, finished in `deinit`, and used in between only; the connections, which
  // must outlive it, are kept for as long as it is there.
  private let handle: OpaquePointer
  private let source: SQLiteConnection
  private let target: SQLiteConnection

  init(_ handle: OpaquePointer, from source: SQLiteConnection, to target: SQLiteConnection) {
    unsafe self.handle = handle
    self.source = source
    self.target = target
  }

  deinit {
    // It repeats the error of the last step, which has been thrown by then; what is not whole is rolled back.
    unsafe sqlite3_backup_finish(handle)
  }

  /// Copies so many pages more.
  ///
  /// - Returns: Whether that was the last step.
  func step(pages: Int32) throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_backup_step(handle, pages) {
    case SQLITE_OK: false
    case SQLITE_DONE: true
    case let code: throw SQLiteError(code: code)
    }
  }

  /// How many pages the source has, as far as the last step saw.
  var pages: Int {
    Int(unsafe sqlite3_backup_pagecount(handle))
  }
}
