import SessionEngine

/// All that is kept: what a disk has, or must have.
struct KeptState: Hashable {
  /// The sessions.
  var sessions: [SessionID: StoredSession] = [:]
  /// The answers of each that has some, oldest first.
  var answers: [SessionID: [KeptAnswer.Entry]] = [:]

  /// What is in an engine's memory of the answers of a session.
  func inMemory(of id: SessionID) -> KeptAnswers {
    let answers = answers[id] ?? []
    return KeptAnswers(
      from: answers.first?.serial ?? 1,
      answers.map { KeptAnswers.Entry(retry: $0.retry, bytes: $0.answer.body.count) })
  }
}
