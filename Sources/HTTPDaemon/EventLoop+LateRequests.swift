internal import CLinux
internal import Glibc

// libmicrohttpd's timeout is for connections on which nothing moves: a client that sends a byte now and then would hold
// one for as long as it likes. So each request has a time in which it must be here whole. libmicrohttpd does not tell
// of its first bytes, only of its first line; those are seen in how many bytes have come since the connection was last
// found without a request.

extension EventLoop {
  /// Milliseconds between two looks: a tenth of the time that is given, and two seconds at most.
  private var lookInterval: Int { min(configuration.requestTimeoutSeconds * 100, 2000) }

  /// Has requests looked for, now that there is a connection.
  func watchRequests() {
    guard configuration.requestTimeoutSeconds > 0, requestsDue == nil else { return }
    requestsDue = .now + lookInterval
  }

  /// Ends the connections whose requests have had their time.
  func endLateRequests() {
    guard let due = requestsDue else { return }
    let now = MonotonicTime.now
    guard due <= now else { return }
    for client in connections {
      if let since = client.requestSince {
        if now - since >= configuration.requestTimeoutSeconds * 1000 { end(client) }
      } else if !client.hasExchange {
        noteArrivals(on: client, at: now)
      }
    }
    requestsDue = connections.isEmpty ? nil : now + lookInterval
  }

  private func noteArrivals(on client: ClientConnection, at now: MonotonicTime) {
    let bytes = shim_bytes_received(client.descriptor)
    guard let before = client.bytesWhenIdle else { return client.bytesWhenIdle = bytes }
    if bytes > before { client.requestSince = now }
  }

  private func end(_ client: ClientConnection) {
    client.requestSince = nil
    // libmicrohttpd reads the end of it and closes.
    shutdown(client.descriptor, Int32(SHUT_RDWR))
  }
}
