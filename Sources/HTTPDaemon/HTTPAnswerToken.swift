public import HTTPMessages

/// Names one request that waits for its answer, and gives it.
///
/// Never used twice by a daemon: one whose request has its answer, or is gone, finds nobody.
public struct HTTPAnswerToken: Sendable {
  /// Where the event loop that owns the request reads what others want of it.
  let mailbox: Mailbox
  /// Which of the loop's requests it is, counted from its start.
  let serial: UInt64

  /// Answers the request, from any thread, at any time; where it does not wait, or no longer, nothing happens.
  public func answer(with response: HTTPResponse) {
    mailbox.post(.answer(serial: serial, response))
  }

  /// Has something done when the request has waited for so long, or a little after its client has left.
  ///
  /// A client that has finished sending is taken for one that has left. At once where it does not wait. Not done where it has its answer before, or where the daemon ends.
  ///
  /// - Parameters:
  ///   - milliseconds: how long from now; never earlier, and hardly later.
  ///   - over: what to do, once, on the thread of the loop that has the request; must not block.
  public func wait(milliseconds: Int, _ over: @escaping @Sendable () -> Void) {
    // One more, since the clock's part of a millisecond is cut off.
    let due = MonotonicTime.now + max(0, milliseconds) + 1
    mailbox.post(.limit(serial: serial, EventLoop.Patience(due: due, over: over)))
  }
}

extension HTTPAnswerToken: Hashable {
  /// Whether two tokens name the same request.
  public static func == (first: HTTPAnswerToken, second: HTTPAnswerToken) -> Bool {
    first.serial == second.serial && first.mailbox === second.mailbox
  }

  /// Hashes what names the request.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(serial)
    hasher.combine(ObjectIdentifier(mailbox))
  }
}
