internal import Glibc

/// Connections that the daemon has ended while their clients may still be sending.
///
/// To close them at once would answer what comes with a reset, which can destroy the answer before the client has read
/// it. So they are read, to no purpose, until the client closes or has had its time (RFC 9112, section 9.6).
struct LingeringConnections: ~Copyable {
  private var connections: [(descriptor: Int32, until: MonotonicTime)] = []

  /// Milliseconds that a client has to notice.
  static let patience = 1000
  /// How many there are at once in a loop that goes on; the oldest makes room.
  static let most = 64
  /// Bytes read of one in a turn, so that a fast sender does not hold up the loop.
  private static let bytesPerTurn = 1024 * 1024

  var isEmpty: Bool { connections.isEmpty }
  var descriptors: [Int32] { connections.map(\.descriptor) }
  /// When the first of them has had its time.
  var firstDue: MonotonicTime? { connections.first?.until }

  deinit {
    for connection in connections { close(connection.descriptor) }
  }

  /// Keeps a connection on which all is sent; the descriptor stays the caller's to close.
  mutating func keep(_ descriptor: Int32, makingRoom: Bool) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    // Without descriptors the client gets its reset.
    guard copy >= 0 else { return }
    // In TLS libmicrohttpd has said goodbye, and left that corked, and the socket open.
    shutdown(copy, Int32(SHUT_WR))
    if makingRoom, connections.count >= Self.most { close(connections.removeFirst().descriptor) }
    connections.append((copy, .now + Self.patience))
  }

  /// Reads what has come, and closes those that are through or have had their time.
  mutating func read() {
    guard !isEmpty else { return }
    let now = MonotonicTime.now
    connections.removeAll { connection in
      let isOver = connection.until <= now || Self.drop(from: connection.descriptor)
      if isOver { close(connection.descriptor) }
      return isOver
    }
  }

  /// Drops what has come; true if nothing more will.
  private static func drop(from descriptor: Int32) -> Bool {
    var left = bytesPerTurn
    while left > 0 {
      // To TCP this says to drop the bytes without a copy (tcp(7)).
      let count = recv(descriptor, nil, left, Int32(MSG_TRUNC | MSG_DONTWAIT))
      guard count > 0 else {
        return count == 0 || (errno != EAGAIN && errno != EINTR)
      }
      left -= count
    }
    return false
  }
}
