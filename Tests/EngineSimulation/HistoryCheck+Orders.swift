import SessionEngine

/// What the store may be asked.
extension HistoryCheck {
  mutating func meet(_ order: StoreOrder, _ disk: SimulatedDisk) throws(SimulationFailure) {
    switch order {
    case .load(let id):
      try load(id)
    case .loadAnswer(let place):
      try replays.ask(place, disk)
    case .commit(let writes):
      guard asked == nil else { throw SimulationFailure("two commits at a time") }
      guard try disk.after(writes).state == model.state else {
        throw SimulationFailure("a commit is asked for that does not make the sessions what they are: \(writes)")
      }
      asked = model.state
      askedThrough = changes
      (committing, pending) = (pending, [])
    case .list:
      break
    case .findUnused:
      guard !isSearching else { throw SimulationFailure("two searches at a time") }
      isSearching = true
    case .probe:
      guard !isProbing else { throw SimulationFailure("two probes at a time") }
      isProbing = true
    }
  }
}
