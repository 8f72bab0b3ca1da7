import NavigationCore

/// What waits for the disk: changes that are not durable yet, and the answers that depend on them.
///
/// One commit is under way at a time; what comes meanwhile goes into the next.
struct Journal<Client> {
  /// An answer that waits.
  struct Waiting {
    let id: SessionID
    let client: Client
    let reply: SessionReply
  }

  struct Batch {
    /// The newest state of each session that changed, however often it did.
    var writes: [SessionKey: StoreWrite] = [:]
    /// The keys under which each session changed: more than one where it was deleted and made again.
    var keys: [SessionID: [SessionKey]] = [:]
    var waiting: [Waiting] = []
    /// What happened, in order.
    var happenings: [Happening] = []
  }

  private var committing: Batch?
  private var pending = Batch()

  /// Whether something of this session is not durable yet.
  func holds(_ id: SessionID) -> Bool {
    pending.keys[id] != nil || committing?.keys[id] != nil
  }

  /// Whether there are changes that the next commit makes durable.
  var hasChangesToCommit: Bool { !pending.writes.isEmpty }

  /// Takes a change over.
  mutating func record(_ write: StoreWrite, of id: SessionID, under key: SessionKey) {
    if let before = pending.writes.updateValue(write, forKey: key), before.addsAnswers {
      pending.writes[key] = before.followed(by: write)
    }
    if pending.keys[id]?.contains(key) != true { pending.keys[id, default: []].append(key) }
  }

  /// Takes over what happened, with the change that was made by it.
  ///
  /// Nobody may be told of it before the change itself is durable.
  mutating func record(_ happening: Happening) {
    pending.happenings.append(happening)
  }

  /// The steps of a session's life that are not durable yet, in order.
  func steps(of id: SessionID, in life: Incarnation) -> [Step] {
    guard holds(id) else { return [] }
    return [committing?.happenings ?? [], pending.happenings].joined().compactMap { happening in
      guard case .step(let step, _) = happening.event, happening.id == id, happening.life == life else { return nil }
      return step
    }
  }

  /// Keeps an answer back until all that it depends on is durable; false where it depends on nothing.
  mutating func keepBack(_ reply: SessionReply, for client: Client, about id: SessionID) -> Bool {
    let waiting = Waiting(id: id, client: client, reply: reply)
    if pending.keys[id] != nil {
      pending.waiting.append(waiting)
    } else if committing?.keys[id] != nil {
      committing?.waiting.append(waiting)
    } else {
      return false
    }
    return true
  }

  /// A kept answer that is not durable yet; nil where it is.
  func answer(at place: KeptAnswer.Place) -> KeptAnswer? {
    for case .put(_, let answers)? in [pending.writes[place.session], committing?.writes[place.session]] {
      if let entry = answers.added.first(where: { $0.serial == place.serial }) { return entry.answer }
    }
    return nil
  }

  /// The changes to make durable now; nil while a commit is under way, or where there are none.
  mutating func nextCommit() -> [SessionKey: StoreWrite]? {
    guard committing == nil, !pending.writes.isEmpty else { return nil }
    defer { pending = Batch() }
    committing = pending
    return pending.writes
  }

  /// The commit under way succeeded: these answers can go, and all this is durable.
  mutating func succeed() -> (waiting: [Waiting], happenings: [Happening]) {
    defer { committing = nil }
    return (committing?.waiting ?? [], committing?.happenings ?? [])
  }

  /// The commit under way failed, and with it all that was built on it since.
  ///
  /// - Returns: the sessions of which nobody knows what they are now, and the answers that were never true.
  mutating func fail() -> (sessions: [SessionID], waiting: [Waiting]) {
    guard let failed = committing else { return ([], []) }
    committing = nil
    for id in failed.keys.keys {
      for key in pending.keys.removeValue(forKey: id) ?? [] { pending.writes[key] = nil }
    }
    let lost = pending.waiting.filter { failed.keys[$0.id] != nil }
    pending.waiting.removeAll { failed.keys[$0.id] != nil }
    pending.happenings.removeAll { failed.keys[$0.id] != nil }
    return (Array(failed.keys.keys), failed.waiting + lost)
  }
}

extension Journal: Sendable where Client: Sendable {}
extension Journal.Batch: Sendable where Client: Sendable {}
extension Journal.Waiting: Sendable where Client: Sendable {}
