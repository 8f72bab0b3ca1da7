/// How many values there were up to each of some bounds.
struct Histogram: Hashable, Sendable {
  /// The upper bounds, each of which counts as below itself.
  let bounds: [Int64]
  /// How many values lay between a bound and the one before; behind them those above all bounds.
  private(set) var counts: [Int]
  /// All values together.
  private(set) var sum: Int64 = 0

  init(upTo bounds: [Int64]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// How many values there were.
  var count: Int { counts.reduce(0, +) }

  /// Takes the values of another in, which has the same bounds.
  mutating func add(_ other: Histogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    sum += other.sum
  }

  /// Counts a value.
  mutating func note(_ value: Int64) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    sum += value
  }
}
