public import NavigationCore

/// What a store says, and what follows.
extension SessionEngine {
  /// The store has done, or could not do, what it was asked.
  ///
  /// - Parameters:
  ///   - report: What it says.
  ///   - now: The server's clock.
  ///   - generator: Where the randomness of new incarnations comes from.
  /// - Returns: What to do, in this order.
  public mutating func storeReported(
    _ report: StoreReport, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    switch report {
    case .loaded(let id, let result):
      return loaded(id, result, at: now, using: &generator) + consequences()
    case .loadedAnswer(let place, let result):
      return loadedAnswer(place, result)
    case .listed(let result):
      return listed(result)
    case .committed(nil):
      housekeeping.fault = nil
      return committed() + consequences()
    case .committed(let fault?):
      housekeeping.fault = fault
      return commitFailed(fault) + consequences()
    case .foundUnused(let result):
      return foundUnused(result, at: now)
    case .probed(let fault):
      housekeeping.isProbing = false
      housekeeping.fault = fault
      return []
    }
  }

  private mutating func loaded(
    _ id: SessionID, _ result: Result<StoreReport.Loaded?, StorageFault>, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    let waiting = loading.removeValue(forKey: id) ?? []
    var effects: [Effect] = []
    switch result {
    case .success(let loaded?):
      effects = tellWhatIsStored(loaded.session, of: id)
      let resident = Residents.Resident(key: loaded.key, session: loaded.session, kept: loaded.kept)
      if waiting.isEmpty {
        // One that was read only to find out what is there takes no other's place.
        if feed.readers[id] != nil, isExpired(resident.session, at: now) { forget(resident) }
        return effects
      }
      residents.use(resident)
    case .success(nil):
      directory.remove(id)
      effects = tellWhatIsStored(nil, of: id)
    case .failure(let fault):
      let answers: [Effect] = waiting.map { .answer($0.client, .refused(.storageUnavailable(fault))) }
      if fault == .damaged { return answers + endReaders(of: id, fault) }
      housekeeping.fault = fault
      housekeeping.doubts.add(id)
      return answers
    }
    for arrival in waiting { effects += decide(arrival, at: now, using: &generator) }
    return effects
  }

  private mutating func committed() -> [Effect] {
    guard let (waiting, happenings) = journal?.succeed() else { return [] }
    // Those who follow from now on begin before they are told of what came after.
    var effects: [Effect] = []
    for answer in waiting { effects += give(answer.reply, to: answer.client) }
    return effects + publish(happenings)
  }

  private mutating func commitFailed(_ fault: StorageFault) -> [Effect] {
    guard let (sessions, waiting) = journal?.fail() else { return [] }
    // These follow nothing yet.
    for case .following(let reader, _, _) in waiting.map(\.reply) { feed.readers.remove(reader) }
    var effects: [Effect] = waiting.map { .answer($0.client, .refused(.storageUnavailable(fault))) }
    // In an order that is the same in each process, as all is that follows from the same events.
    for id in sessions.sorted(by: { $0.text < $1.text }) {
      residents.remove(id)
      // Made, changed or deleted, as the case may be: the disk is asked before the session is used again.
      directory.insert(id)
      housekeeping.doubts.add(id)
      feed.histories.forget(id)
      // What those have who wait for the next step may be what has failed.
      let over = feed.readers.update(id) { $0.want == .next }
      effects += over.map { .answer($0.client, .refused(.storageUnavailable(fault))) }
      if feed.readers[id] != nil, loading[id] == nil {
        // Those who follow it are not to wait until it is used.
        loading[id] = []
        effects.append(.ask(.load(id)))
      }
    }
    return effects
  }
}
