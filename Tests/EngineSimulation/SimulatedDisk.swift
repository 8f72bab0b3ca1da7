import NavigationCore
import SessionEngine
import TestSupport

/// A store that does what it is asked in order and when it is told to, fails when the weather is bad, and keeps through
/// every crash what it has.
struct SimulatedDisk {
  /// How well it works.
  enum Weather: CaseIterable, Equatable {
    /// All that is asked succeeds.
    case fine
    /// Each thing may fail.
    case flaky
    /// Nothing can be written.
    case full
    /// Nothing can be read or written.
    case broken
  }

  var weather = Weather.fine
  /// What it was asked and did not begin.
  private(set) var orders: [StoreOrder] = []
  /// What it did and nobody has heard of.
  private(set) var reports: [StoreReport] = []
  private var rows: [SessionKey: StoredSession] = [:]

  private static let inputOutput = StorageFault.inputOutput(code: 778)

  /// What it has, by name.
  var sessions: [SessionID: StoredSession] {
    Dictionary(rows.values.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A key that is free, as the file tells it when it is opened.
  var nextKey: SessionKey { SessionKey((rows.keys.max()?.number ?? 0) + 1) }

  mutating func ask(_ order: StoreOrder) {
    orders.append(order)
  }

  mutating func takeReport() -> StoreReport {
    reports.removeFirst()
  }

  /// The process is gone, and with it what it had asked and not heard.
  mutating func disconnect() {
    orders = []
    reports = []
  }

  /// Does the next thing.
  ///
  /// - Returns: Whether changes are durable now that were not before.
  mutating func carryOutNext(using random: inout SplitMix64) throws(SimulationFailure) -> Bool {
    switch orders.removeFirst() {
    case .load(let id):
      if let fault = readFault(using: &random) {
        reports.append(.loaded(id, .failure(fault)))
      } else {
        let row = rows.first { $0.value.id == id }
        reports.append(.loaded(id, .success(row.map { StoreReport.Loaded(key: $0.key, session: $0.value) })))
      }
      return false
    case .commit(let changes):
      let fault = writeFault(using: &random)
      // A disk may have done what it says it could not.
      let isDone = fault == nil || weather == .flaky && random.chance(25)
      if isDone { rows = try rows(after: changes) }
      reports.append(.committed(fault))
      return isDone
    case .findUnused(after: let key, since: let time, among: let limit):
      if let fault = readFault(using: &random) {
        reports.append(.foundUnused(.failure(fault)))
      } else {
        // Fewer than are asked for, so that a search takes steps among a few sessions too.
        let step = min(limit, random.one(of: [1, 2, 9]))
        reports.append(.foundUnused(.success(unused(after: key, since: time, among: step))))
      }
      return false
    case .probe:
      reports.append(.probed(writeFault(using: &random)))
      return false
    }
  }

  /// What it has after these changes.
  func sessions(after changes: [SessionKey: StoreWrite]) throws(SimulationFailure) -> [SessionID: StoredSession] {
    var changed = self
    changed.rows = try rows(after: changes)
    return changed.sessions
  }

  private func rows(
    after changes: [SessionKey: StoreWrite]
  ) throws(SimulationFailure) -> [SessionKey: StoredSession] {
    var rows = rows
    for (key, change) in changes where change == .delete { rows[key] = nil }
    for (key, change) in changes {
      switch change {
      case .delete: break
      case .put(let session): rows[key] = session
      }
    }
    guard Set(rows.values.map(\.id)).count == rows.count else {
      throw SimulationFailure("two sessions of one name are written")
    }
    return rows
  }

  private func unused(after key: SessionKey, since time: Instant, among limit: Int) -> StoreReport.Unused {
    let seen = rows.keys.filter { $0 > key }.sorted().prefix(limit)
    var found: [SessionID: SessionKey] = [:]
    for key in seen {
      if let session = rows[key], session.activity.at <= time { found[session.id] = key }
    }
    return StoreReport.Unused(sessions: found, next: seen.count == limit ? seen.last : nil)
  }

  private func readFault(using random: inout SplitMix64) -> StorageFault? {
    switch weather {
    case .fine, .full: nil
    case .flaky: random.chance(30) ? Self.inputOutput : nil
    case .broken: Self.inputOutput
    }
  }

  private func writeFault(using random: inout SplitMix64) -> StorageFault? {
    switch weather {
    case .fine: nil
    case .flaky: random.chance(40) ? Self.inputOutput : nil
    case .full: .full
    case .broken: Self.inputOutput
    }
  }
}
