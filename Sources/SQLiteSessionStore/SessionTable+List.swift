internal import NavigationCore
internal import SessionEngine

/// Sessions in byte order of their names.
extension SessionTable {
  /// What one step reads at most, so that no commit waits noticeably: rows, and bytes of states.
  static let listStep = (rows: 2_000, bytes: 256 << 10)

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
    do throws(SQLiteError) {
      repeat {
        walk.passesOver = false
        try selectInOrder.walk(.text(walk.place.text), .text(end.text)) { columns in
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
    guard let id = SessionID(columns.text(6)) else { return }
    walk.rows += 1
    // Those without an owner stand on both sides of each owner's, however many that has.
    if walk.step.owner == nil, let other = id.owner {
      walk.place = .end(of: other)
      walk.passesOver = true
      return
    }
    walk.place = .behind(id)
    let usedAt = columns.integer(3)
    // A time before the clock's start is damage.
    if let usedAfter = walk.step.usedAfter, (0...max(0, usedAfter.microseconds)).contains(usedAt) { return }
    walk.bytes += columns.byteCount(5)
    if let session = session(id, columns) {
      walk.found.append(SessionSummary(session))
    } else {
      walk.damaged = id
    }
  }
}
