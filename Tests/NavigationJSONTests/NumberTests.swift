import JSONText
import NavigationCore
import NavigationJSON
import TestSupport
import Testing

@Suite("Numbers in milliseconds and points")
struct NumberTests {
  @Test(
    "a number becomes whole thousandths: the double's product, halves away from zero",
    arguments: [
      ("0", 0), ("-0", 0), ("900", 900_000), ("12.5", 12_500), ("1e2", 100_000), ("0.001", 1), ("-0.001", -1),
      // The double nearest to 1.0005 is a little less, and its product 1000.5 all the same; that of 0.5005 is 500.49999999999994.
      ("0.0005", 1), ("-0.0005", -1), ("0.0004999", 0), ("1.0005", 1_001), ("-1.0005", -1_001), ("0.5005", 500),
      ("0.0015", 2),
      ("0.0025", 3), ("2.5005", 2_501), ("1.0015", 1_002), ("0.9995", 1_000), ("0.99949999", 999), ("1e-400", 0),
      ("999999999.9995", 1_000_000_000_000), ("1e9", 1_000_000_000_000), ("-1e9", -1_000_000_000_000),
    ] as [(String, Int64)])
  func rounding(text: String, thousandths: Int64) throws {
    let json = Array(#"{"type":"scroll","offset":\#(text)}"#.utf8)
    let scroll = Input(.scroll(to: Position(offset: Offset(thousandths: thousandths)), screen: nil, of: nil))
    #expect(try InputBatch(json: json, form: .inputs).inputs == [scroll])
  }

  @Test(
    "times are rounded likewise, up to the last",
    arguments: [
      ("12345.6", 12_345_600), ("1790000000123.5", 1_790_000_000_123_500),
      ("1790000000123.4567", 1_790_000_000_123_457),
      // The product is a double as well, and those are 1024 apart there.
      ("9007199254740991", 9_007_199_254_740_990_976),
    ] as [(String, Int64)])
  func times(text: String, microseconds: Int64) throws {
    let instant = try Instant(JSONValue(parsing: Array(text.utf8)), at: .root)
    #expect(instant == Instant(microseconds: microseconds))
  }

  @Test("every time that a clock gives is read as it was written")
  func written() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let instant = random.instant()
      var writer = JSONWriter()
      writer.write(instant)
      #expect(try Instant(JSONValue(parsing: writer.bytes), at: .root) == instant, "seed \(random.seed)")
    }
  }
}
