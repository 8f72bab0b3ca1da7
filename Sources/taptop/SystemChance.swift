/// The system's randomness.
struct SystemChance: RandomNumberGenerator {
  // The standard library's own generator has no size, and so no place of its own in memory: thread sanitizer sees all
  // threads write to one.
  private var drawn = 0

  mutating func next() -> UInt64 {
    drawn &+= 1
    return .random(in: 0...UInt64.max)
  }
}
