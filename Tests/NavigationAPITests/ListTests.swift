import HTTPMessages
import SessionEngine
import Testing

@testable import NavigationAPI

@Suite("GET /sessions")
struct ListTests {
  private func item(_ id: String, _ revision: Int = 0, tab: String = "null", at: String = "null") -> String {
    #"{"id":"\#(id)","revision":\#(revision),"selectedTab":\#(tab),"lastInputAtMs":\#(at)}"#
  }

  private func page(_ items: [String], next: String = "null") -> Answer {
    .json(#"{"sessions":[\#(items.joined(separator: ","))],"next":\#(next)}"#)
  }

  @Test("shows sessions a page at a time, in byte order")
  func pages() {
    var api = APIUnderTest()
    #expect(api.answer(to: Request("GET", "/sessions")) == page([]))
    for id in ["b", "a", "a-", "B", "~"] { _ = api.answer(to: Request("PUT", "/sessions/\(id)")) }
    _ = api.answer(to: Request("POST", "/sessions/a/taps", #"{"tab":"games"}"#))
    let tapped = item("a", 1, tab: #""games""#, at: "1790000000000")
    #expect(
      api.answer(to: Request("GET", "/sessions")) == page([item("B"), tapped, item("a-"), item("b"), item("~")]))
    #expect(api.answer(to: Request("GET", "/sessions?limit=2")) == page([item("B"), tapped], next: #""a""#))
    #expect(
      api.answer(to: Request("GET", "/sessions?limit=2&after=a")) == page([item("a-"), item("b")], next: #""b""#))
    #expect(api.answer(to: Request("GET", "/sessions?after=b&limit=2")) == page([item("~")]))
    #expect(api.answer(to: Request("GET", "/sessions?after=%61%2D")) == page([item("b"), item("~")]))
    #expect(api.answer(to: Request("GET", "/sessions?after=aZ&limit=1000")) == page([item("b"), item("~")]))
    #expect(api.answer(to: Request("GET", "/sessions?limits=0&After=&x")).status == 200)
    #expect(api.answer(to: Request("HEAD", "/sessions?limit=2")) == page([item("B"), tapped], next: #""a""#))
  }

  @Test("shows a hundred where nobody says how many")
  func unlessTold() {
    var api = APIUnderTest()
    for number in 0..<101 { _ = api.answer(to: Request("PUT", "/sessions/s\(100 + number)")) }
    #expect(
      api.answer(to: Request("GET", "/sessions")) == page((0..<100).map { item("s\(100 + $0)") }, next: #""s199""#))
    #expect(api.answer(to: Request("GET", "/sessions?after=s199")) == page([item("s200")]))
  }

  @Test("shows each caller its own alone")
  func callers() {
    var api = APIUnderTest()
    api.keys = .examples
    let phones = [HTTPField("Authorization", "Bearer new")]
    let walls = [HTTPField("Authorization", "Bearer wall")]
    _ = api.answer(to: Request("PUT", "/sessions/p", "", phones))
    _ = api.answer(to: Request("PUT", "/sessions/w", "", walls))
    #expect(api.answer(to: Request("GET", "/sessions", "", phones)) == page([item("p")]))
    #expect(api.answer(to: Request("GET", "/sessions?after=a&limit=1", "", walls)) == page([item("w")]))
    #expect(api.answer(to: Request("GET", "/sessions")).problemCode == "unauthorized")
  }

  @Test(
    "refuses a number of sessions that can't be one",
    arguments: [
      "", "0", "-1", "1001", "%2B5", "+5", "05", "1.0", "1e2", "ten", "99999999999999999999", "%D9%A3", "5%00",
    ])
  func limits(text: String) {
    var api = APIUnderTest()
    let answer = api.answer(to: Request("GET", "/sessions?limit=\(text)"))
    #expect(answer.status == 400 && answer.problemCode == "bad-request")
    #expect(answer.body.contains("The parameter limit must be a whole number from 1 to 1000, not "))
  }

  @Test(
    "refuses a place that can't be an id", arguments: ["", ".", "..", "a%20b", "a+b", "a/b", "tv%2Fdemo", "%00", "é"])
  func places(text: String) {
    var api = APIUnderTest()
    let encoded = text == "é" ? "%C3%A9" : text
    let answer = api.answer(to: Request("GET", "/sessions?after=\(encoded)"))
    #expect(answer.status == 400 && answer.problemCode == "bad-request")
    #expect(answer.body.contains("The parameter after must be a session's id"))
  }

  @Test("refuses a parameter that stands twice", arguments: ["limit", "after"])
  func repeated(name: String) {
    var api = APIUnderTest()
    #expect(
      api.answer(to: Request("HEAD", "/sessions?\(name)=1&\(name)=1"))
        == .problem(
          400, "bad-request", "The request is malformed", "The parameter \(name) must stand once in the query."))
  }
}
