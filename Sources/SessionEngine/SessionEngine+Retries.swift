import NavigationCore

/// What becomes of a request that was sent before.
extension SessionEngine {
  /// Answers a request whose key is known; nil where it has none that is.
  mutating func answerRetry(_ arrival: Arrival) -> [Effect]? {
    guard case .apply(_, to: let id, retry: let retry?) = arrival.request, let resident = residents[id],
      let index = resident.kept.index(of: retry.key)
    else { return nil }
    residents.use(resident)
    guard resident.kept.entries[index].retry == retry else {
      return answer(.refused(.retryKeyReused), to: arrival)
    }
    let serial = resident.kept.serial(at: index)
    if let kept = resident.kept.answer(at: index) ?? journal?.answer(serial, under: resident.key) {
      // One that is not durable yet waits, and fails, with what it is about.
      return answer(.replayed(kept), to: arrival)
    }
    let place = KeptAnswer.Place(id, resident.key, serial: serial)
    defer { replaying[place, default: []].append(arrival.client) }
    return replaying[place] == nil ? [.ask(.loadAnswer(place))] : []
  }

  /// Keeps the answer to a request with a key.
  ///
  /// - Returns: What the store is told of it.
  func keep(
    _ outcomes: [Outcome], _ version: SessionVersion, for retry: RetryKey, from client: Client,
    in kept: inout KeptAnswers
  ) -> (answer: KeptAnswer, change: StoreWrite.Answers) {
    let answer = KeptAnswer(body: write(outcomes, client), version: version)
    let change = kept.keep(answer, for: retry, within: configuration.keptAnswers, inMemory: journal == nil)
    return (answer, change)
  }

  mutating func loadedAnswer(_ place: KeptAnswer.Place, _ result: Result<KeptAnswer, StorageFault>) -> [Effect] {
    let reply: SessionReply
    switch result {
    case .success(let answer):
      reply = .replayed(answer)
    case .failure(let fault):
      if fault != .damaged { housekeeping.fault = fault }
      reply = .refused(.storageUnavailable(fault))
    }
    return (replaying.removeValue(forKey: place) ?? []).map { .answer($0, reply) }
  }
}
