internal import HTTPMessages
internal import Threading

/// What other threads want of an event loop, in the order in which they said it.
final class Mailbox: Sendable {
  enum Letter: Sendable {
    case answer(serial: UInt64, HTTPResponse)
    case stop(StopOrder)
  }

  private struct State {
    var letters: [Letter] = []
    var loopSleeps = false
    var isClosed = false
  }

  let wakeUp: WakeUp
  private let state = Locked(State())

  init() throws(HTTPDaemonError) {
    wakeUp = try WakeUp()
  }

  /// Leaves a letter from any thread; the first one that comes while the loop sleeps wakes it, the others ride along.
  func post(_ letter: Letter) {
    let mustRing = state.withLock { state in
      guard !state.isClosed else { return false }
      state.letters.append(letter)
      defer { state.loopSleeps = false }
      return state.loopSleeps
    }
    if mustRing { wakeUp.ring() }
  }

  /// Takes what has come, for the loop.
  func collect() -> [Letter] {
    state.withLock { state in
      state.loopSleeps = false
      guard !state.letters.isEmpty else { return [] }
      defer { state.letters = [] }
      return state.letters
    }
  }

  /// Whether there is nothing to do, so that the loop may wait for its descriptors: the next letter will ring.
  func fallsAsleep() -> Bool {
    state.withLock { state in
      state.loopSleeps = state.letters.isEmpty
      return state.loopSleeps
    }
  }

  /// Drops what is here and what will come: nobody is left to read it.
  func closeForGood() {
    state.withLock { state in
      state.isClosed = true
      state.letters = []
    }
  }
}
