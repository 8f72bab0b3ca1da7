public import NavigationCore

/// What an engine knows of its own upkeep.
struct Housekeeping: Sendable {
  /// Why the last thing that was asked of the store failed; nil while all is well.
  var fault: StorageFault?
  var isProbing = false
  /// Which sessions to ask the disk about.
  var doubts = Doubts()
  /// Whether the store looks for sessions that were not used for long.
  var isSearching = false
  /// Where the search goes on in the store.
  var searchAfter = SessionKey(0)
  /// Where the search goes on in memory, where there is no store.
  var searchFrom = 0
}

extension SessionEngine {
  /// Sessions that are looked at in one step of the search for those that were not used for long: few enough that no tap
  /// waits noticeably.
  static var searchStep: Int { 1_000 }

  /// Sessions that are read in one step to find out whether they are there: few enough, likewise.
  static var doubtStep: Int { 200 }

  /// Why sessions can't be kept at the moment; nil while all is well.
  public var storageFault: StorageFault? { housekeeping.fault }

  /// Time has passed.
  ///
  /// To be called about once a second.
  ///
  /// - Parameter now: The server's clock.
  /// - Returns: What to do, in this order.
  public mutating func tick(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    if housekeeping.fault != nil, !housekeeping.isProbing {
      housekeeping.isProbing = true
      effects.append(.ask(.probe))
    }
    if housekeeping.fault == nil { effects += resolveDoubts() }
    if let ttl = configuration.sessionTTL {
      let since = Instant(microseconds: now.microseconds - ttl)
      if journal == nil {
        forgetUnusedInMemory(at: now)
      } else if !housekeeping.isSearching, housekeeping.fault == nil {
        housekeeping.isSearching = true
        effects.append(.ask(.findUnused(after: housekeeping.searchAfter, since: since, among: Self.searchStep)))
      }
    }
    return effects + consequences()
  }

  /// Asks the disk about sessions that count though they may not be there; without it those whose making failed would count
  /// for ever, and take the place of others.
  private mutating func resolveDoubts() -> [Effect] {
    var effects: [Effect] = []
    for _ in 0..<Self.doubtStep {
      guard let id = housekeeping.doubts.take() else { break }
      guard directory.contains(id), residents[id] == nil, loading[id] == nil else { continue }
      loading[id] = []
      effects.append(.ask(.load(id)))
    }
    return effects
  }

  private mutating func forgetUnusedInMemory(at now: Instant) {
    let (residents, next) = residents.walk(from: housekeeping.searchFrom, places: Self.searchStep)
    for resident in residents where isExpired(resident.session, at: now) { forget(resident) }
    housekeeping.searchFrom = next ?? 0
  }

  mutating func foundUnused(_ result: Result<StoreReport.Unused, StorageFault>, at now: Instant) {
    housekeeping.isSearching = false
    switch result {
    case .success(let unused):
      housekeeping.searchAfter = unused.next ?? SessionKey(0)
      for (id, key) in unused.sessions { forgetUnused(id, key, at: now) }
    case .failure(let fault):
      housekeeping.fault = fault
    }
  }

  /// What the store found may have been used since: then it is in memory, or about to be, and judged there.
  private mutating func forgetUnused(_ id: Navigation.ID, _ key: SessionKey, at now: Instant) {
    if let resident = residents[id] {
      if isExpired(resident.session, at: now) { forget(resident) }
    } else if loading[id] == nil, directory.contains(id), journal?.holds(id) == false {
      directory.remove(id)
      journal?.record(.delete, of: id, under: key)
    }
  }
}
