/// How a loop is to end.
struct StopOrder: Sendable {
  /// From then on nothing is waited for any more.
  let deadline: MonotonicTime
  /// How long handshakes that have begun may take to end, in milliseconds.
  let handshakeGrace: Int
  /// How long a connection without a request may still bring one, in milliseconds.
  let idleGrace: Int

  /// The longest time that the listening socket stays open for handshakes to end: longer than round trips are, and
  /// shorter than the second after which TCP tries again, and then finds the socket closed.
  static let longestHandshakeGrace = 250
  /// The longest time that a connection without a request is kept open for one that is already on its way: longer than
  /// round trips are, and hardly noticed when a server stops.
  static let longestIdleGrace = 1000
  /// How long clients have to take the last answers, sent at the deadline, before their connections are cut.
  static let flushGrace = 1000
}
