import NavigationCore
import SessionEngine
import TestSupport
import Testing

@Suite("Names that the server makes")
struct SessionVersionTests {
  /// A generator that gives the numbers it is told, and then zeros.
  private struct Scripted: RandomNumberGenerator {
    var numbers: [UInt64]

    mutating func next() -> UInt64 {
      numbers.isEmpty ? 0 : numbers.removeFirst()
    }
  }

  @Test("are 26 characters of base 32 for a session, all of them left to chance")
  func sessionID() {
    var none = Scripted(numbers: [])
    #expect(Navigation.ID.random(using: &none).text == "aaaaaaaaaaaaaaaaaaaaaaaaaa")
    var all = Scripted(numbers: [.max, .max, .max])
    #expect(Navigation.ID.random(using: &all).text == "77777777777777777777777777")
    var last = Scripted(numbers: [1, 31 << 55, 26 << 5])
    #expect(Navigation.ID.random(using: &last).text == "baaaaaaaaaaaaaaaaaaaaaa7a2")
  }

  @Test("differ from each other and have nothing but characters of base 32")
  func distinct() throws {
    var random = SplitMix64(seed: 4)
    let seed = random.seed
    let ids = (0..<1_000).map { _ in Navigation.ID.random(using: &random).text }
    #expect(Set(ids).count == ids.count, "seed \(seed)")
    #expect(Set(ids.joined()) == Set("abcdefghijklmnopqrstuvwxyz234567"), "seed \(seed)")

    var engine = EngineUnderTest(seed: random.next())
    let lives = try (0..<1_000).map { number in
      let tap = Input(.tap(try .named("games")))
      return try #require(try engine.apply(tap, to: SessionID(try .named("s\(number)"))).version).incarnation.text
    }
    #expect(Set(lives).count == lives.count, "seed \(seed)")
    #expect(lives.allSatisfy { $0.utf8.count == Incarnation.characters && Incarnation.characters == 8 }, "seed \(seed)")
    #expect(Set(lives.joined()) == Set("abcdefghijklmnopqrstuvwxyz234567"), "seed \(seed)")
  }
}
