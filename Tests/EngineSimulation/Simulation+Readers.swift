import SessionEngine
import TestSupport

/// The readers' part in it.
extension Simulation {
  mutating func count(_ seen: SimulatedReaders.Seen) {
    switch seen {
    case .resumed: counts.resumed += 1
    case .began: counts.began += 1
    case .nothing: break
    }
  }

  /// A reader does something: it connects, or is gone, or no longer waits.
  mutating func read() throws(SimulationFailure) {
    switch readers.act(using: &random) {
    case .nothing: break
    case .leave(let number, let reader):
      tell("reader \(number) is gone")
      readers.left(number)
      engine.leave(reader)
      check.left(number)
    case .stopWaiting(let number, let reader):
      tell("reader \(number) has waited")
      readers.stopWaiting(number)
      let effects = engine.waited(reader)
      try check.waited(number, effects, disk)
      try carryOut(effects)
    case .ask(let reader, let request):
      try ask(reader, request)
    }
  }

  private mutating func ask(_ reader: Int, _ request: SessionRequest) throws(SimulationFailure) {
    let number = clients.takeNumber()
    readers.connect(reader, as: number)
    tell("reader \(number) asks: \(request)")
    try take(ConditionalRequest(request), from: number)
  }

  /// All readers are connected, and know all of their sessions.
  mutating func calmReaders() throws(SimulationFailure) {
    for (reader, request) in readers.idle(using: &random) { try ask(reader, request) }
    try rest()
    try readers.checkAll(check.durable)
  }

  /// The process stops in good order.
  mutating func drain() throws(SimulationFailure) {
    disk.weather = .fine
    tell("drain")
    readers.stopWaiting()
    let effects = engine.drain()
    try check.drained(effects, disk)
    try carryOut(effects)
    try rest()
    guard engine.readerCount == 0, readers.areAllDisconnected else {
      throw SimulationFailure("\(engine.readerCount) still follow when all must have ended")
    }
    counts.drains += 1
  }
}
