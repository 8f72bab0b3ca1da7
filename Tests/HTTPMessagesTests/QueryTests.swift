import HTTPMessages
import Testing

@Suite("A query")
struct QueryTests {
  @Test(
    "has the values of a name in their order, and knows names by their letters' case",
    arguments: [
      ("/a", []), ("/a?", []), ("/a?Limit=1&LIMIT=2", []), ("/a?limits=1&x=limit", []), ("/a?limit", [""]),
      ("/a?limit=", [""]), ("/a?limit=7", ["7"]), ("/a?limit=2&after=x&limit=1", ["2", "1"]),
      ("/a?%6Cimit=%37", ["7"]), ("/a?limit=+7", [" 7"]), ("/a?limit=%2B7", ["+7"]), ("/a?limit=7=8", ["7=8"]),
    ])
  func values(raw: String, values: [String]) throws {
    #expect(try RequestTarget(raw).query.values(named: "limit") == values)
  }
}
