internal import CLinux
internal import CMicrohttpd
internal import Glibc

extension EventLoop {
  /// A stop order that is being carried out.
  struct Draining {
    let order: StopOrder
    /// Whether the deadline has passed: nothing waits any more.
    var isOverdue = false
    /// When the listening socket is closed.
    let acceptsUntil: MonotonicTime
    /// When something is next due: an idle connection, the deadline, the end.
    var wakesAt: MonotonicTime
  }

  /// Turns in which the accept queue is emptied, of which libmicrohttpd takes ten in each: enough for twice a full one,
  /// and an end where it does not empty, for want of descriptors or of the filter.
  private static let lastTurns = 2 * Int(ListeningSocket.backlog) / 10

  /// From now on lets no more clients in but those whose handshake has begun, and ends every connection with its next
  /// answer.
  func beginDraining(_ order: StopOrder) {
    guard draining == nil else { return }
    // A client whose handshake ends after the socket has closed is reset with its first request. So what begins one is
    // not heard from here on; it comes again after a second, as TCP does, and is refused. Without the filter, some may
    // be reset.
    _ = shim_let_no_more_in(listeningDescriptor)
    let now = MonotonicTime.now
    draining = Draining(order: order, acceptsUntil: now + order.handshakeGrace, wakesAt: now)
    for client in connections { client.idleSince = now }
  }

  /// Accepts what still waits to be, and closes the listening socket.
  private func endAccepting() {
    var turns = 0
    while turns < Self.lastTurns, hasArrivals() {
      turn()
      turns += 1
    }
    closeListeningSocket()
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
      if now >= draining.acceptsUntil { endAccepting() }
      if now >= draining.order.deadline, !draining.isOverdue { answerForAll() }
      let next = endIdle(draining.order, now: now)
      self.draining?.wakesAt = listeningDescriptor < 0 ? next : min(next, draining.acceptsUntil)
      // Those who do not take their answers are cut by libmicrohttpd's own end.
      if now >= draining.order.deadline + StopOrder.flushGrace { return true }
    }
    return listeningDescriptor < 0 && connections.isEmpty && lingering.isEmpty
  }

  /// The deadline has passed: those that wait are told so, streams are finished, so that libmicrohttpd is not ended with a
  /// connection put aside, and what is not yet here whole is not waited for.
  private func answerForAll() {
    draining?.isOverdue = true
    for (serial, exchange) in waiting.sorted(by: { $0.key < $1.key }) { deliver(exchange.atStop(), to: serial) }
    for serial in streams.keys.sorted() { finish(serial, as: .stopped) }
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
