/// The answers of one session that are kept for retries, oldest first: what an engine has of them in memory.
public struct KeptAnswers: Hashable, Sendable {
  /// What is in memory of an answer that the store has.
  public struct Entry: Hashable, Sendable {
    /// By what its request is known again.
    public let retry: RetryKey
    /// How long its body is.
    public let bytes: Int

    /// What is in memory of an answer.
    public init(retry: RetryKey, bytes: Int) {
      self.retry = retry
      self.bytes = bytes
    }
  }

  /// How much is kept of one session.
  public struct Limits: Hashable, Sendable {
    /// The most answers.
    public var answers: Int
    /// The most bytes of all their bodies; the newest answer is kept even if it alone has more.
    public var bytes: Int

    /// What is left out is as clients may rely on it.
    public init(answers: Int = 64, bytes: Int = 262_144) {
      self.answers = answers
      self.bytes = bytes
    }
  }

  /// The serial of the oldest; they go on by one.
  public private(set) var first: Int64
  /// All that are kept, oldest first.
  public private(set) var entries: [Entry]

  /// Answers that a store has; none is where a session begins.
  public init(from first: Int64 = 1, _ entries: [Entry] = []) {
    self.first = first
    self.entries = entries
  }

  /// Where the answer to a key is; nil where none is kept.
  func index(of key: Fingerprint) -> Int? {
    entries.firstIndex { $0.retry.key == key }
  }

  /// The serial of the answer at an index.
  func serial(at index: Int) -> Int64 { first + Int64(index) }

  /// The serials of all that are kept.
  var serials: Range<Int64> { first..<first + Int64(entries.count) }

  /// Keeps an answer, and lets go of as many of the oldest as are too many with it.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - retry: By what its request is known again.
  ///   - limits: How much is kept.
  /// - Returns: What the store is told.
  mutating func keep(
    _ answer: KeptAnswer, for retry: RetryKey, within limits: Limits
  ) -> StoreWrite.Answers {
    var bytes = answer.body.count + entries.reduce(0) { $0 + $1.bytes }
    var surplus = 0
    while surplus < entries.count, entries.count - surplus >= limits.answers || bytes > limits.bytes {
      bytes -= entries[surplus].bytes
      surplus += 1
    }
    // The session's last state may still have the array, so that it is copied: once, and no longer than it must be.
    var next: [Entry] = []
    next.reserveCapacity(entries.count - surplus + 1)
    next.append(contentsOf: entries[surplus...])
    next.append(Entry(retry: retry, bytes: answer.body.count))
    entries = next
    first += Int64(surplus)
    let entry = KeptAnswer.Entry(serial: serial(at: entries.count - 1), retry: retry, answer: answer)
    return StoreWrite.Answers(added: [entry], first: first)
  }
}
