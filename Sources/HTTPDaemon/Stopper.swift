internal import Threading

/// Owns the loops' threads, from their start to their end.
final class Stopper: Sendable {
  private typealias Running = (loop: EventLoop, thread: Thread)

  private let running: Locked<[Running]>

  /// Starts a thread for each loop; if one can't be, those that were are ended.
  init(_ loops: [EventLoop]) throws(HTTPDaemonError) {
    var started: [Running] = []
    do throws(Thread.Failure) {
      for loop in loops { started.append((loop, try Thread(name: "http loop \(loop.index)") { loop.run() })) }
    } catch {
      Self.stop(started, within: 0)
      throw .cannotStartLoop(call: "pthread_create", code: error.code)
    }
    running = Locked(started)
  }

  /// Ends all loops and waits for them; once is enough.
  func stop(within seconds: Double) {
    running.withLock { running in
      Self.stop(running, within: seconds)
      running = []
    }
  }

  private static func stop(_ running: [Running], within seconds: Double) {
    let milliseconds = Int(max(0, min(seconds, 86_400)) * 1000)
    let order = StopOrder(
      deadline: .now + milliseconds, handshakeGrace: min(milliseconds, StopOrder.longestHandshakeGrace),
      idleGrace: min(milliseconds, StopOrder.longestIdleGrace))
    for (loop, _) in running { loop.mailbox.post(.stop(order)) }
    for (_, thread) in running { thread.join() }
  }
}
