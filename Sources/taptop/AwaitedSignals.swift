import Glibc

/// The signals that tell the server to end or to look again, awaited by the main thread as events: no handler ever runs,
/// so no code has to be safe in one.
struct AwaitedSignals: Sendable {
  /// One of the signals that are awaited.
  enum Signal: Int32, CaseIterable, Sendable {
    /// SIGTERM: from service managers and container runtimes.
    case terminate = 15
    /// SIGINT: Ctrl-C at a terminal.
    case interrupt = 2
    /// SIGHUP: from whoever has changed a file that the server read; and where a terminal goes away.
    case hangUp = 1

    /// The name as signal(7) has it.
    var name: String {
      switch self {
      case .terminate: "SIGTERM"
      case .interrupt: "SIGINT"
      case .hangUp: "SIGHUP"
      }
    }
  }

  /// Keeps the signals from ending the process until they are awaited, and a write to a closed connection from ending
  /// it at all.
  ///
  /// To be called before the first thread starts: threads take the mask over from the one that starts them.
  static func block() {
    var signals = set
    // Safe: the set is a local variable, the old mask is not asked for.
    let result = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    precondition(result == 0, "pthread_sigmask refuses a set of valid signals")
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow any more is an error of the write, to be answered like a full disk.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Waits for the next signal, or takes one that has come already.
  func wait() -> Signal {
    while true {
      if let signal = wait(upTo: .seconds(3600)) {
        return signal
      }
    }
  }

  /// Waits for the next signal for so long at most; nil if none came.
  func wait(upTo limit: Duration) -> Signal? {
    let deadline = ContinuousClock.now + limit
    var signals = Self.set
    while true {
      let rest = max(.zero, deadline - .now).components
      var time = timespec(tv_sec: Int(rest.seconds), tv_nsec: Int(rest.attoseconds / 1_000_000_000))
      // Safe: both pointers are to local variables, and what else is known of the signal is not asked for.
      let number = unsafe sigtimedwait(&signals, nil, &time)
      if let signal = Signal(rawValue: number) {
        return signal
      }
      // Anything but a signal that is none of ours (and a debugger's stop) means that the time is over.
      guard errno == EINTR else { return nil }
    }
  }

  private static var set: sigset_t {
    var signals = sigset_t()
    // Safe: the set is a local variable.
    unsafe sigemptyset(&signals)
    for signal in Signal.allCases {
      unsafe sigaddset(&signals, signal.rawValue)
    }
    return signals
  }
}
