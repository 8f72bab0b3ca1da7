import NavigationAPI
import NavigationCore
import SessionEngine
import Testing

@Suite("A text of API keys")
struct APIKeysTests {
  private static let digest = "sha256:cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4"
  private static let other = "sha256:4d8aaa64f68587b18e27604cd3d3b67aaa66342ef33df2ae755b5524e84cb3d5"

  private func fault(_ text: String) -> APIKeys.Fault? {
    do {
      _ = try APIKeys(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "says whose each key is, and that all others are nobody's",
    arguments: [
      ("old", "phones"), ("new", "phones"), ("wall", "walls"), ("", nil), ("Old", nil), ("old ", nil), ("phones", nil),
      ("cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4", nil),
    ] as [(String, String?)])
  func callers(key: String, name: String?) {
    #expect(APIKeys.examples.caller(bearing: key)?.text == name)
  }

  @Test("counts keys and names")
  func counts() {
    #expect(APIKeys.examples.count == 3)
    #expect(APIKeys.examples.nameCount == 2)
  }

  @Test("may say the same twice, and end without a line feed")
  func repetition() throws {
    let keys = try APIKeys("a \(Self.digest)\r\na \(Self.digest)")
    #expect(keys == (try APIKeys("a \(Self.digest)\n")))
    #expect(keys.count == 1)
  }

  @Test("has a line for each key that is made")
  func line() throws {
    let name = try #require(Caller.Name("walls"))
    #expect(APIKeys.line(for: name, key: "wall") == "walls \(Self.other)")
    #expect(try APIKeys(APIKeys.line(for: name, key: "k")).caller(bearing: "k") == name)
  }

  @Test(
    "is refused for a line without a name",
    arguments: [
      "a/b \(digest)", ".. \(digest)", "é \(digest)", digest, "\(String(repeating: "a", count: 65)) \(digest)",
    ])
  func names(line: String) {
    #expect(fault("b \(Self.other)\n\n\(line)\n") == .malformedName(line: 3))
  }

  @Test(
    "is refused for a line whose name has no digest behind it",
    arguments: [
      "a", "a sha256:", "a \(digest.dropFirst(7))", "a \(digest)0", "a \(digest.dropLast())", "a \(digest) b",
      "a \(digest.dropLast())g", "a SHA256:\(digest.dropFirst(7))", "a sha256: \(digest.dropFirst(7))",
      "a taptop_secret", "a: \(digest.dropLast())", "a sha512:\(digest.dropFirst(7))", "a #\(digest)",
    ])
  func digests(line: String) {
    #expect(fault("# one\n\(line)") == .malformedDigest(line: 2))
  }

  @Test("is refused where one key has two names")
  func shared() {
    #expect(
      fault("a \(Self.digest)\n# b\nb \(Self.digest.replacing(/cba/, with: "CBA"))") == .sharedKey(line: 3, first: 1))
  }

  @Test("is refused without a key", arguments: ["", "\n", "# a \(digest)", " \t\r\n#\n"])
  func empty(text: String) {
    #expect(fault(text) == .noKeys)
  }

  @Test("says where it is wrong and what would be right, and nothing of what stands there")
  func descriptions() {
    #expect(
      "\(APIKeys.Fault.malformedName(line: 3))"
        == "line 3: it must begin with a name of 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not . or ..")
    #expect(
      "\(APIKeys.Fault.malformedDigest(line: 3))"
        == #"line 3: behind the name must stand sha256: and 64 hexadecimal digits, as "taptop key" prints them"#)
    #expect(
      "\(APIKeys.Fault.sharedKey(line: 3, first: 1))"
        == "line 3: it has the key of line 1, where another name stands; a key must have one name")
    #expect(
      "\(APIKeys.Fault.noKeys)"
        == #"it has no key, so that nobody could call; add a line that "taptop key" prints, or leave --api-keys out"#)
  }
}
