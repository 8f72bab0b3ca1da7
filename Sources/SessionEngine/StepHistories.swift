import NavigationCore

/// The last durable steps of each session, for those who come back: without a gap, as many as there is room for.
struct StepHistories: Sendable {
  /// The most steps of one session.
  static let longest = 256

  /// A step, with the place of the next one of its session.
  private struct Held: Sendable {
    let step: Step
    let id: SessionID
    let bytes: Int
    var next: Int?
  }

  /// The steps of one session.
  private struct History: Sendable {
    let life: Incarnation
    var first: Int
    var last: Int
    var count: Int
  }

  private let limit: Int
  /// About how many bytes they have.
  private(set) var bytes = 0
  private var slots = LinkedSlots<Held>()
  private var histories: [SessionID: History] = [:]

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
    while let held = place.flatMap({ slots.elements[$0] }) {
      steps.append(held.step)
      place = held.next
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
    var known = histories[id]
    if let history = known {
      let revision = slots.elements[history.last]?.step.revision
      if history.life != life || revision != step.revision - 1 {
        forget(id)
        known = nil
      } else if history.count == Self.longest {
        removeFirst(of: id)
        known = histories[id]
      }
    }
    let held = Held(
      step: step, id: id, bytes: LinkedSlots<Held>.bytesOfPlace + step.heapBytes + Self.bytesOfHistory)
    let place = slots.append(held)
    if let last = known?.last { slots.elements[last]?.next = place }
    histories[id] = History(life: life, first: known?.first ?? place, last: place, count: (known?.count ?? 0) + 1)
    bytes += held.bytes
    while bytes > limit, let oldest = slots.oldest, let id = slots.elements[oldest]?.id { removeFirst(of: id) }
  }

  /// What a session with a single step has of the table of histories, and of the list of vacant places: reckoned for each
  /// step, since each may be the only one.
  private static let bytesOfHistory =
    2 * (MemoryLayout<SessionID>.stride + MemoryLayout<History>.stride) + MemoryLayout<Int>.stride

  private mutating func removeFirst(of id: SessionID) {
    guard var history = histories[id], let held = slots.remove(at: history.first) else { return }
    if let next = held.next {
      history.first = next
      history.count -= 1
      histories[id] = history
    } else {
      histories[id] = nil
    }
    bytes -= held.bytes
  }
}
