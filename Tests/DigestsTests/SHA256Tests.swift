import Digests
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// The examples of FIPS 180 and of NIST's cryptographic standards page.
  static let known = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test("is what the standard says", arguments: known)
  func knownAnswers(text: String, hex: String) {
    #expect(SHA256Digest(of: text).hex == hex)
  }

  @Test("is what the standard says of a million letters, a thousand at a time")
  func million() {
    let thousand = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    var hash = SHA256()
    for _ in 0..<1000 {
      hash.update(thousand.span)
    }
    #expect(hash.digest().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("is the same wherever the bytes were cut")
  func pieces() {
    let bytes = (0..<200).map(UInt8.init)
    let whole = SHA256Digest(of: bytes.span)
    for cut in 0...bytes.count {
      var hash = SHA256()
      hash.update(bytes.span.extracting(..<cut))
      hash.update(bytes.span.extracting(cut...))
      #expect(hash.digest() == whole, "cut at \(cut)")
    }
  }

  @Test("takes text as its UTF-8")
  func text() {
    var hash = SHA256()
    hash.update("/sessions/é/taps")
    hash.update("")
    hash.update(Array("{}".utf8).span)
    #expect(hash.digest() == SHA256Digest(of: "/sessions/é/taps{}"))
  }
}
