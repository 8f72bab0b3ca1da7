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
  private var rows: [SessionKey: Row] = [:]

  /// A session with the answers that are kept of it, oldest first.
  private struct Row {
    let session: StoredSession
    var kept: [KeptAnswer.Entry] = []
  }

  private static let inputOutput = StorageFault.inputOutput(code: 778)

  /// What it has, by name.
  var sessions: [SessionID: StoredSession] {
    Dictionary(rows.values.map { ($0.session.id, $0.session) }, uniquingKeysWith: { first, _ in first })
  }

  /// All that it has.
  var state: KeptState {
    let kept = rows.values.filter { !$0.kept.isEmpty }.map { ($0.session.id, $0.kept) }
    return KeptState(sessions: sessions, answers: Dictionary(kept, uniquingKeysWith: { first, _ in first }))
  }

  /// An answer that it keeps; nil where it does not.
  func keptAnswer(at place: KeptAnswer.Place) -> KeptAnswer? {
    guard let row = rows[place.session], row.session.id == place.id else { return nil }
    return row.kept.first { $0.serial == place.serial }?.answer
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
        let row = rows.first { $0.value.session.id == id }
        reports.append(.loaded(id, .success(row.map { Self.loaded($0.key, $0.value) })))
      }
      return false
    case .loadAnswer(let place):
      if let fault = readFault(using: &random) {
        reports.append(.loadedAnswer(place, .failure(fault)))
      } else if let answer = keptAnswer(at: place) {
        reports.append(.loadedAnswer(place, .success(answer)))
      } else {
        throw SimulationFailure("an answer is asked for that the disk does not keep: \(place)")
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
    case .list(let step):
      let fault = readFault(using: &random)
      reports.append(.listed(fault.map { .failure($0) } ?? .success(list(step, upTo: random.one(of: [1, 2, 9])))))
      return false
    case .probe:
      reports.append(.probed(writeFault(using: &random)))
      return false
    }
  }

  private static func loaded(_ key: SessionKey, _ row: Row) -> StoreReport.Loaded {
    let entries = row.kept.map { KeptAnswers.Entry(retry: $0.retry, bytes: $0.answer.body.count) }
    return StoreReport.Loaded(
      key: key, session: row.session, kept: KeptAnswers(from: row.kept.first?.serial ?? 1, entries))
  }

  /// What it is after these changes.
  func after(_ changes: [SessionKey: StoreWrite]) throws(SimulationFailure) -> SimulatedDisk {
    var changed = self
    changed.rows = try rows(after: changes)
    return changed
  }

  private func rows(after changes: [SessionKey: StoreWrite]) throws(SimulationFailure) -> [SessionKey: Row] {
    var rows = rows
    for (key, change) in changes where change == .delete { rows[key] = nil }
    for (key, change) in changes {
      switch change {
      case .delete: break
      case .put(let session, let answers):
        rows[key] = Row(session: session, kept: try Self.kept(rows[key]?.kept ?? [], after: answers))
      }
    }
    guard Set(rows.values.map(\.session.id)).count == rows.count else {
      throw SimulationFailure("two sessions of one name are written")
    }
    return rows
  }

  private static func kept(
    _ before: [KeptAnswer.Entry], after answers: StoreWrite.Answers
  ) throws(SimulationFailure) -> [KeptAnswer.Entry] {
    guard !answers.added.isEmpty else { return before }
    let kept = (before + answers.added).filter { $0.serial >= answers.first }
    let serials = kept.map(\.serial)
    guard serials == Array(answers.first..<answers.first + Int64(kept.count)) else {
      throw SimulationFailure("answers are kept that do not go on from one another: \(serials) from \(answers.first)")
    }
    return kept
  }

  private func unused(after key: SessionKey, since time: Instant, among limit: Int) -> StoreReport.Unused {
    let seen = rows.keys.filter { $0 > key }.sorted().prefix(limit)
    var found: [SessionID: SessionKey] = [:]
    for key in seen {
      if let session = rows[key]?.session, session.activity.at <= time { found[session.id] = key }
    }
    return StoreReport.Unused(sessions: found, next: seen.count == limit ? seen.last : nil)
  }

  /// Fewer than are asked for, so that a page takes steps among a few sessions too.
  private func list(_ step: StoreOrder.ListStep, upTo count: Int) -> StoreReport.Listed {
    let behind = rows.values.map(\.session)
      .filter { $0.id.owner == step.owner && $0.id.text > step.place.text }
      .sorted { $0.id.text.utf8.lexicographicallyPrecedes($1.id.text.utf8) }
    let seen = behind.prefix(min(step.limit, count))
    let found = seen.filter { session in step.usedAfter.map { session.activity.at > $0 } ?? true }
    return StoreReport.Listed(
      found.map(SessionSummary.init), next: seen.count < behind.count ? seen.last.map { .behind($0.id) } : nil)
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
