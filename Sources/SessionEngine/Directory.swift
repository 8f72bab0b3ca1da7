/// The names of sessions that exist, or may.
struct Directory: Sendable {
  private var ids: Set<SessionID>
  /// The same in order; nil where a store has the order.
  private var sorted: SortedSessionIDs?

  /// A directory without an order: a store has that.
  init(stored ids: Set<SessionID>) {
    self.ids = ids
  }

  /// A directory of nothing yet, and its order.
  init() {
    ids = []
    sorted = SortedSessionIDs()
  }

  /// How many there are.
  var count: Int { ids.count }

  /// Whether there is a session of this name, or may be.
  func contains(_ id: SessionID) -> Bool { ids.contains(id) }

  /// Puts a name in; once, however often.
  mutating func insert(_ id: SessionID) {
    if ids.insert(id).inserted { sorted?.insert(id) }
  }

  /// Takes a name out, if it is there.
  mutating func remove(_ id: SessionID) {
    if ids.remove(id) != nil { sorted?.remove(id) }
  }

  /// Some names behind a place, in order, from the first one there; none only where there is none.
  func run(behind place: SessionPlace) -> ArraySlice<SessionID> {
    guard let sorted else { preconditionFailure("a store has the order") }
    return sorted.run(behind: place)
  }
}
