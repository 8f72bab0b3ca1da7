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
    case .committed(nil):
      housekeeping.fault = nil
      let answers = journal?.succeed().waiting ?? []
      return answers.map { .answer($0.client, $0.reply) } + consequences()
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
    switch result {
    case .success(let loaded?):
      // One that was read only to find out whether it is there takes no other's place.
      if waiting.isEmpty { return [] }
      residents.use(Residents.Resident(key: loaded.key, session: loaded.session, kept: loaded.kept))
    case .success(nil):
      directory.remove(id)
    case .failure(let fault):
      if fault != .damaged {
        housekeeping.fault = fault
        housekeeping.doubts.add(id)
      }
      return waiting.map { .answer($0.client, .refused(.storageUnavailable(fault))) }
    }
    var effects: [Effect] = []
    for arrival in waiting { effects += decide(arrival, at: now, using: &generator) }
    return effects
  }

  private mutating func commitFailed(_ fault: StorageFault) -> [Effect] {
    guard let (sessions, waiting) = journal?.fail() else { return [] }
    // In an order that is the same in each process, as all is that follows from the same events.
    for id in sessions.sorted(by: { $0.text < $1.text }) {
      residents.remove(id)
      // Made, changed or deleted, as the case may be: the disk is asked before the session is used again.
      directory.insert(id)
      housekeeping.doubts.add(id)
    }
    return waiting.map { .answer($0.client, .refused(.storageUnavailable(fault))) }
  }
}
