import JSONText
import TestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "thousandths are written as short as can be",
    arguments: [
      (0, "0"), (1, "0.001"), (-1, "-0.001"), (10, "0.01"), (100, "0.1"), (999, "0.999"), (1_000, "1"),
      (1_001, "1.001"),
      (1_010, "1.01"), (12_500, "12.5"), (-40_000, "-40"), (900_000, "900"), (1_790_000_000_123_500, "1790000000123.5"),
      (9_007_199_254_740_990_976, "9007199254740990.976"), (.min, "-9223372036854775.808"),
    ] as [(Int64, String)])
  func thousandths(value: Int64, expected: String) {
    #expect(text { $0.thousandths(value) } == expected)
  }

  @Test("integers are written in full", arguments: [0, 7, -7, 10, 1_234_567_890, .max, .min] as [Int64])
  func integers(value: Int64) {
    #expect(text { $0.integer(value) } == "\(value)")
  }

  @Test("in strings only quotation marks, backslashes and control characters are escaped")
  func strings() {
    #expect(text { $0.string("") } == #""""#)
    #expect(text { $0.string("a/é日😀\u{7F}\u{2028}") } == "\"a/é日😀\u{7F}\u{2028}\"")
    #expect(text { $0.string("\"\\\n\r\t\u{0}\u{8}\u{1F}") } == #""\"\\\n\r\t\u0000\u0008\u001f""#)
  }

  @Test("commas divide members and elements, however they are nested")
  func commas() {
    let written = text { json in
      json.object { json in
        json.name("a")
        json.array { json in
          json.null()
          json.object { _ in }
          json.array { _ in }
          json.bool(true)
          json.object { json in
            json.name("b\"")
            json.bool(false)
          }
        }
        json.name("c")
        json.string("d")
        json.name("e")
        json.integer(1)
      }
    }
    #expect(written == #"{"a":[null,{},[],true,{"b\"":false}],"c":"d","e":1}"#)
  }

  @Test("what was written from a value is read as that value")
  func roundTrip() throws {
    var random = SplitMix64(seed: 1)
    for round in 0..<2_000 {
      let value = random.json(depth: 5)
      var writer = JSONWriter()
      writer.write(value)
      let read = try JSONValue(parsing: writer.bytes)
      #expect(read == value, "seed \(random.seed), round \(round)")
    }
  }
}

extension SplitMix64 {
  /// A JSON value of at most so many levels.
  fileprivate mutating func json(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return .number(Double(Int64.random(in: -1_000_000...1_000_000, using: &self)) / 1_000)
    case 3:
      let number = Double(bitPattern: next())
      return .number(number.isFinite ? number : 0.1)
    case 4: return .string(text())
    case 5: return .array((0..<Int.random(in: 0...4, using: &self)).map { _ in json(depth: depth - 1) })
    default:
      return .object(
        (0..<Int.random(in: 0...4, using: &self)).map { index in
          JSONMember(name: "\(index)" + text().filter { $0 != "\u{0}" }, value: json(depth: depth - 1))
        })
    }
  }

  private mutating func text() -> String {
    let characters: [Unicode.Scalar] = [
      "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", "/", "é", "\u{301}", "日", "😀", "\u{10FFFF}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...8, using: &self) { text.unicodeScalars.append(one(of: characters)) }
    return text
  }
}
