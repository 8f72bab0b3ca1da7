import SessionEngine

/// What clients can tell of their keys: one is one answer, byte for byte, as long as it must be kept.
struct KeyWitness {
  private struct Key: Hashable {
    let id: SessionID
    let key: Fingerprint
  }

  private let limits: KeptAnswers.Limits
  private let sessionsExpire: Bool
  /// The keys that were sent to each session.
  private var sent: [SessionID: Set<Fingerprint>] = [:]
  /// The answers that were told under each key.
  private var told: [Key: [KeptAnswer]] = [:]

  /// A simulated answer is never longer.
  private static let longestAnswer = 200

  init(_ configuration: EngineConfiguration) {
    limits = configuration.keptAnswers
    sessionsExpire = configuration.sessionTTL != nil
  }

  mutating func send(_ request: SessionRequest) {
    guard let retry = request.retryKey else { return }
    sent[request.id, default: []].insert(retry.key)
  }

  /// A client was told an answer under its key.
  ///
  /// - Returns: Whether another was told before, which the server need not have kept.
  mutating func answered(
    _ request: SessionRequest, with answer: KeptAnswer, mayEnd: Bool
  ) throws(SimulationFailure) -> Bool {
    guard let retry = request.retryKey else { throw SimulationFailure("an answer is kept that has no key") }
    let key = Key(id: request.id, key: retry.key)
    let before = told[key] ?? []
    if before.contains(answer) { return false }
    told[key] = before + [answer]
    if before.contains(where: { $0.version == answer.version }) {
      throw SimulationFailure("one key has two answers for one state of \(key.id.text)")
    }
    let keys = sent[key.id]?.count ?? 0
    let mayBeForgotten =
      mayEnd || sessionsExpire || keys > limits.answers || keys * Self.longestAnswer > limits.bytes
    guard before.isEmpty || mayBeForgotten else {
      throw SimulationFailure("a request to \(key.id.text) was applied twice, and its key was to be kept")
    }
    return !before.isEmpty
  }
}
