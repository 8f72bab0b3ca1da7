import NavigationCore
import SessionEngine

extension HistoryCheck {
  /// A page is about to be asked for.
  mutating func listed(
    _ request: SessionListRequest, as number: Int, at now: Instant, _ effects: [SessionEngine<Int>.Effect],
    _ disk: SimulatedDisk
  ) throws(SimulationFailure) {
    lists.ask(request, as: number)
    lists.begin(number, there(at: now), durable)
    try meet(effects, disk)
  }

  /// Time has passed, or the disk did something.
  mutating func followLists(at now: Instant) {
    lists.follow(there(at: now), durable)
  }

  /// The sessions that are there and durable.
  private func there(at now: Instant) -> Set<SessionID> {
    Set(model.state.sessions.keys.filter { durable.sessions[$0] != nil && !model.isExpired($0, at: now) })
  }
}
