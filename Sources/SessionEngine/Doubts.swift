import NavigationCore

/// Names that may be no session's: what was to become of them failed, and only the disk knows.
struct Doubts: Sendable {
  private var ids: Set<SessionID> = []
  // Beside the set, whose order is another in each process: what an engine does depends on its events alone.
  private var order: [SessionID] = []

  /// Remembers a name; once, however often.
  mutating func add(_ id: SessionID) {
    if ids.insert(id).inserted { order.append(id) }
  }

  /// Takes a name out; nil where there is none.
  mutating func take() -> SessionID? {
    guard let id = order.popLast() else { return nil }
    ids.remove(id)
    return id
  }
}
