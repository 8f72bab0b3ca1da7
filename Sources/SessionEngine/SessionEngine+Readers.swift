import NavigationCore

/// Those who follow sessions.
extension SessionEngine {
  /// A reader is gone: its connection was closed, or it did not keep up.
  ///
  /// - Parameter reader: Which; one that is none any longer is passed over.
  public mutating func leave(_ reader: ReaderID) {
    feed.readers.remove(reader)
  }

  /// One that waits for the next step has waited for as long as it wanted to.
  ///
  /// - Parameter reader: Which; one that is none any longer is passed over.
  /// - Returns: What to do, in this order.
  public mutating func waited(_ reader: ReaderID) -> [Effect] {
    guard let (reader, id) = feed.readers.remove(reader) else { return [] }
    return answerEmpty(reader, of: id)
  }

  /// Nobody may follow any longer: streams end, and those who wait are told that there is nothing yet.
  ///
  /// One whose first answer is still to come ends when that has gone out.
  ///
  /// - Returns: What to do, in this order.
  public mutating func drain() -> [Effect] {
    feed.isDraining = true
    return endReaders()
  }

  /// Those who follow have to ask anew: streams end, and those who wait are told that there is nothing yet.
  ///
  /// One whose first answer is still to come goes on; whoever gives it that may end it.
  ///
  /// - Returns: What to do, in this order.
  public mutating func endReaders() -> [Effect] {
    var effects: [Effect] = []
    for id in feed.readers.followed {
      let over = feed.readers.update(id) { $0.want == .next || $0.hasBegun }
      for reader in over where reader.want == .next { effects += answerEmpty(reader, of: id) }
      effects += end(over)
    }
    return effects
  }

  private mutating func answerEmpty(_ reader: Readers<Client>.Reader, of id: SessionID) -> [Effect] {
    answer(.steps(.steps([]), reader.told), to: reader.client, about: id)
  }

  /// Gives an answer on which nothing waits any longer.
  mutating func give(_ reply: SessionReply, to client: Client) -> [Effect] {
    guard case .following(let reader, _, _) = reply else { return [.answer(client, reply)] }
    let isReader = feed.readers.begin(reader)
    if isReader, !feed.isDraining { return [.answer(client, reply)] }
    feed.readers.remove(reader)
    return [.answer(client, reply), .end([client])]
  }

  /// Ends the streams among readers that were let go of.
  func end(_ readers: [Readers<Client>.Reader]) -> [Effect] {
    let clients = readers.filter { $0.want == .everything }.map(\.client)
    return clients.isEmpty ? [] : [.end(clients)]
  }

  mutating func follow(
    _ id: SessionID, after point: StateName?, for client: Client
  ) throws(SessionRefusal) -> SessionReply {
    let session = try used(id)
    try admitReader()
    let start = point.map { self.start(after: $0, of: session) } ?? .session(session.navigation)
    return .following(feed.readers.add(client, .everything, of: session), start, session.version)
  }

  /// The steps since a state, or nil where the client waits for the next.
  mutating func steps(
    _ id: SessionID, after point: StateName?, wait: Bool, for client: Client
  ) throws(SessionRefusal) -> Decision {
    let session = try used(id)
    let start = point.map { self.start(after: $0, of: session) } ?? .steps(lastSteps(of: session))
    guard wait, !feed.isDraining, start == .steps([]) else { return .reply(.steps(start, session.version)) }
    try admitReader()
    return .wait(feed.readers.add(client, .next, of: session))
  }

  private func admitReader() throws(SessionRefusal) {
    guard feed.readers.count < configuration.maxReaders else { throw .tooManyReaders(limit: configuration.maxReaders) }
  }

  private func start(after point: StateName, of session: StoredSession) -> FeedStart {
    guard point.incarnation == nil || point.incarnation == session.incarnation else {
      return .session(session.navigation)
    }
    // Both are revisions that a client may have made up: no difference of theirs is reckoned with.
    if point.revision == session.version.revision { return .steps([]) }
    let steps = lastSteps(of: session)
    guard let index = steps.firstIndex(where: { $0.revision > point.revision }),
      steps[index].revision - 1 == point.revision
    else { return .session(session.navigation) }
    return .steps(Array(steps[index...]))
  }

  /// The steps that led to a session's present state, as far back as they are held; those that are not durable yet among them.
  private func lastSteps(of session: StoredSession) -> [Step] {
    var steps = feed.histories.steps(of: session.id, in: session.incarnation)
    steps += journal?.steps(of: session.id, in: session.incarnation) ?? []
    guard steps.last?.revision == session.version.revision else { return [] }
    // What lies before a replacement has no step that leads over it.
    var first = steps.count - 1
    while first > 0, steps[first - 1].revision == steps[first].revision - 1 { first -= 1 }
    return Array(steps[first...])
  }
}
