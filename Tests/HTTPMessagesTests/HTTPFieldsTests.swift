import HTTPMessages
import Testing

@Suite("Fields of a message")
struct HTTPFieldsTests {
  private let fields: HTTPFields = [
    HTTPField("Accept", "a"), HTTPField("X-B", ""), HTTPField("ACCEPT", "c"), HTTPField("accept", "a"),
  ]

  @Test("are found by their name in any case", arguments: ["accept", "Accept", "ACCEPT", "aCCePT"])
  func anyCase(name: String) {
    #expect(fields[name] == "a")
    #expect(fields.values(of: name) == ["a", "c", "a"])
  }

  @Test("are not found by another name", arguments: ["", "Accep", "Accepts", "Ac cept", "Accept:", "ａccept", "X_B"])
  func otherNames(name: String) {
    #expect(fields[name] == nil)
    #expect(fields.values(of: name) == [])
  }

  @Test("fold the case of ASCII letters and of nothing else")
  func foldsASCIIOnly() {
    // Each pair differs by the bit that tells a small letter from a capital one.
    let neighbours: HTTPFields = [
      HTTPField("@[\\]^", "low"), HTTPField("É", "accented"), HTTPField("\u{212A}", "kelvin"),
    ]
    #expect(neighbours["`{|}~"] == nil)
    #expect(neighbours["é"] == nil)
    #expect(neighbours["k"] == nil)
    #expect(neighbours["@[\\]^"] == "low")
  }

  @Test("may be there and empty, which is not the same as missing")
  func empty() {
    #expect(fields["x-b"] == "")
    #expect(fields.values(of: "x-b") == [""])
  }

  @Test("stay as they were written and in their order, a new one behind the others")
  func order() {
    var longer = fields
    longer.append("X-b", "last")
    #expect(
      longer.lines == [
        HTTPField("Accept", "a"), HTTPField("X-B", ""), HTTPField("ACCEPT", "c"), HTTPField("accept", "a"),
        HTTPField("X-b", "last"),
      ])
    #expect(HTTPFields(longer.lines) == longer)
    #expect(HTTPFields().lines == [])
  }
}
