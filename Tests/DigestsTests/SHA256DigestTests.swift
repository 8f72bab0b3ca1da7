import Digests
import Testing

@Suite("A SHA-256 digest")
struct SHA256DigestTests {
  let digest = SHA256Digest(of: "abc")

  @Test("is read as it is written, in either case")
  func hex() {
    #expect(SHA256Digest(hex: digest.hex) == digest)
    #expect(SHA256Digest(hex: digest.hex.uppercased()) == digest)
    #expect(SHA256Digest(bytes: digest.bytes) == digest)
  }

  @Test(
    "is 64 hexadecimal digits and nothing else",
    arguments: [
      "", "00", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
      String(repeating: "0", count: 62) + "0g", String(repeating: "0", count: 63) + " ",
      String(repeating: "0", count: 62) + "é", "sha256:" + String(repeating: "0", count: 64),
    ])
  func notHex(text: String) {
    #expect(SHA256Digest(hex: text) == nil)
  }

  @Test("is 32 bytes", arguments: [0, 31, 33, 64])
  func notBytes(count: Int) {
    #expect(SHA256Digest(bytes: [UInt8](repeating: 7, count: count)) == nil)
  }

  @Test("matches itself, and no other that differs in one bit")
  func matching() throws {
    #expect(digest.matches(SHA256Digest(of: "abc")))
    for bit in 0..<8 * SHA256Digest.byteCount {
      var bytes = digest.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let other = try #require(SHA256Digest(bytes: bytes))
      #expect(!digest.matches(other), "bit \(bit)")
      #expect(digest != other, "bit \(bit)")
    }
  }
}
