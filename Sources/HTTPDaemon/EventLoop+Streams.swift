internal import CLinux
internal import CMicrohttpd
internal import Glibc
internal import HTTPMessages

extension EventLoop {
  /// Milliseconds between two looks for clients that have left.
  ///
  /// libmicrohttpd does not look at connections that it has put aside.
  static let streamWatchInterval = 2000

  /// Begins a stream, as the answer of an exchange that waits.
  func open(_ response: HTTPResponse, _ stream: HTTPStream, for serial: UInt64) {
    guard let exchange = waiting.removeValue(forKey: serial) else {
      return stream.ended(draining?.isOverdue == true ? .stopped : .clientLeft)
    }
    let open = unsafe OpenStream(stream, on: exchange.connection, first: response.body)
    exchange.stream = open
    queue(PreparedResponse(response, stream: open, refused: logRefused), response.status, on: exchange)
    if case .answered = exchange.progress {
      unsafe shim_set_timeout(exchange.connection, 0)
      noticeVanishing(exchange.client.descriptor, within: stream.clientTimeoutSeconds)
      if streams.isEmpty { streamsWatchedAt = .now + Self.streamWatchInterval }
      streams[serial] = exchange
      streamsDue = .earlier(streamsDue, .earlier(streamsWatchedAt, open.keepAliveDue))
    }
    unsafe MHD_resume_connection(exchange.connection)
  }

  /// Has the system end a connection whose other side is gone without a word, or takes nothing any more: it asks whether
  /// anybody is there, and gives up where neither that is acknowledged in time nor what was sent is taken (tcp(7)).
  private func noticeVanishing(_ descriptor: Int32, within seconds: Int) {
    let quarter = Int32(clamping: max(1, seconds / 4))
    let options: [(level: Int32, name: Int32, value: Int32)] = [
      (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, quarter),
      (Int32(IPPROTO_TCP), TCP_KEEPINTVL, quarter), (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
      (Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(clamping: seconds * 1000)),
    ]
    for var option in options {
      unsafe setsockopt(descriptor, option.level, option.name, &option.value, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Sends more on a stream that is open.
  func send(_ bytes: [UInt8], to serial: UInt64) {
    guard let exchange = streams[serial], let stream = exchange.stream, !stream.isFinished else { return }
    stream.append(bytes)
    if stream.lag > 0 { lagging.insert(serial) }
  }

  /// Turns in which libmicrohttpd writes nothing but what waits in streams; in each it writes some 16 KB of a stream.
  private static let flushTurns = 256

  /// Writes to the clients for which more waits than may, and takes no request until that is done.
  ///
  /// Whoever reads is not to be cut since more is asked for than is written. Those that take nothing more are cut, and those
  /// for whom all that was not enough.
  func flushStreams() {
    guard !lagging.isEmpty else { return }
    isFlushing = true
    var turns = 0
    repeat {
      turn()
      turns += 1
      for serial in lagging {
        guard let exchange = streams[serial], let stream = exchange.stream, stream.lag > 0 else {
          lagging.remove(serial)
          continue
        }
        let isOver = turns == Self.flushTurns && stream.lag > 3 * stream.stream.maximumBacklogBytes
        if isOver || isStuck(exchange) {
          lagging.remove(serial)
          cut(exchange, as: .tooSlow)
        }
      }
    } while !lagging.isEmpty && turns < Self.flushTurns
    isFlushing = false
    let taken = held
    held = []
    for exchange in taken { exchange() }
  }

  /// Ends a stream with all that was sent on it; a client that does not take that is idle.
  func finish(_ serial: UInt64, as end: HTTPStreamEnd? = nil) {
    guard let exchange = streams[serial], let stream = exchange.stream, !stream.isFinished else { return }
    exchange.client.lingers = true
    unsafe shim_set_timeout(exchange.connection, UInt32(clamping: configuration.inactivityTimeoutSeconds))
    stream.finish(as: end)
  }

  /// Tells the end of an exchange's stream, if it has one.
  func closeStream(of exchange: Exchange, isComplete: Bool) {
    streams[exchange.serial] = nil
    lagging.remove(exchange.serial)
    guard let stream = exchange.stream else { return }
    exchange.stream = nil
    stream.stream.ended(stream.end ?? (isComplete ? .finished : .clientLeft))
  }

  /// Does what has come to be due: shows quiet streams to be alive, and ends those whose clients have left.
  func tendStreams() {
    guard let due = streamsDue else { return }
    let now = MonotonicTime.now
    guard due <= now else { return }
    if streamsWatchedAt <= now {
      endAbandonedStreams()
      streamsWatchedAt = now + Self.streamWatchInterval
    }
    streamsDue = streams.isEmpty ? nil : streamsWatchedAt
    for (serial, exchange) in streams {
      guard let stream = exchange.stream, let due = stream.keepAliveDue else { continue }
      if due <= now, let keepAlive = stream.stream.keepAlive { send(keepAlive.bytes, to: serial) }
      streamsDue = .earlier(streamsDue, stream.keepAliveDue)
    }
  }

  private func endAbandonedStreams() {
    let asked = streams.values.filter { $0.stream?.isFinished == false }
    for exchange in withoutClient(asked) { cut(exchange, as: .clientLeft) }
  }

  /// Those whose clients have left; one call asks for all.
  func withoutClient(_ exchanges: [Exchange]) -> [Exchange] {
    // Where we have ended the reading ourselves, the answer would be about us.
    let asked = exchanges.filter { !$0.client.isShutForReading }
    var answers = asked.map { pollfd(fd: $0.client.descriptor, events: shim_poll_read_hang_up, revents: 0) }
    guard unsafe poll(&answers, nfds_t(answers.count), 0) > 0 else { return [] }
    return zip(asked, answers).filter { $1.revents != 0 }.map(\.0)
  }

  /// Whether the system takes nothing more for a client.
  private func isStuck(_ exchange: Exchange) -> Bool {
    var asked = pollfd(fd: exchange.client.descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&asked, 1, 0) == 0
  }

  private func cut(_ exchange: Exchange, as end: HTTPStreamEnd) {
    exchange.stream?.cut(as: end)
    // Wakes libmicrohttpd where it waits for the client to read.
    shutdown(exchange.client.descriptor, Int32(SHUT_RDWR))
  }
}
