import TestSupport
import Testing

@testable import JSONText

@Suite("Any bytes at all")
struct AnyBytesTests {
  private static let pieces: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "1", "-", "0.5e", "true", "nul", " ", "\n", "\\", "\\u12",
      "\\ud83d", "\\ude00", "\\n", "é", "\u{FEFF}", "\u{0}", "\u{1}", "\"a\":1,\"a\":2", "1e999",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [UInt8](repeating: 0x5B, count: 33)]

  @Test("are read, or refused at a place that they have, in words")
  func anyBytes() {
    var random = SplitMix64(seed: 7)
    var accepted = 0
    for round in 0..<30_000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).flatMap { _ in random.one(of: Self.pieces) }
      let seed = random.seed
      func place() -> String { "seed \(seed), round \(round): \(text)" }
      do throws(JSONSyntaxError) {
        let value = try JSONValue(parsing: text)
        accepted += 1
        var writer = JSONWriter()
        writer.write(value)
        #expect((try? JSONValue(parsing: writer.bytes)) == value, "\(place())")
      } catch {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        #expect((1...lines.count).contains(error.line), "\(place())")
        #expect(error.column >= 1 && error.column <= lines[error.line - 1].count + 1, "\(place())")
        #expect(!error.problem.isEmpty, "\(place())")
      }
    }
    #expect(accepted > 300)
  }

  @Test("a text that is cut short anywhere is refused at its end")
  func cutShort() throws {
    let text = Array(#"{"é":[1.5,true,null,"a\nb\ud83d\ude00",{"x":{}}],"y":"日"}"#.utf8)
    _ = try JSONValue(parsing: text)
    for length in 1..<text.count {
      let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text[..<length])) }
      #expect(error?.line == 1 && error?.fault == .malformed, "\(length)")
    }
  }
}
