internal import CLinux
internal import CMicrohttpd
internal import Glibc

// libmicrohttpd reads edge-triggered, and takes a short read for the sign that nothing more is there. Where a client's
// end of sending has come together with the last of its request, it is never noticed: the connection would stay until
// it times out, with a client that waits for the end of it. So connections that have had a request are asked, all in one
// call, a moment later.

extension EventLoop {
  /// Milliseconds from a request to the question whether its client has finished sending.
  static let halfClosedDelay = 500

  /// Has a connection asked whose request is over.
  func askLater(_ client: ClientConnection) {
    guard !client.isToBeAsked else { return }
    client.isToBeAsked = true
    if toBeAsked.isEmpty { asksAt = .now + Self.halfClosedDelay }
    toBeAsked.append(client)
  }

  /// Ends the connections whose clients have finished sending and wait for nothing.
  func askForHalfClosed() {
    guard let due = asksAt, due <= .now else { return }
    asksAt = nil
    let idle = toBeAsked.filter { !$0.hasExchange && !$0.isClosed }
    for client in toBeAsked { client.isToBeAsked = false }
    toBeAsked = []
    var asked = idle.map { pollfd(fd: $0.descriptor, events: shim_poll_read_hang_up, revents: 0) }
    guard unsafe poll(&asked, nfds_t(asked.count), 0) > 0 else { return }
    for (client, answer) in zip(idle, asked) where answer.revents & shim_poll_read_hang_up != 0 {
      // What has come is still read; then libmicrohttpd sees the end.
      shutdown(client.descriptor, Int32(SHUT_RD))
    }
  }
}
