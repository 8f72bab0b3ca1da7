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

  /// A place in `slots`, linked to the sessions used just before and just after its own.
  private struct Slot: Sendable {
    var resident: Resident
    var older: Int?
    var newer: Int?
  }

  private var slots: [Slot?] = []
  private var vacant: [Int] = []
  private var places: [SessionID: Int] = [:]
  private var oldest: Int?
  private var newest: Int?

  /// How many there are.
  var count: Int { places.count }

  /// The session used longest ago.
  var leastRecentlyUsed: SessionID? {
    oldest.flatMap { slots[$0]?.resident.session.id }
  }

  /// A session, without counting as use.
  subscript(id: SessionID) -> Resident? {
    places[id].flatMap { slots[$0]?.resident }
  }

  /// Puts a session in, or in the place of what it was; it is now the one used last.
  mutating func use(_ resident: Resident) {
    let id = resident.session.id
    let place: Int
    if let known = places[id] {
      unlink(known)
      place = known
    } else if let free = vacant.popLast() {
      place = free
      places[id] = place
    } else {
      place = slots.count
      slots.append(nil)
      places[id] = place
    }
    slots[place] = Slot(resident: resident, older: newest, newer: nil)
    if let newest { slots[newest]?.newer = place } else { oldest = place }
    newest = place
  }

  /// Takes a session out.
  @discardableResult
  mutating func remove(_ id: SessionID) -> Resident? {
    guard let place = places.removeValue(forKey: id), let slot = slots[place] else { return nil }
    unlink(place)
    slots[place] = nil
    vacant.append(place)
    return slot.resident
  }

  /// So many places from one on, and the sessions there; a walk over all of them in bounded steps that meets each session
  /// which is there from its beginning to its end.
  ///
  /// - Returns: the sessions, and where to go on; nil at the end.
  func walk(from place: Int, places count: Int) -> (residents: [Resident], next: Int?) {
    let end = min(place + count, slots.count)
    guard place < end else { return ([], nil) }
    return (slots[place..<end].compactMap { $0?.resident }, end < slots.count ? end : nil)
  }

  private mutating func unlink(_ place: Int) {
    guard let slot = slots[place] else { return }
    if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
    if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
  }
}
