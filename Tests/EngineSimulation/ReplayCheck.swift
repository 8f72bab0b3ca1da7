import SessionEngine

/// Follows the answers that are given again: one that is durable is read from the disk, once for all who wait for it.
struct ReplayCheck {
  /// The number of the change that came with an answer; of those that may not be durable.
  private var changes: [KeptAnswer: Int] = [:]
  /// Who waits for one that is being read.
  private var waiting: [KeptAnswer: [Int]] = [:]
  private var reading: [KeptAnswer.Place: KeptAnswer] = [:]
  /// How many were answered out of what is not durable yet.
  private(set) var beforeDurable = 0

  /// An answer was kept.
  mutating func keep(_ answer: KeptAnswer, with change: Int) {
    changes[answer] = change
  }

  /// A request is to be answered once more; whether it waits for the disk to read that, where all changes to one are durable.
  mutating func replay(_ answer: KeptAnswer, to number: Int, durableThrough: Int) -> Bool {
    guard changes[answer, default: 0] <= durableThrough else {
      beforeDurable += 1
      return false
    }
    waiting[answer, default: []].append(number)
    return true
  }

  /// The engine asked for an answer.
  mutating func ask(_ place: KeptAnswer.Place, _ disk: SimulatedDisk) throws(SimulationFailure) {
    guard let answer = disk.keptAnswer(at: place) else {
      throw SimulationFailure("an answer is asked for that the disk does not keep: \(place)")
    }
    guard reading.updateValue(answer, forKey: place) == nil else {
      throw SimulationFailure("an answer is read twice at a time: \(place)")
    }
  }

  /// The disk read an answer, or could not.
  ///
  /// - Returns: the answer, and who waited for it.
  mutating func reported(
    _ place: KeptAnswer.Place
  ) throws(SimulationFailure) -> (answer: KeptAnswer, numbers: [Int]) {
    guard let answer = reading.removeValue(forKey: place) else {
      throw SimulationFailure("an answer is reported that nobody asked for: \(place)")
    }
    return (answer, waiting.removeValue(forKey: answer) ?? [])
  }

  /// The disk was asked for all that somebody waits for.
  func check() throws(SimulationFailure) {
    guard Set(waiting.keys).isSubset(of: reading.values) else {
      throw SimulationFailure("someone waits for an answer that nobody asked the disk for")
    }
  }

  /// What the disk has of a session is all there is of it now.
  mutating func goBack(to kept: [KeptAnswer.Entry]) {
    for entry in kept { changes[entry.answer] = nil }
  }

  /// The process is gone.
  mutating func crashed() {
    (changes, waiting, reading) = ([:], [:], [:])
  }
}
