/// An answer as it was written when its request was applied, and the state that it told of.
public struct KeptAnswer: Hashable, Sendable {
  /// The answer's body, byte for byte.
  public let body: [UInt8]
  /// The state after the request.
  ///
  /// Of a session that has another incarnation now it keeps its own.
  public let version: SessionVersion

  /// An answer to be kept, or one that was.
  public init(body: [UInt8], version: SessionVersion) {
    self.body = body
    self.version = version
  }

  /// Where a kept answer is found.
  public struct Place: Hashable, Sendable {
    /// Whose session it is.
    public let id: SessionID
    /// The session's key.
    public let session: SessionKey
    /// Which of the session's answers; they are counted from 1.
    public let serial: Int64

    /// A place.
    public init(_ id: SessionID, _ session: SessionKey, serial: Int64) {
      self.id = id
      self.session = session
      self.serial = serial
    }
  }

  /// An answer with all by which it is found.
  public struct Entry: Hashable, Sendable {
    /// Which of the session's answers it is.
    public let serial: Int64
    /// By what its request is known again.
    public let retry: RetryKey
    /// The answer.
    public let answer: KeptAnswer

    /// An answer with all by which it is found.
    public init(serial: Int64, retry: RetryKey, answer: KeptAnswer) {
      self.serial = serial
      self.retry = retry
      self.answer = answer
    }
  }
}
