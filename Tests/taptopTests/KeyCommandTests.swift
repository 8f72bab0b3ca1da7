import Testing
import TestSupport

@testable import taptop

@Suite("A new key")
struct KeyCommandTests {
  @Test("is 160 random bits in base 32, behind a word that is found by a search")
  func form() throws {
    var generator = SplitMix64(seed: 1)
    let keys = (0..<100).map { _ in newKey(using: &generator) }
    for key in keys {
      #expect(key.wholeMatch(of: /taptop_[a-z2-7]{32}/) != nil)
    }
    #expect(Set(keys).count == keys.count)
    // All of the alphabet is used, and so are all five bits of a digit.
    #expect(Set(keys.joined().replacing("taptop_", with: "")).count == 32)
  }
}
