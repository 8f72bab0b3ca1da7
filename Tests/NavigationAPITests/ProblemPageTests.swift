import Testing

@testable import NavigationAPI

@Suite("The page about a kind of problem")
struct ProblemPageTests {
  private static let unknownTab = """
    unknown-tab (422)
    The session has no such tab

    What it means
      The input names a tab that the session does not have, and the session was
      not made with openTabs, which adds tabs as they are named.

    What to do
      Name one of the session's tabs (GET /sessions/{id} shows them), or replace
      the session by one that has the tab.

    As an answer tells it
      The session has no tab "profile"; name one of its tabs, or create it with
      openTabs to have tabs added.

    """

  @Test("is plain text, and may be kept for a while", arguments: ["GET", "HEAD"])
  func whole(method: String) {
    var api = APIUnderTest()
    var expected = Answer(200, Self.unknownTab, ["Content-Type: text/plain; charset=utf-8"])
    expected.allowKeeping()
    #expect(api.answer(to: Request(method, "/problems/unknown-tab")) == expected)
  }

  @Test("fits on a narrow terminal, and says other things than every other page", arguments: ProblemCode.allCases)
  func every(code: ProblemCode) {
    let lines = String(decoding: ProblemPage(code).text, as: UTF8.self).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 76 && !$0.hasSuffix(" ") })
    #expect(code.example.code == code)
    let others = ProblemCode.allCases.filter { $0 != code }.map(\.explanation)
    #expect(!others.contains { $0.meaning == code.explanation.meaning || $0.remedy == code.explanation.remedy })
  }

  @Test("is there while the server serves, and not when it drains")
  func draining() {
    var api = APIUnderTest()
    api.phase = .draining
    #expect(api.answer(to: Request("GET", "/problems/draining")).problemCode == "draining")
  }
}
