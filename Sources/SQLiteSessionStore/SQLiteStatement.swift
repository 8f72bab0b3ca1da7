internal import CSQLite

/// The one owner of a prepared statement.
@safe final class SQLiteStatement {
  // Safe: made by `SQLiteConnection.prepare`, finalized in `deinit`, and used in between only.
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// A value of a parameter.
  enum Value {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
  }

  /// Runs a statement that gives nothing back, with these parameters.
  func run(_ values: Value...) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    while try step() {}
  }

  /// Gives each row of a query, with these parameters, to a function.
  func forEachRow(_ values: Value..., body: (SQLiteStatement) throws(SQLiteError) -> Void) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    while try step() { try body(self) }
  }

  /// Gives each row of a query, with these parameters, to a function, until that says that it has enough.
  func walk(_ values: Value..., while body: (SQLiteStatement) -> Bool) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    while try step(), body(self) {}
  }

  /// Goes to the next row; false at the end.
  func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw SQLiteError(code: code)
    }
  }

  /// The number in a column of this row.
  func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// The text in a column of this row; empty where it is null.
  func text(_ column: Int32) -> String {
    String(decoding: blob(column), as: UTF8.self)
  }

  /// The bytes in a column of this row.
  func blob(_ column: Int32) -> [UInt8] {
    // The pointer is good until the next step, and what it points to is copied here.
    guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  private func reset() {
    // It repeats the error of the last step, which has been thrown by then.
    _ = unsafe sqlite3_reset(handle)
    _ = unsafe sqlite3_clear_bindings(handle)
  }

  private func bind(_ values: [Value]) throws(SQLiteError) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch value {
        case .integer(let number): unsafe sqlite3_bind_int64(handle, place, number)
        case .text(let text): unsafe shim_bind_text(handle, place, text, Int32(text.utf8.count))
        case .blob(let bytes):
          unsafe bytes.withUnsafeBytes { unsafe shim_bind_blob(handle, place, $0.baseAddress, Int32($0.count)) }
        }
      guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    }
  }
}
