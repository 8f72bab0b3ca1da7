internal import CSQLite
internal import SessionEngine

/// A call of SQLite's that failed (sqlite.org/rescode.html).
struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code.
  let code: Int32

  /// What was read can't have been written.
  static let damaged = SQLiteError(code: SQLITE_CORRUPT)

  /// The result code without its extension.
  var primaryCode: Int32 { code & 0xFF }

  /// `SQLITE_READONLY_DBMOVED`, a computed macro that Swift does not import.
  private static let readOnlyMoved = SQLITE_READONLY | (4 << 8)

  /// What it means to whoever waits for an answer.
  var fault: StorageFault {
    switch primaryCode {
    case SQLITE_FULL: .full
    case SQLITE_READONLY: code == Self.readOnlyMoved ? .gone : .readOnly
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged
    default: .inputOutput(code: code)
    }
  }
}
