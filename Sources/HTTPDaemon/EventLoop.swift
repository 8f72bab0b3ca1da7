internal import CMicrohttpd
internal import Glibc
internal import HTTPMessages

/// One thread, one libmicrohttpd daemon in its external epoll mode, and all of that daemon's connections.
@safe final class EventLoop: @unchecked Sendable {
  // Safe: libmicrohttpd's handle is made in `init`, freed once, and used in between only.
  // Sendable: the constants and the mailbox may be used from anywhere; every variable belongs to the loop's thread from
  // the moment it starts, which is after `init` and at most once.
  let index: Int
  let mailbox: Mailbox
  let configuration: HTTPDaemonConfiguration
  let receive: @Sendable (HTTPRequestHead) -> HTTPReception
  let connectionCount: ConnectionCount

  private(set) var daemon: OpaquePointer?
  private var epollDescriptor: Int32 = -1
  /// What the last wait was for: the wake-up first, then libmicrohttpd, then what lingers.
  private var awaited: [pollfd] = []
  /// The loop's own descriptor of the listening socket; -1 when it is closed.
  var listeningDescriptor: Int32
  var connections: [ClientConnection] = []
  /// The exchanges whose answers wait for another thread, by serial.
  var waiting: [UInt64: Exchange] = [:]
  /// The exchanges whose answers go on, by serial.
  var streams: [UInt64: Exchange] = [:]
  /// The streams for which more waits than may, by serial.
  var lagging: Set<UInt64> = []
  /// Whether nothing is done but to write to those.
  var isFlushing = false
  /// The requests that came meanwhile.
  var held: [() -> Void] = []
  /// When a stream next wants something, and when their clients are next looked for.
  var streamsDue: MonotonicTime?
  var streamsWatchedAt = MonotonicTime(milliseconds: 0)
  /// Those among the waiting of which somebody has said for how long they do, by serial.
  var patient: [UInt64: Exchange] = [:]
  /// When one of them has waited for long enough, or earlier; and when their clients are next looked for.
  var patienceDue: MonotonicTime?
  var patientWatchedAt = MonotonicTime(milliseconds: 0)
  /// When requests that are not here whole are next looked for.
  var requestsDue: MonotonicTime?
  /// The serial of the next exchange.
  var nextSerial: UInt64 = 0
  /// Connections to be asked whether their clients have finished sending, and when.
  var toBeAsked: [ClientConnection] = []
  var asksAt: MonotonicTime?
  var lingering = LingeringConnections()
  var draining: Draining?

  /// Descriptors that a loop holds besides its connections': those that linger, libmicrohttpd's two epolls, the
  /// wake-up, the listening socket's duplicate, and one to spare.
  static let descriptorsPerLoop = LingeringConnections.most + 5

  /// Starts libmicrohttpd; takes over the listening descriptor, also where it fails.
  init(
    index: Int, configuration: HTTPDaemonConfiguration, listeningDescriptor: Int32, connectionCount: ConnectionCount,
    receive: @escaping @Sendable (HTTPRequestHead) -> HTTPReception
  ) throws(HTTPDaemonError) {
    self.index = index
    self.configuration = configuration
    self.listeningDescriptor = listeningDescriptor
    self.connectionCount = connectionCount
    self.receive = receive
    do {
      mailbox = try Mailbox()
    } catch {
      close(listeningDescriptor)
      throw error
    }
    guard let daemon = unsafe startMicrohttpd() else {
      // The deinitializer closes the listening descriptor.
      throw .cannotStartLoop(call: "MHD_start_daemon", code: errno)
    }
    unsafe self.daemon = daemon
    epollDescriptor = unsafe shim_epoll_descriptor(daemon)
  }

  deinit {
    stopMicrohttpd()
  }

  /// Serves until a stop order has been carried out; this is what the loop's thread does.
  func run() {
    while true {
      for letter in mailbox.collect() { handle(letter) }
      tendPatience()
      tendStreams()
      flushStreams()
      turn()
      // Behind the turn, so that what has come is looked at first.
      endLateRequests()
      lingering.read()
      askForHalfClosed()
      if draining != nil, isDrained() { break }
      sleep()
    }
    stopMicrohttpd()
    for letter in mailbox.closeForGood() {
      if case .open(_, _, let stream) = letter { stream.ended(.stopped) }
    }
  }

  private func handle(_ letter: Mailbox.Letter) {
    switch letter {
    case .answer(let serial, let response): deliver(response, to: serial)
    case .open(let serial, let response, let stream): open(response, stream, for: serial)
    case .send(let serial, let bytes): send(bytes, to: serial)
    case .finish(let serial): finish(serial)
    case .limit(let serial, let patience): limit(serial, patience)
    case .stop(let order): beginDraining(order)
    }
  }

  /// Lets libmicrohttpd do all that can be done now.
  func turn() {
    unsafe MHD_run(daemon)
  }

  /// Waits until a connection, the mailbox or the time wants something.
  private func sleep() {
    guard let milliseconds = pause(), mailbox.fallsAsleep() else { return }
    awaited.removeAll(keepingCapacity: true)
    for descriptor in [mailbox.wakeUp.descriptor, epollDescriptor] + lingering.descriptors {
      awaited.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    // An interrupted wait is a turn too many, no more.
    let ready = unsafe poll(&awaited, nfds_t(awaited.count), milliseconds)
    if ready > 0, awaited[0].revents != 0 { mailbox.wakeUp.silence() }
  }

  /// Milliseconds to the next thing that is due, -1 for none; nil where there is something to do at once.
  private func pause() -> Int32? {
    var milliseconds: Int?
    var timeout: CUnsignedLongLong = 0
    if unsafe MHD_get_timeout(daemon, &timeout) == .YES {
      if timeout == 0 { return nil }
      milliseconds = Int(clamping: timeout)
    }
    if let due = wakesAt {
      let left = due - MonotonicTime.now
      if left <= 0 { return nil }
      milliseconds = min(milliseconds ?? left, left)
    }
    return milliseconds.map { Int32(clamping: $0) } ?? -1
  }

  /// When something of the loop's own is next due.
  private var wakesAt: MonotonicTime? {
    [draining?.wakesAt, lingering.firstDue, asksAt, streamsDue, patienceDue, requestsDue].compactMap(\.self).min()
  }

  /// Frees libmicrohttpd's daemon, on the loop's thread, or where that never ran.
  ///
  /// No exchange may wait then: libmicrohttpd would end the process.
  private func stopMicrohttpd() {
    if let daemon = unsafe daemon {
      closeListeningSocket()
      unsafe MHD_stop_daemon(daemon)
      unsafe self.daemon = nil
      lingering = LingeringConnections()
    } else if listeningDescriptor >= 0 {
      close(listeningDescriptor)
      listeningDescriptor = -1
    }
  }

  /// Accepts no more, and closes this loop's share of the listening socket.
  func closeListeningSocket() {
    guard listeningDescriptor >= 0 else { return }
    // From then on the descriptor is not libmicrohttpd's to close.
    _ = unsafe MHD_quiesce_daemon(daemon)
    close(listeningDescriptor)
    listeningDescriptor = -1
  }
}
