import NavigationCore
import SessionEngine
import TestSupport

/// What a seed decides before anything happens: how the engine is set up, and what the world is like.
struct SimulationPlan {
  let configuration: EngineConfiguration
  let sessions: [String]
  let clients: Int
  /// How many follow the sessions.
  let readers: Int
  /// Crashes and calms.
  let rounds: Int
  /// Events between two of them.
  let steps: ClosedRange<Int>
  /// How often each thing happens, beside the others.
  let actions: [(weight: Int, value: Action)]
  /// In how many of a hundred changes of weather it becomes fine.
  let fineWeather: Int
  /// Clocks on which time goes by in such steps, in microseconds.
  let pauses: [Microseconds]

  /// Room for more steps than there ever are.
  static let manySteps = 1 << 30

  enum Action {
    case send, list, deliver, work, report, tick, wait, vanish, read, changeWeather
  }

  init(using random: inout SplitMix64) {
    configuration = EngineConfiguration(
      explicitSessions: random.chance(15), maxSessions: random.one(of: [1, 2, 3, 4, 100, 100, 100]),
      residentSessions: random.one(of: [1, 1, 2, 3, 5]),
      sessionTTL: random.one(of: [nil, nil, 2_000_000, 10_000_000, 60_000_000]),
      keptAnswers: KeptAnswers.Limits(
        answers: random.one(of: [1, 2, 4, 64]), bytes: random.one(of: [10, 40, 262_144, 262_144])),
      stepMemory: random.one(of: [0, 4_000, Self.manySteps, Self.manySteps]), maxReaders: random.one(of: [1, 3, 100]))
    sessions = Array(["a", "tv/a", "b", "tv/b", "phone/a", "c"].prefix(random.one(of: [1, 2, 3, 4, 6])))
    clients = random.one(of: [1, 2, 4, 8, 16])
    readers = random.one(of: [0, 1, 3, 6])
    rounds = random.one(of: [2, 3, 4])
    steps = 20...random.one(of: [60, 150, 400])
    actions = [
      (random.one(of: [5, 20]), .send), (random.one(of: [0, 1, 4]), .list), (random.one(of: [3, 10, 30]), .deliver),
      (random.one(of: [2, 6, 20]), .work),
      (random.one(of: [2, 6, 20]), .report), (random.one(of: [1, 3, 8]), .tick), (random.one(of: [1, 5]), .wait),
      (random.one(of: [0, 1, 3]), .vanish), (random.one(of: [2, 8]), .read),
      (random.one(of: [0, 1, 2]), .changeWeather),
    ]
    fineWeather = random.one(of: [30, 60])
    pauses = random.one(of: [[1, 400_000], [1, 400_000, 900_000, 3_000_000], [1_000, 700_000, 20_000_000]])
  }
}
