/// 128 bits that stand for a text of any length.
///
/// To be the first half of a SHA-256 or as good as that: two texts of one client's then never have the same by chance, and
/// whoever makes two that do, with 2^64 tries, confuses nobody's session but their own.
public struct Fingerprint: Hashable, Sendable {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// Puts the halves together.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// How many bytes it has.
  public static let byteCount = 16

  /// Takes bytes, the first first; nil where they are not as many as it has.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    func half(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: half(bytes.prefix(8)), low: half(bytes.dropFirst(8)))
  }

  /// The bytes, the first first.
  public var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  }
}

/// By what a request is known again when a client that got no answer sends it once more.
///
/// Neither text is kept in memory, and keys are as long as clients like: fingerprints stand for them.
public struct RetryKey: Hashable, Sendable {
  /// The key that the client chose.
  public let key: Fingerprint
  /// The request that it chose it for.
  public let request: Fingerprint

  /// A client's key and its request.
  public init(key: Fingerprint, request: Fingerprint) {
    self.key = key
    self.request = request
  }
}
