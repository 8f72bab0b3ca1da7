internal import HTTPMessages

/// Owns the loops' threads, from their start to their end.
final class Stopper: @unchecked Sendable {
  // Sendable: the threads are touched under the lock alone.
  private let lock = Lock()
  private var running: [(loop: EventLoop, thread: LoopThread)] = []

  /// Starts a thread for each loop; if one can't be, those that were are ended.
  init(_ loops: [EventLoop]) throws(HTTPDaemonError) {
    do {
      for loop in loops {
        running.append((loop, try LoopThread(name: "http loop \(loop.index)") { loop.run() }))
      }
    } catch {
      stop(within: 0, unanswered: HTTPResponse(status: 503))
      throw error
    }
  }

  /// Ends all loops and waits for them; once is enough.
  func stop(within seconds: Double, unanswered: HTTPResponse) {
    lock.withLock {
      let milliseconds = Int(max(0, min(seconds, 86_400)) * 1000)
      let order = StopOrder(
        deadline: .now + milliseconds, idleGrace: min(milliseconds, StopOrder.longestIdleGrace), unanswered: unanswered)
      for (loop, _) in running { loop.mailbox.post(.stop(order)) }
      for (_, thread) in running { thread.join() }
      running = []
    }
  }
}
