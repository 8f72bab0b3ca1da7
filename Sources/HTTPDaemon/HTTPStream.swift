/// What goes with an answer whose body comes in pieces, for as long as it lasts.
public struct HTTPStream: Sendable {
  /// Bytes that show a quiet stream to be alive.
  public struct KeepAlive: Hashable, Sendable {
    /// What is sent: a comment, in an event stream.
    public var bytes: [UInt8]
    /// Seconds without anything else after which they are sent, at least 1.
    public var seconds: Int

    /// Puts both together.
    public init(bytes: [UInt8], seconds: Int) {
      self.bytes = bytes
      self.seconds = max(1, seconds)
    }
  }

  /// What is sent when nothing else was for a time; nil sends nothing.
  public var keepAlive: KeepAlive?
  /// Bytes that may wait for a client that does not read.
  ///
  /// Where there are more, they are written before any more requests are taken; where the system takes none of them, or a
  /// while of that leaves four times as many, its connection is cut.
  ///
  /// What the system keeps for the connection comes on top. Looked at whenever more is sent, signs of life included.
  public var maximumBacklogBytes: Int
  /// Seconds after which a client is taken for gone, at least 1.
  ///
  /// One that acknowledges nothing, be it only that it is there, or takes nothing of what was sent.
  public var clientTimeoutSeconds: Int
  /// Told once why the stream is over, on the loop's thread, or, where the daemon had ended before it was opened, on the
  /// one that opened it; must not block.
  public var ended: @Sendable (HTTPStreamEnd) -> Void

  /// Puts a stream's settings together.
  public init(
    keepAlive: KeepAlive? = nil, maximumBacklogBytes: Int = 262_144, clientTimeoutSeconds: Int = 60,
    ended: @escaping @Sendable (HTTPStreamEnd) -> Void = { _ in }
  ) {
    self.keepAlive = keepAlive
    self.maximumBacklogBytes = maximumBacklogBytes
    self.clientTimeoutSeconds = max(1, clientTimeoutSeconds)
    self.ended = ended
  }
}
