import EngineSimulation
import Glibc

/// Runs simulations of the engine; `scripts/simulate` says how it is called.
struct Options {
  var first: UInt64 = 0
  var count: UInt64 = 1_000
  var tells = false

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let number = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
      switch name {
      case "--seed": (first, count, tells) = (number, 1, true)
      case "--seeds": count = number
      case "--from": first = number
      default: return nil
      }
    }
    guard !first.addingReportingOverflow(count).overflow else { return nil }
  }
}

/// Without the names of the modules, which say nothing here.
func plain(_ text: String) -> String {
  ["NavigationCore.", "SessionEngine.", "Navigation.", "SessionRefusal.", "Identifier<Tab>", "Identifier<Screen>"]
    .reduce(text) { $0.replacing($1, with: "") }
}

func simulate(_ options: Options) -> Int32 {
  let clock = ContinuousClock()
  let start = clock.now
  var counts = SimulationCounts()
  for seed in options.first..<options.first + options.count {
    do throws(SimulationFailure) {
      counts += try Simulation.run(seed: seed) { if options.tells { print(plain($0())) } }
    } catch {
      print("seed \(seed): \(plain(error.what))")
      if !options.tells { print("all that happened: scripts/simulate --seed \(seed)") }
      return 1
    }
  }
  let seconds = (clock.now - start) / .seconds(1)
  print(SimulationCounts.names.map { "\(counts[keyPath: $0.count]) \($0.name)" }.joined(separator: ", "))
  print("\(options.count) seeds hold in \(Int(seconds * 10) / 10) s: \(Int(Double(options.count) / seconds)) a second")
  return 0
}

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  print("usage: scripts/simulate [--prove] [--seed N | --seeds N [--from N]]")
  exit(2)
}
exit(simulate(options))
