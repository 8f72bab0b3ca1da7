import EngineSimulation
import TestSupport
import Testing

@Suite("The engine in a simulated world")
struct SimulationTests {
  /// Worlds that are tried; `scripts/simulate` tries any number.
  private static let seeds: UInt64 = 500

  @Test("gives the answers that the core gives, and loses nothing that it acknowledged, whatever fails")
  func holds() {
    let first = SplitMix64(seed: 0).seed
    var counts = SimulationCounts()
    for seed in first..<first + Self.seeds {
      do throws(SimulationFailure) {
        counts += try Simulation.run(seed: seed)
      } catch {
        Issue.record("\(error.what): scripts/simulate --seed \(seed)")
        return
      }
    }
    for (name, count) in SimulationCounts.names {
      #expect(counts[keyPath: count] > 0, "\(name) never happened from seed \(first) on")
    }
  }

  @Test("goes the same way each time for one seed")
  func reproducible() throws {
    func history(_ seed: UInt64) throws -> [String] {
      var lines: [String] = []
      _ = try Simulation.run(seed: seed) { lines.append($0()) }
      return lines
    }
    let lines = try history(5)
    #expect(lines.count > 100)
    #expect(try history(5) == lines)
    #expect(try history(6) != lines)
  }
}
