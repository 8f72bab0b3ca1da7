internal import HTTPMessages
internal import Threading

/// What other threads want of an event loop, in the order in which they said it.
final class Mailbox: Sendable {
  enum Letter: Sendable {
    case answer(serial: UInt64, HTTPResponse)
    case open(serial: UInt64, HTTPResponse, HTTPStream)
    case send(serial: UInt64, [UInt8])
    case finish(serial: UInt64)
    case limit(serial: UInt64, EventLoop.Patience)
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
  ///
  /// - Returns: whether there is somebody to read it.
  @discardableResult
  func post(_ letter: Letter) -> Bool {
    let mustRing: Bool? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.letters.append(letter)
      defer { state.loopSleeps = false }
      return state.loopSleeps
    }
    if mustRing == true { wakeUp.ring() }
    return mustRing != nil
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

  /// Takes what is here for the last time; what comes from now on is dropped: nobody is left to read it.
  func closeForGood() -> [Letter] {
    state.withLock { state in
      state.isClosed = true
      defer { state.letters = [] }
      return state.letters
    }
  }
}
