import Glibc

/// A small random number generator that a seed determines: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (2014).
///
/// A test that draws from it says its `seed` in every expectation, so that a failure can be repeated:
/// `TAPTOP_TEST_SEED=7 swift test`.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  /// The seed it began with.
  public let seed: UInt64
  private var state: UInt64

  /// A generator with the seed in the environment, else with this one.
  public init(seed: UInt64) {
    // Safe: no test changes the environment while another reads it, and the text is copied at once.
    let chosen = unsafe getenv("TAPTOP_TEST_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
    self.seed = chosen ?? seed
    state = self.seed
  }

  /// A generator with this seed, whatever the environment says.
  public init(exactly seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Draws the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True so many times in a hundred.
  public mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// One of some values.
  public mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  /// One of some values, each as likely as its weight says.
  public mutating func weighted<Value>(_ values: [(weight: Int, value: Value)]) -> Value {
    var rest = Int.random(in: 0..<values.reduce(0) { $0 + $1.weight }, using: &self)
    for (weight, value) in values {
      if rest < weight { return value }
      rest -= weight
    }
    preconditionFailure("the weights have been summed up above")
  }
}
