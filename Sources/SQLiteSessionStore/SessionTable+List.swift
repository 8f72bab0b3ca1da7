internal import NavigationCore
internal import SessionEngine

/// Sessions in byte order of their names.
extension SessionTable {
  /// Sessions between two places; a revision of -1 is none, and a tab stands behind a `=`.
  ///
  /// The index on the names has the order: text is compared byte by byte. SQLite takes two members out of a state in a tenth
  /// of the time that it takes to read all of it here (2.4 µs of 46, for a state of 1 KB), and finds out too whether it is
  /// JSON; whatever else may be wrong with it is found when the session is used.
  static let inOrder = """
    SELECT id, used_at, has_input, length(state),
      CASE WHEN used_at > ?3 AND json_valid(json) AND json_type(json, '$.revision') = 'integer'
        THEN json_extract(json, '$.revision') ELSE -1 END,
      CASE WHEN used_at > ?3 AND json_valid(json) THEN
        CASE json_type(json, '$.selectedTab') WHEN 'text' THEN '=' || json_extract(json, '$.selectedTab')
          WHEN 'null' THEN 'none' END END
    FROM (SELECT id, used_at, has_input, state, CAST(state AS TEXT) AS json FROM session WHERE id > ?1 AND id < ?2)
    ORDER BY id
    """

  /// What one step reads at most, so that no commit waits noticeably: rows, and bytes of states.
  static let listStep = (rows: 500, bytes: 64 << 10)

  /// What a step of a list meets.
  private struct Walk {
    let step: StoreOrder.ListStep
    /// The row that was looked at last, or what was passed over as a whole.
    var place: SessionPlace
    var found: [SessionSummary] = []
    var damaged: SessionID?
    var rows = 0
    var bytes = 0
    /// Whether there is to be another query, since from here on there are another owner's.
    var passesOver = false

    var isFull: Bool {
      found.count >= step.limit || damaged != nil || rows >= listStep.rows || bytes >= listStep.bytes
    }
  }

  /// Reads a step of a list.
  func list(_ step: StoreOrder.ListStep) throws(StorageFault) -> StoreReport.Listed {
    var walk = Walk(step: step, place: step.place)
    let end = SessionPlace.end(of: step.owner)
    let usedAfter = step.usedAfter?.microseconds ?? .min
    do throws(SQLiteError) {
      repeat {
        walk.passesOver = false
        try selectInOrder.walk(.text(walk.place.text), .text(end.text), .integer(usedAfter)) { columns in
          look(at: columns, in: &walk)
          return !walk.isFull && !walk.passesOver
        }
      } while walk.passesOver && !walk.isFull
    } catch {
      throw error.fault
    }
    let goesOn = walk.isFull && walk.damaged == nil
    return StoreReport.Listed(walk.found, next: goesOn ? walk.place : nil, damaged: walk.damaged)
  }

  private func look(at columns: SQLiteStatement, in walk: inout Walk) {
    // A row whose name can't be one is no session of the engine's either.
    guard let id = SessionID(columns.text(0)) else { return }
    walk.rows += 1
    // Those without an owner stand on both sides of each owner's, however many that has.
    if walk.step.owner == nil, let other = id.owner {
      walk.place = .end(of: other)
      walk.passesOver = true
      return
    }
    walk.place = .behind(id)
    // A time before the clock's start is damage.
    let usedAt = columns.integer(1)
    if let usedAfter = walk.step.usedAfter, usedAt >= 0, usedAt <= usedAfter.microseconds { return }
    walk.bytes += Int(columns.integer(3))
    if let summary = Self.summary(id, columns) {
      walk.found.append(summary)
    } else {
      walk.damaged = id
    }
  }

  /// What stands in a row; nil where that can't be read.
  private static func summary(_ id: SessionID, _ columns: SQLiteStatement) -> SessionSummary? {
    let at = Instant(microseconds: columns.integer(1))
    let (revision, selected) = (columns.integer(4), columns.text(5))
    let tab = selected.hasPrefix("=") ? Tab.ID(String(selected.dropFirst())) : nil
    guard (0...Limits.milliseconds * 1_000).contains(at.microseconds), (0...Limits.milliseconds).contains(revision),
      tab != nil || selected == "none"
    else { return nil }
    return SessionSummary(
      id: id.navigationID, revision: revision, selectedTab: tab, lastInputAt: columns.integer(2) == 0 ? nil : at)
  }
}
