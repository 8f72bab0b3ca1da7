public import NavigationCore

/// What becomes of the question which sessions there are.
extension SessionEngine {
  /// Somebody wants to see a page of the sessions of one owner.
  ///
  /// A session that is there from now until the answer is on its page. What the page tells of it is durable.
  ///
  /// - Parameters:
  ///   - request: Which page.
  ///   - client: Whom the answer is for.
  ///   - now: The server's clock; never earlier than at the event before. Sessions that have expired by then are gone.
  /// - Returns: What to do, in this order.
  public mutating func list(_ request: SessionListRequest, for client: Client, at now: Instant) -> [Effect] {
    guard journal != nil else {
      let page = pageInMemory(request, at: now)
      return [.answer(client, .page(page))] + consequences()
    }
    let usedAfter = configuration.sessionTTL.map { Instant(microseconds: now.microseconds - $0) }
    lists.waiting.append(
      Lists.Page(request: request, client: client, usedAfter: usedAfter, place: request.start))
    return consequences()
  }

  /// Asks the store for the pages that can be read now.
  ///
  /// Not while changes wait for the next commit: one of them may have kept a session alive that has expired in the store.
  mutating func listsToRead() -> [Effect] {
    guard journal?.hasChangesToCommit == false else { return [] }
    let pages = lists.waiting
    lists.waiting = []
    lists.asked += pages
    return pages.map { .ask(.list($0.step)) }
  }

  mutating func listed(_ result: Result<StoreReport.Listed, StorageFault>) -> [Effect] {
    var page = lists.asked.removeFirst()
    let listed: StoreReport.Listed
    switch result {
    case .success(let found): listed = found
    case .failure(let fault):
      if fault != .damaged { housekeeping.fault = fault }
      return [.answer(page.client, .refused(.storageUnavailable(fault)))]
    }
    page.found += listed.sessions
    let limit = page.request.limit
    // Where the page is full it does not matter what stands behind it.
    if listed.damaged != nil, page.found.count < limit {
      return [.answer(page.client, .refused(.storageUnavailable(.damaged)))]
    }
    if let next = listed.next, page.found.count <= limit {
      page.place = next
      lists.asked.append(page)
      return [.ask(.list(page.step))]
    }
    return [.answer(page.client, .page(SessionPage(page.found, limit: limit, goesOn: listed.damaged != nil)))]
  }

  /// The most sessions that are looked at for one page where there is no store, so that no tap waits noticeably.
  static var listStep: Int { 10_000 }

  private mutating func pageInMemory(_ request: SessionListRequest, at now: Instant) -> SessionPage {
    let end = SessionPlace.end(of: request.owner)
    var place = request.start
    var found: [SessionSummary] = []
    var expired: [Residents.Resident] = []
    var last: SessionID?
    var seen = 0
    walk: while true {
      let run = directory.run(behind: place)
      if run.isEmpty { break }
      for id in run {
        if SessionPlace.behind(id) > end || found.count > request.limit || seen == Self.listStep { break walk }
        // All that stand between the places of an owner are that owner's.
        if request.owner == nil, let other = id.owner {
          place = .end(of: other)
          continue walk
        }
        (place, last) = (.behind(id), id)
        seen += 1
        guard let resident = residents[id] else { continue }
        if isExpired(resident.session, at: now) {
          expired.append(resident)
        } else {
          found.append(SessionSummary(resident.session))
        }
      }
    }
    // So that the next page does not meet them again.
    for resident in expired { forget(resident) }
    if found.count <= request.limit, seen == Self.listStep { return SessionPage(found, next: last?.navigationID) }
    return SessionPage(found, limit: request.limit)
  }
}
