internal import CGnuTLS

/// The 32 bytes of a SHA-256 (FIPS 180-4).
///
/// `==` stops at the first difference, and is for digests that anybody may know. Where one of two says who may come in,
/// `matches` compares them.
public struct SHA256Digest: Hashable, Sendable {
  /// How many bytes it has.
  public static let byteCount = 32

  private let storage: SIMD32<UInt8>

  init(_ storage: SIMD32<UInt8>) {
    self.storage = storage
  }

  /// The digest of some bytes.
  public init(of bytes: Span<UInt8>) {
    var hash = SHA256()
    hash.update(bytes)
    self = hash.digest()
  }

  /// The digest of the UTF-8 of a text.
  public init(of text: String) {
    self.init(of: text.utf8.span)
  }

  /// A digest that was kept as bytes; nil if they are not 32.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(SIMD32(bytes))
  }

  /// A digest that was written as 64 hexadecimal digits, in either case; nil for any other text.
  public init?(hex text: some StringProtocol) {
    let digits = text.utf8.compactMap(nibble)
    guard digits.count == text.utf8.count, digits.count == 2 * Self.byteCount else { return nil }
    var storage = SIMD32<UInt8>()
    for index in 0..<Self.byteCount {
      storage[index] = digits[2 * index] << 4 | digits[2 * index + 1]
    }
    self.init(storage)
  }

  /// The bytes, in order.
  public var bytes: [UInt8] {
    (0..<Self.byteCount).map { storage[$0] }
  }

  /// The bytes as 64 hexadecimal digits in lower case, as sha256sum(1) prints them.
  public var hex: String {
    var text = ""
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        text.unicodeScalars.append(
          Unicode.Scalar(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10))
      }
    }
    return text
  }

  /// Whether it is the other one, found out in a time that does not depend on where they differ.
  public func matches(_ other: Self) -> Bool {
    // Safe: both are the 32 bytes that are read.
    unsafe withUnsafeBytes(of: storage) { mine in
      unsafe withUnsafeBytes(of: other.storage) { others in
        unsafe gnutls_memcmp(mine.baseAddress, others.baseAddress, Self.byteCount) == 0
      }
    }
  }
}

private func nibble(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}
