import NavigationCore

/// The last durable steps of each session, for those who come back: without a gap, as many as there is room for.
struct StepHistories: Sendable {
  /// The most steps of one session.
  static let longest = 256

  /// A place in `slots`, linked to the steps that came just before and just after it, of any session, and to the next of its
  /// own.
  private struct Slot: Sendable {
    let step: Step
    let id: SessionID
    let bytes: Int
    var older: Int?
    var newer: Int?
    var next: Int?
  }

  /// The steps of one session.
  private struct History: Sendable {
    let life: Incarnation
    var first: Int
    var last: Int
    var count = 1
  }

  private let limit: Int
  /// About how many bytes they have.
  private(set) var bytes = 0
  private var slots: [Slot?] = []
  private var vacant: [Int] = []
  private var histories: [SessionID: History] = [:]
  private var oldest: Int?
  private var newest: Int?

  /// Histories within so many bytes, of all sessions together.
  init(bytes limit: Int) {
    self.limit = limit
  }

  /// The steps that are held of a session's life, in order.
  func steps(of id: SessionID, in life: Incarnation) -> [Step] {
    guard let history = histories[id], history.life == life else { return [] }
    var steps: [Step] = []
    steps.reserveCapacity(history.count)
    var place: Int? = history.first
    while let slot = place.flatMap({ slots[$0] }) {
      steps.append(slot.step)
      place = slot.next
    }
    return steps
  }

  /// Takes over what is durable now.
  mutating func take(_ happening: Happening) {
    switch happening.event {
    case .step(let step, let version): append(step, of: happening.id, in: version.incarnation)
    case .session, .deleted: forget(happening.id)
    }
  }

  /// Lets go of all steps of a session.
  mutating func forget(_ id: SessionID) {
    while histories[id] != nil { removeFirst(of: id) }
  }

  private mutating func append(_ step: Step, of id: SessionID, in life: Incarnation) {
    if let history = histories[id] {
      let revision = slots[history.last]?.step.revision
      if history.life != life || revision != step.revision - 1 {
        forget(id)
      } else if history.count == Self.longest {
        removeFirst(of: id)
      }
    }
    let slot = Slot(
      step: step, id: id, bytes: MemoryLayout<Slot?>.stride + step.heapBytes + Self.bytesOfHistory, older: newest)
    let place = vacant.popLast() ?? slots.count
    if place == slots.count { slots.append(slot) } else { slots[place] = slot }
    if let newest { slots[newest]?.newer = place } else { oldest = place }
    newest = place
    if let last = histories[id]?.last {
      slots[last]?.next = place
      histories[id]?.last = place
      histories[id]?.count += 1
    } else {
      histories[id] = History(life: life, first: place, last: place)
    }
    bytes += slot.bytes
    while bytes > limit, let oldest, let id = slots[oldest]?.id { removeFirst(of: id) }
  }

  /// What a session with a single step has of the table of histories, and of the list of vacant places: reckoned for each
  /// step, since each may be the only one.
  private static let bytesOfHistory =
    2 * (MemoryLayout<SessionID>.stride + MemoryLayout<History>.stride) + MemoryLayout<Int>.stride

  private mutating func removeFirst(of id: SessionID) {
    guard let place = histories[id]?.first, let slot = slots[place] else { return }
    if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
    if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
    if let next = slot.next {
      histories[id]?.first = next
      histories[id]?.count -= 1
    } else {
      histories[id] = nil
    }
    slots[place] = nil
    vacant.append(place)
    bytes -= slot.bytes
  }
}
