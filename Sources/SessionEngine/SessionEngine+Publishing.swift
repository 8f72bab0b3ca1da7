import NavigationCore

/// What they are told.
extension SessionEngine {
  /// Tells of what is durable now.
  mutating func publish(_ happenings: [Happening]) -> [Effect] {
    for happening in happenings { feed.histories.take(happening) }
    guard !feed.readers.isEmpty else { return [] }
    var order: [SessionID] = []
    var news: [SessionID: [Happening]] = [:]
    for happening in happenings where feed.readers[happening.id] != nil {
      if news[happening.id] == nil { order.append(happening.id) }
      news[happening.id, default: []].append(happening)
    }
    return order.flatMap { tell(news[$0] ?? [], of: $0) }
  }

  private mutating func tell(_ news: [Happening], of id: SessionID) -> [Effect] {
    // Most readers were told the same before: the same is put together, and written, once for all of them.
    var groups: [(told: SessionVersion, events: [FeedEvent], clients: [Client])] = []
    var answers: [Effect] = []
    let over = feed.readers.update(id) { reader in
      let told = reader.told
      let group = groups.lastIndex { $0.told == told } ?? groups.count
      if group == groups.count {
        groups.append((told, news.filter { $0.isNews(after: told) }.map(\.event), []))
      }
      let events = groups[group].events
      guard let last = events.last else { return false }
      switch reader.want {
      case .everything:
        groups[group].clients.append(reader.client)
        if let version = last.version { reader.told = version }
        return last == .deleted
      case .next:
        answers.append(.answer(reader.client, Self.reply(with: events, of: id, in: told.incarnation)))
        return true
      }
    }
    return groups.filter { !$0.clients.isEmpty }.map { .tell($0.clients, $0.events) } + answers + end(over)
  }

  /// What one is told that waited for the next step.
  ///
  /// Where the session was replaced it is told so, and asks for what came after that.
  private static func reply(
    with events: [FeedEvent], of id: SessionID, in life: Incarnation
  ) -> SessionReply {
    var steps: [Step] = []
    var replaced: SessionReply?
    for event in events {
      switch event {
      case .deleted: return .refused(.unknownSession(id))
      case .session(let navigation, let version): replaced = .steps(.session(navigation), version)
      case .step(let step, _): steps.append(step)
      }
    }
    if let replaced { return replaced }
    let revision = steps.last?.revision ?? 0
    return .steps(.steps(steps), SessionVersion(incarnation: life, revision: revision))
  }

  /// Tells those who follow a session what the disk has of it, where that is not what they were told: what became of its
  /// changes was not known.
  mutating func tellWhatIsStored(_ session: StoredSession?, of id: SessionID) -> [Effect] {
    guard feed.readers[id] != nil else { return [] }
    if let session { feed.readers.note(session) }
    var effects: [Effect] = []
    let over = feed.readers.update(id) { reader in
      // Those who wait for the next step were answered when the changes failed.
      guard reader.want == .everything, session?.version != reader.told else { return false }
      guard let session, session.incarnation == reader.told.incarnation else {
        effects.append(.tell([reader.client], [.deleted]))
        return true
      }
      effects.append(.tell([reader.client], [.session(session.navigation, session.version)]))
      reader.told = session.version
      return false
    }
    return effects + end(over)
  }

  /// Ends what follows a session that can't be read: what became of it nobody can say.
  mutating func endReaders(of id: SessionID, _ fault: StorageFault) -> [Effect] {
    let over = feed.readers.update(id) { _ in true }
    let answers: [Effect] = over.filter { $0.want == .next }
      .map { .answer($0.client, .refused(.storageUnavailable(fault))) }
    return answers + end(over)
  }

  /// Ends sessions that are followed and were not used for long; of one that is not in memory the disk is asked.
  mutating func forgetUnusedThatAreFollowed(at now: Instant) -> [Effect] {
    guard let ttl = configuration.sessionTTL, !feed.readers.isEmpty else { return [] }
    var effects: [Effect] = []
    for id in feed.readers.followed where loading[id] == nil {
      if let resident = residents[id] {
        if isExpired(resident.session, at: now) { forget(resident) }
      } else if directory.contains(id), journal?.holds(id) == false, let last = feed.readers[id]?.lastUsed,
        now - last >= ttl
      {
        loading[id] = []
        effects.append(.ask(.load(id)))
      }
    }
    return effects
  }
}
