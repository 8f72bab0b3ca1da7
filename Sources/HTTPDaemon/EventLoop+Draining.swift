internal import CLinux
internal import CMicrohttpd
internal import Glibc

extension EventLoop {
  /// A stop order that is being carried out.
  struct Draining {
    let order: StopOrder
    /// Whether the deadline has passed: nothing waits any more.
    var isOverdue = false
    /// When something is next due: an idle connection, the deadline, the end.
    var wakesAt: MonotonicTime
  }

  /// Turns in which the accept queue is emptied, of which libmicrohttpd takes ten in each: enough for twice a full one,
  /// and an end where it does not empty, for want of descriptors or of the filter.
  private static let lastTurns = 2 * Int(ListeningSocket.backlog) / 10

  /// Takes in what clients have begun to send, closes the listening socket, and from then on ends every connection with
  /// its next answer.
  func beginDraining(_ order: StopOrder) {
    guard draining == nil else { return }
    // What comes from here on would find the socket closed in the midst of its handshake, and be reset; so it is not
    // heard, comes again after a second, as TCP does, and is refused. Without the filter the gap is small.
    _ = shim_let_nothing_in(listeningDescriptor)
    var turns = 0
    while turns < Self.lastTurns, hasArrivals() {
      turn()
      turns += 1
    }
    closeListeningSocket()
    let now = MonotonicTime.now
    draining = Draining(order: order, wakesAt: now)
    for client in connections { client.idleSince = now }
  }

  /// Whether a connection waits to be accepted.
  private func hasArrivals() -> Bool {
    guard listeningDescriptor >= 0 else { return false }
    var listening = pollfd(fd: listeningDescriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&listening, 1, 0) > 0
  }

  /// Notes since when a connection has no request, while the loop drains.
  func becomesIdle(_ client: ClientConnection) {
    guard let draining else { return }
    client.idleSince = .now
    self.draining?.wakesAt = min(draining.wakesAt, client.idleSince + draining.order.idleGrace)
  }

  /// Ends what is due to end, and tells whether nothing is left.
  func isDrained() -> Bool {
    guard let draining else { return false }
    let now = MonotonicTime.now
    if now >= draining.wakesAt {
      if now >= draining.order.deadline, !draining.isOverdue { answerForAll() }
      self.draining?.wakesAt = endIdle(draining.order, now: now)
      // Those who do not take their answers are cut by libmicrohttpd's own end.
      if now >= draining.order.deadline + StopOrder.flushGrace { return true }
    }
    return connections.isEmpty && lingering.isEmpty
  }

  /// The deadline has passed: those that wait are told so, and what is not yet here whole is not waited for.
  private func answerForAll() {
    guard let order = draining?.order else { return }
    draining?.isOverdue = true
    for serial in waiting.keys.sorted() { deliver(order.unanswered, to: serial) }
    turn()
  }

  /// Stops reading from connections that had their time; what has arrived on them is still read and answered.
  ///
  /// - Returns: when the next one is due.
  private func endIdle(_ order: StopOrder, now: MonotonicTime) -> MonotonicTime {
    var next = now < order.deadline ? order.deadline : order.deadline + StopOrder.flushGrace
    for client in connections where !client.isShutForReading {
      let due = client.hasExchange ? order.deadline : min(client.idleSince + order.idleGrace, order.deadline)
      if due <= now {
        client.isShutForReading = true
        shutdown(client.descriptor, Int32(SHUT_RD))
      } else {
        next = min(next, due)
      }
    }
    return next
  }
}
