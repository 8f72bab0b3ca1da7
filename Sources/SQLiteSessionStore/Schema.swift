/// What stands in the file, and how an older one becomes a newer one.
enum Schema {
  /// `PRAGMA application_id` of our files: "tapt" in ASCII.
  static let applicationID: Int64 = 0x7461_7074

  /// One step from each version to the next; `PRAGMA user_version` counts those that were taken.
  ///
  /// A step that was once released never changes.
  static let migrations: [String] = [
    // `key` is an alias of the row id, so that a session's state is written without looking its name up; what is small
    // stands before the state, so that a search by time does not read it.
    """
    CREATE TABLE session (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      incarnation TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      has_input INTEGER NOT NULL,
      state BLOB NOT NULL
    ) STRICT;
    CREATE TABLE server (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      durability TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      salt TEXT NOT NULL
    ) STRICT;
    INSERT INTO server VALUES (1, 'full', 0, '');
    """
  ]

  static var version: Int64 { Int64(migrations.count) }

  /// Whether this file is ours to use; a new one, with nothing in it, is.
  static func examine(_ connection: SQLiteConnection) throws(SQLiteError) -> StoreOpenError.Refusal? {
    let found = try connection.number("PRAGMA user_version")
    let owner = try connection.number("PRAGMA application_id")
    if owner != applicationID {
      let tables = try connection.number("SELECT count(*) FROM sqlite_schema")
      // Also a file without a table is another program's once that has put its mark on it.
      return (owner, found, tables) == (0, 0, 0) ? nil : .notOurs
    }
    guard found > 0 else { return .damaged }
    return found > version ? .newer(found: found, known: version) : nil
  }

  /// Takes the steps that are still to be taken, all or none.
  static func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
    let found = try connection.number("PRAGMA user_version")
    guard found != version else { return }
    try connection.transaction { () throws(SQLiteError) in
      for migration in migrations.dropFirst(Int(found)) { try connection.execute(migration) }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }
}
