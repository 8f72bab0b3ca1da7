import Testing

@testable import taptop

@Suite("The texts of values")
struct ValueTextTests {
  @Test(
    "read lengths of time",
    arguments: [
      ("0", 0), ("0s", 0), ("00", 0), ("0d", 0), ("1s", 1), ("90s", 90), ("10m", 600), ("12h", 43_200),
      ("30d", 2_592_000),
      ("007s", 7), ("9223372036854775807s", Int64.max), ("106751991167300d", 9_223_372_036_854_720_000),
    ] as [(String, Int64)])
  func duration(text: String, seconds: Int64) {
    #expect(TimeSpan.duration(text) == .seconds(seconds))
  }

  @Test(
    "are no lengths of time otherwise",
    arguments: [
      "", "s", "1", "-1s", "+1s", "1.5s", "1 s", " 1s", "1s ", "1S", "1ms", "1w", "1h30m", "١s", "0x1s", "1ś",
      "9223372036854775808s", "106751991167301d",
    ])
  func noDuration(text: String) {
    #expect(TimeSpan.duration(text) == nil)
  }

  @Test(
    "write lengths of time in the largest whole unit, and read them back",
    arguments: [
      (0, "0s"), (1, "1s"), (59, "59s"), (60, "1m"), (90, "90s"), (3600, "1h"), (5400, "90m"), (86_400, "1d"),
      (90_000, "25h"), (2_592_000, "30d"),
    ] as [(Int64, String)])
  func durationText(seconds: Int64, text: String) {
    #expect(TimeSpan.text(.seconds(seconds)) == text)
    #expect(TimeSpan.duration(text) == .seconds(seconds))
  }

  @Test(
    "read numbers of bytes",
    arguments: [
      ("0", 0), ("1", 1), ("262144", 262_144), ("256KiB", 262_144), ("64MiB", 67_108_864), ("2GiB", 2_147_483_648),
      ("9223372036854775807", Int.max), ("8589934591GiB", 8_589_934_591 << 30),
    ])
  func size(text: String, bytes: Int) {
    #expect(ByteSize.bytes(text) == bytes)
  }

  @Test(
    "are no numbers of bytes otherwise",
    arguments: [
      "", "KiB", "1K", "1KB", "1kib", "1 KiB", "1.5MiB", "-1", "+1", "1MiBKiB", "1B", "٣", "9223372036854775808",
      "8589934592GiB",
    ])
  func noSize(text: String) {
    #expect(ByteSize.bytes(text) == nil)
  }

  @Test(
    "write whole mebibytes as such and all else in bytes, and read them back",
    arguments: [
      (0, "0"), (1023, "1023"), (262_144, "262144"), (1_048_576, "1MiB"), (1_048_577, "1048577"), (67_108_864, "64MiB"),
      (1_073_741_824, "1GiB"), (1_610_612_736, "1536MiB"),
    ])
  func sizeText(bytes: Int, text: String) {
    #expect(ByteSize.text(bytes) == text)
    #expect(ByteSize.bytes(text) == bytes)
  }
}

@Suite("A kind of value")
struct ValueKindTests {
  @Test("of a file is any path but an empty one, and nothing if there is none")
  func file() {
    let kind = ValueKind<String?>.file
    #expect(kind.parse("/etc/taptop/keys") == .some("/etc/taptop/keys"))
    #expect(kind.parse("") == nil)
    #expect(kind.parse("a\u{0}b") == nil)
    #expect(kind.text(nil) == "")
    #expect(kind.text("keys") == "keys")
  }

  @Test("of time can say what nought means")
  func durationWithNote() {
    let kind = ValueKind<Duration>.duration(.zero ... .seconds(2_592_000), note: " (0: never)")
    #expect(
      kind.expected
        == "a length of time with its unit (s, m, h or d), such as 90s or 10m, from 0s to 30d (0: never)")
    #expect(kind.parse("0") == .zero)
    #expect(kind.parse("30d") == .seconds(2_592_000))
    #expect(kind.parse("31d") == nil)
  }

  @Test("writes what it reads", arguments: ["error", "warning", "info", "debug"])
  func words(word: String) throws {
    let kind = ValueKind<LogLevel>.word("LEVEL")
    #expect(kind.text(try #require(kind.parse(word))) == word)
  }
}

@Suite("A name nearest to a slip")
struct NearestNameTests {
  @Test(
    "is the one that takes the fewest typing errors, if that are few",
    arguments: [
      ("serve", "serve"), ("sreve", "serve"), ("serv", "serve"), ("serves", "serve"), ("SERVE", nil),
      ("helth", "health"),
      ("", nil), ("x", nil), ("replya", "replay"), ("versoin", "version"), ("vers", nil),
    ])
  func nearest(text: String, name: String?) {
    #expect(nearestName(to: text, among: ["serve", "replay", "health", "version", "help"]) == name)
  }

  @Test("is none for a text too long to be a slip, or among no names")
  func none() {
    #expect(nearestName(to: String(repeating: "a", count: 65), among: [String(repeating: "a", count: 64)]) == nil)
    #expect(nearestName(to: "serve", among: []) == nil)
  }
}
