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
    """,
    // The answers kept of a session are a ring: `place` is its key times 64 and the serial modulo 64, so that the newest
    // overwrites the one that leaves, and all of them lie side by side, without another index. The trigger leaves none
    // behind, whoever deletes a session.
    """
    CREATE TABLE answer (
      place INTEGER PRIMARY KEY,
      serial INTEGER NOT NULL,
      retry_key BLOB NOT NULL,
      request BLOB NOT NULL,
      incarnation TEXT NOT NULL,
      revision INTEGER NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    CREATE TRIGGER session_ends AFTER DELETE ON session BEGIN
      DELETE FROM answer WHERE place BETWEEN old.key * 64 AND old.key * 64 + 63;
    END;
    """,
  ]

  /// What is read of the tables that each version made.
  private static let readings: [[String]] = [
    [
      "SELECT key, id, incarnation, epoch, used_at, has_input, state FROM session",
      "SELECT durability, epoch, salt FROM server",
    ],
    ["SELECT place, serial, retry_key, request, incarnation, revision, body FROM answer"],
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
    guard found <= version else { return .newer(found: found, known: version) }
    // A file without the tables that it says to have is not to be brought up to date.
    for reading in readings.prefix(Int(found)).joined() { _ = try connection.prepare(reading) }
    return nil
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
