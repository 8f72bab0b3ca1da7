import SessionEngine

/// What must be answered.
extension HistoryCheck {
  struct Expected {
    let id: SessionID
    let reply: Reply
    /// The number of the change that must be durable first.
    let standsOn: Int
  }

  enum Reply: Hashable {
    case exactly(SessionReply)
    /// What a reader begins with, up to a state; steps, where those must be held.
    case feed(SessionVersion, mustBeSteps: Bool, mayWait: Bool, isFull: Bool)
  }
}

/// What readers must be told.
extension HistoryCheck {
  /// The engine was told that a reader has waited long enough.
  mutating func waited(
    _ number: Int, _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    expectNothing(for: number)
    try meet(effects, disk)
  }

  /// A reader is gone.
  mutating func left(_ number: Int) {
    feed.remove(number)
    open.remove(number)
    expected[number] = nil
  }

  /// The engine was told that nobody may follow any longer.
  mutating func drained(
    _ effects: [SessionEngine<Int>.Effect], _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    feed.isDraining = true
    for number in feed.waiting.keys.sorted() { expectNothing(for: number) }
    try meet(effects, disk)
  }

  private mutating func expectNothing(for number: Int) {
    guard let (id, version) = feed.waiting[number] else { return }
    feed.remove(number)
    expected[number] = Expected(
      id: id, reply: .exactly(.steps(.steps([]), version)), standsOn: lastChange[id] ?? 0)
  }

  /// What is right for a reader; nil where the request is no reader's.
  mutating func feedReply(to request: SessionRequest, from number: Int) -> Reply? {
    let id = request.id
    switch request {
    case .apply, .put, .read, .delete:
      return nil
    case .follow(_, after: let point):
      guard let session = model.state.sessions[id] else { return .exactly(.refused(.unknownSession(id))) }
      guard !feed.isFull || feed.isDraining else {
        return .exactly(.refused(.tooManyReaders(limit: configuration.maxReaders)))
      }
      feed.add(number, of: id)
      return .feed(
        session.version, mustBeSteps: feed.mustBeSteps(since: point, session), mayWait: false,
        isFull: feed.isFull)
    case .steps(_, after: let point, wait: let wait):
      guard let session = model.state.sessions[id] else { return .exactly(.refused(.unknownSession(id))) }
      defer { if feed.beginToWait.contains(number) { feed.add(number, of: id) } }
      return .feed(
        session.version, mustBeSteps: feed.mustBeSteps(since: point, session), mayWait: wait, isFull: feed.isFull)
    }
  }

  func isRight(_ reply: SessionReply, _ right: Reply) -> Bool {
    switch (reply, right) {
    case (_, .exactly(let right)): reply == right
    case (.following(_, let start, let version), .feed(let right, let mustBeSteps, mayWait: false, isFull: _)),
      (.steps(let start, let version), .feed(let right, let mustBeSteps, mayWait: _, isFull: _)):
      version == right && (!mustBeSteps || start.isSteps)
    case (.refused(.tooManyReaders), .feed(_, mustBeSteps: _, mayWait: _, let isFull)): isFull
    case (_, .feed): false
    }
  }

  /// One waits for the next step: there is none yet.
  mutating func wait(_ number: Int) throws(SimulationFailure) {
    guard let right = expected.removeValue(forKey: number),
      case .feed(let version, _, mayWait: true, isFull: false) = right.reply
    else {
      throw SimulationFailure("request \(number) waits, and did not ask for that")
    }
    feed.add(number, of: right.id, waitingSince: version)
  }
}
