internal import CSQLite

/// The one owner of a connection to a database file.
@safe final class SQLiteConnection {
  // Safe: opened in `init`, closed in `deinit`, and used in between only.
  private let handle: OpaquePointer

  /// Opens a file, and makes it where it is not there and may be made.
  init(path: String, creating: Bool = true) throws(SQLiteError) {
    var opened: OpaquePointer?
    // One thread at a time uses a connection here, so it needs no mutex of its own.
    let common = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let flags = creating ? common | SQLITE_OPEN_CREATE : common
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      // Also a connection that could not be opened must be closed.
      unsafe sqlite3_close_v2(opened)
      throw SQLiteError(code: code)
    }
    unsafe self.handle = handle
  }

  deinit {
    // Statements that are still there keep it open until they go.
    unsafe sqlite3_close_v2(handle)
  }

  /// The file as SQLite found it: absolute, symbolic links followed.
  var path: String? {
    // Safe: the text is SQLite's, is there as long as the connection, and is copied here.
    unsafe sqlite3_db_filename(handle, "main").map { unsafe String(cString: $0) }
  }

  /// Runs statements that give nothing back.
  func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Makes a statement ready to be run many times.
  func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var prepared: OpaquePointer?
    try check(unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let statement = unsafe prepared else { throw SQLiteError(code: SQLITE_ERROR) }
    return unsafe SQLiteStatement(statement)
  }

  /// The number in the first column of a query's first row, 0 where there is none.
  func number(_ sql: String) throws(SQLiteError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The text in the first column of a query's first row, empty where there is none.
  func text(_ sql: String) throws(SQLiteError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : ""
  }

  /// Does all of it or nothing.
  func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    try execute("BEGIN IMMEDIATE")
    do {
      try body()
      try execute("COMMIT")
    } catch {
      // Some errors have rolled it back already; then there is nothing to roll back, and that is no error.
      if unsafe sqlite3_get_autocommit(handle) == 0 { try execute("ROLLBACK") }
      throw error
    }
  }

  /// Begins to make another connection's database, all of it, what this one's is.
  func beginCopy(to target: SQLiteConnection) throws(SQLiteError) -> DatabaseCopy {
    guard let copy = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(code: unsafe sqlite3_extended_errcode(target.handle))
    }
    return unsafe DatabaseCopy(copy, from: self, to: target)
  }

  /// Whether the file could be opened for reading only.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// Leaves the file and its write-ahead log as they are when the connection closes, or folds the one into the other.
  func keepLogOnClose(_ keeps: Bool) {
    let code = unsafe shim_keep_log_on_close(handle, keeps ? 1 : 0)
    precondition(code == SQLITE_OK, "a setting of every connection")
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
  }
}
