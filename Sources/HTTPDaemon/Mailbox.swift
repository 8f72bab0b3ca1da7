internal import HTTPMessages

/// What other threads want of an event loop, in the order in which they said it.
final class Mailbox: @unchecked Sendable {
  enum Letter {
    case answer(serial: UInt64, HTTPResponse)
    case stop(StopOrder)
  }

  let wakeUp: WakeUp
  // Sendable: the three below are touched under the lock alone, the wake-up is itself Sendable.
  private let lock = Lock()
  private var letters: [Letter] = []
  private var loopSleeps = false
  private var isClosed = false

  init() throws(HTTPDaemonError) {
    wakeUp = try WakeUp()
  }

  /// Leaves a letter from any thread; the first one that comes while the loop sleeps wakes it, the others ride along.
  func post(_ letter: Letter) {
    let mustRing = lock.withLock {
      guard !isClosed else { return false }
      letters.append(letter)
      defer { loopSleeps = false }
      return loopSleeps
    }
    if mustRing { wakeUp.ring() }
  }

  /// Takes what has come, for the loop.
  func collect() -> [Letter] {
    lock.withLock {
      loopSleeps = false
      guard !letters.isEmpty else { return [] }
      defer { letters = [] }
      return letters
    }
  }

  /// Whether there is nothing to do, so that the loop may wait for its descriptors: the next letter will ring.
  func fallsAsleep() -> Bool {
    lock.withLock {
      loopSleeps = letters.isEmpty
      return loopSleeps
    }
  }

  /// Drops what is here and what will come: nobody is left to read it.
  func closeForGood() {
    lock.withLock {
      isClosed = true
      letters = []
    }
  }
}
