internal import Synchronization

/// How many connections all loops have together.
final class ConnectionCount: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  /// Counts one more and tells how many there are with it.
  func increment() -> Int {
    count.add(1, ordering: .relaxed).newValue
  }

  func decrement() {
    count.subtract(1, ordering: .relaxed)
  }
}
