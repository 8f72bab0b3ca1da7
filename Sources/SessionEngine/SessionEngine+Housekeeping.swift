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

  /// Steps that one tick takes at most, where there is no store.
  static var searchSteps: Int { 10 }

  /// Whether a step found so many that the next is worth taking at once: where sessions come and go faster than the ticks,
  /// those that are over must not take the place of others.
  private static func isWorthGoingOn(found: Int) -> Bool { found * 10 >= searchStep }

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
    effects += forgetUnusedThatAreFollowed(at: now)
    if journal == nil {
      forgetUnusedInMemory(at: now)
    } else if !housekeeping.isSearching, housekeeping.fault == nil {
      effects += search(at: now)
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
    guard configuration.sessionTTL != nil else { return }
    for _ in 0..<Self.searchSteps {
      let (residents, next) = residents.walk(from: housekeeping.searchFrom, places: Self.searchStep)
      let unused = residents.filter { isExpired($0.session, at: now) }
      for resident in unused { forget(resident) }
      housekeeping.searchFrom = next ?? 0
      guard next != nil, Self.isWorthGoingOn(found: unused.count) else { return }
    }
  }

  /// Asks for the next step of the search.
  private mutating func search(at now: Instant) -> [Effect] {
    guard let ttl = configuration.sessionTTL else { return [] }
    housekeeping.isSearching = true
    let since = Instant(microseconds: now.microseconds - ttl)
    return [.ask(.findUnused(after: housekeeping.searchAfter, since: since, among: Self.searchStep))]
  }

  mutating func foundUnused(_ result: Result<StoreReport.Unused, StorageFault>, at now: Instant) -> [Effect] {
    housekeeping.isSearching = false
    switch result {
    case .success(let unused):
      housekeeping.searchAfter = unused.next ?? SessionKey(0)
      for (id, key) in unused.sessions { forgetUnused(id, key, at: now) }
      let goesOn = unused.next != nil && Self.isWorthGoingOn(found: unused.sessions.count)
      // What was found is made durable first.
      return consequences() + (goesOn ? search(at: now) : [])
    case .failure(let fault):
      housekeeping.fault = fault
      return consequences()
    }
  }

  /// What the store found may have been used since: then it is in memory, or about to be, and judged there.
  private mutating func forgetUnused(_ id: SessionID, _ key: SessionKey, at now: Instant) {
    if let resident = residents[id] {
      if isExpired(resident.session, at: now) { forget(resident) }
    } else if loading[id] == nil, directory.contains(id), journal?.holds(id) == false {
      directory.remove(id)
      journal?.record(.delete, of: id, under: key)
      record(Happening(endOf: id, in: feed.readers[id]?.readers.first?.told.incarnation))
    }
  }
}
