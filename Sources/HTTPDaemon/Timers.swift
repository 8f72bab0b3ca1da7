/// What is to be done at a time, earliest first; at the same time, in the order in which it came.
struct Timers: ~Copyable {
  private var timers: [(due: MonotonicTime, body: @Sendable () -> Void)] = []

  var firstDue: MonotonicTime? { timers.first?.due }

  mutating func add(_ due: MonotonicTime, _ body: @escaping @Sendable () -> Void) {
    timers.insert((due, body), at: index(behind: due))
  }

  /// Takes those that are due.
  mutating func take(at now: MonotonicTime) -> [@Sendable () -> Void] {
    guard let first = firstDue, first <= now else { return [] }
    let count = index(behind: now)
    defer { timers.removeFirst(count) }
    return timers.prefix(count).map(\.body)
  }

  /// How many are due by then.
  private func index(behind time: MonotonicTime) -> Int {
    var low = 0
    var high = timers.count
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].due <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
