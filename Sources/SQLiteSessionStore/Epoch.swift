internal import SessionEngine

/// The time between two losses.
///
/// Where the last moments before a power cut may be gone (`--durability normal`), a start that finds its file not closed
/// begins a new one, and so does one on a backup, which lacks what came after it. Sessions from before get new incarnations,
/// so that no entity tag of what was lost is ever taken for one of what came instead.
struct Epoch: Hashable, Sendable {
  /// How many there were before; each row says in which it was written.
  let number: Int64
  /// What makes the incarnations of earlier epochs new ones; as many characters as an incarnation has.
  let salt: String

  /// The incarnation that a session has now.
  ///
  /// - Returns: What stands in the row, or, where that was written in an earlier epoch, what the salt makes of it; nil
  ///   where neither is an incarnation.
  func incarnation(stored text: String, in epoch: Int64) -> Incarnation? {
    guard epoch != number else { return Incarnation(text) }
    guard let before = Incarnation(text), let salt = Incarnation(salt) else { return nil }
    return before.mixed(with: salt)
  }

  /// The epoch of a server that starts now, and what the next one must know of it.
  static func begin(
    _ connection: SQLiteConnection, _ durability: SQLiteSessionStore.Durability, wasLeftOpen: Bool
  ) throws(SQLiteError) -> Epoch {
    var epoch = Epoch(
      number: try connection.number("SELECT epoch FROM server"), salt: try connection.text("SELECT salt FROM server"))
    let before = try connection.text("SELECT durability FROM server")
    if before == backup || (wasLeftOpen && before == SQLiteSessionStore.Durability.normal.rawValue) {
      var generator = SystemRandomNumberGenerator()
      epoch = Epoch(number: epoch.number + 1, salt: Incarnation(using: &generator).text)
    }
    let update = try connection.prepare("UPDATE server SET durability = ?, epoch = ?, salt = ?")
    try connection.transaction { () throws(SQLiteError) in
      try update.run(.text(durability.rawValue), .integer(epoch.number), .text(epoch.salt))
    }
    return epoch
  }

  /// What stands in a backup where other files have their durability.
  private static let backup = "backup"

  /// Makes each server that starts with this file begin a new epoch.
  static func markBackup(_ connection: SQLiteConnection) throws(SQLiteError) {
    try connection.prepare("UPDATE server SET durability = ?").run(.text(backup))
  }
}
