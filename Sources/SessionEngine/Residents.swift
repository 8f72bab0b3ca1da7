import NavigationCore

/// The sessions that are in memory, in the order in which they were last used.
struct Residents: Sendable {
  /// A session in memory.
  struct Resident: Sendable {
    let key: SessionKey
    var session: StoredSession
    /// What is kept for retries.
    var kept = KeptAnswers()
  }

  private var slots = LinkedSlots<Resident>()
  private var places: [SessionID: Int] = [:]

  /// How many there are.
  var count: Int { places.count }

  /// The session used longest ago.
  var leastRecentlyUsed: SessionID? {
    slots.oldest.flatMap { slots.elements[$0]?.session.id }
  }

  /// A session, without counting as use.
  subscript(id: SessionID) -> Resident? {
    places[id].flatMap { slots.elements[$0] }
  }

  /// Puts a session in, or in the place of what it was; it is now the one used last.
  mutating func use(_ resident: Resident) {
    let id = resident.session.id
    if let place = places[id] {
      // It gets the place that it has just left.
      slots.remove(at: place)
      _ = slots.append(resident)
    } else {
      places[id] = slots.append(resident)
    }
  }

  /// Takes a session out.
  @discardableResult
  mutating func remove(_ id: SessionID) -> Resident? {
    places.removeValue(forKey: id).flatMap { slots.remove(at: $0) }
  }

  /// So many places from one on, and the sessions there; a walk over all of them in bounded steps that meets each session
  /// which is there from its beginning to its end.
  ///
  /// - Returns: the sessions, and where to go on; nil at the end.
  func walk(from place: Int, places count: Int) -> (residents: [Resident], next: Int?) {
    let end = min(place + count, slots.elements.count)
    guard place < end else { return ([], nil) }
    return (slots.elements[place..<end].compactMap(\.self), end < slots.elements.count ? end : nil)
  }
}
