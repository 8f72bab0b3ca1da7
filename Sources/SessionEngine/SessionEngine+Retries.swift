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
      return answer(.refused(.retryKeyReused), to: arrival.client, about: id)
    }
    let place = resident.place(of: resident.kept.serial(at: index))
    if let kept = journal?.answer(at: place) ?? held[place] {
      // One that is not durable yet waits, and fails, with what it is about.
      return answer(.replayed(kept), to: arrival.client, about: id)
    }
    defer { replaying[place, default: []].append(arrival.client) }
    return replaying[place] == nil ? [.ask(.loadAnswer(place))] : []
  }

  /// Keeps the answer to a request with a key.
  ///
  /// - Returns: What the store is told of it.
  mutating func keep(
    _ outcomes: [Outcome], for retry: RetryKey, from client: Client, with resident: inout Residents.Resident
  ) -> (answer: KeptAnswer, change: StoreWrite.Answers) {
    let answer = KeptAnswer(body: write(outcomes, client), version: resident.session.version)
    let before = resident.kept.first
    let change = resident.kept.keep(answer, for: retry, within: configuration.keptAnswers)
    if journal == nil {
      for entry in change.added { held[resident.place(of: entry.serial)] = entry.answer }
      for serial in before..<change.first { held[resident.place(of: serial)] = nil }
    }
    return (answer, change)
  }

  /// Lets go of the answers of a session that ends, where there is no store that has them.
  mutating func letGoOfAnswers(of resident: Residents.Resident) {
    guard journal == nil else { return }
    for serial in resident.kept.serials { held[resident.place(of: serial)] = nil }
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

extension Residents.Resident {
  /// Where one of its kept answers is found.
  fileprivate func place(of serial: Int64) -> KeptAnswer.Place {
    KeptAnswer.Place(session.id, key, serial: serial)
  }
}
