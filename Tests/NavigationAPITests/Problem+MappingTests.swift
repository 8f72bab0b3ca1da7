import HTTPMessages
import JSONText
import NavigationCore
import NavigationJSON
import SessionEngine
import Testing

@testable import NavigationAPI

/// Walks every case of every error below: the switches here make a new case join the walk.
@Suite("An error of the modules below")
struct ProblemMappingTests {
  private static let tab = id("games", Tab.self)
  private static let screen = id("list", Screen.self)
  // Made in the closure below, the array is reported as leaked when the address sanitizer ends.
  private static let known = ["c"]

  private static func id<Subject>(_ text: String, _: Subject.Type) -> Identifier<Subject> {
    guard let id = Identifier<Subject>(text) else { preconditionFailure("no id: \(text)") }
    return id
  }

  private static let navigationErrors = Array(
    sequence(first: NavigationError.unknownTab(tab)) { error in
      switch error {
      case .unknownTab: .unknownScreen(screen, of: tab)
      case .unknownScreen: .noSelectedTab
      case .noSelectedTab: .tabNotSelectable(tab)
      case .tabNotSelectable: .duplicateScreen(screen, of: tab)
      case .duplicateScreen: .tooManyScreens(adding: .tab)
      case .tooManyScreens: .tooManyTabs
      case .tooManyTabs: .cannotPopRoot(of: tab, count: 1, depth: 1)
      case .cannotPopRoot: nil
      }
    })

  private static let decodingErrors = Array(
    sequence(first: NavigationJSON.DecodingError.malformedJSON(line: 2, column: 3, problem: "x")) { error in
      switch error {
      case .malformedJSON: .duplicateMember(line: 4, column: 5, problem: "x")
      case .duplicateMember: .invalidValue(at: .root.appending("a"), expected: "b")
      case .invalidValue: .missingMember(at: .root.appending("a"), expected: "b")
      case .missingMember: .unknownMember(at: .root.appending("a"), name: "a", owner: "b", known: known)
      case .unknownMember: .tooManyInputs(at: .root, count: 101)
      case .tooManyInputs: nil
      }
    })

  private static let requestFaults = Array(
    sequence(first: HTTPRequestFault.malformedMethod) { fault in
      switch fault {
      case .malformedMethod: .malformedTarget(.forbiddenByte(0x20))
      case .malformedTarget(.forbiddenByte(0x20)): .malformedTarget(.forbiddenByte(UInt8(ascii: "#")))
      case .malformedTarget(.forbiddenByte): .malformedTarget(.badEscape)
      case .malformedTarget(.badEscape): .malformedTarget(.unknownForm)
      case .malformedTarget(.unknownForm): .malformedFieldName
      case .malformedFieldName: .malformedFieldValue("X-a")
      case .malformedFieldValue: .repeatedField("Host")
      case .repeatedField: .malformedContentLength
      case .malformedContentLength: .ambiguousLength
      case .ambiguousLength: .transferEncodingInHTTP10
      case .transferEncodingInHTTP10: .missingHost
      case .missingHost: .malformedHost
      case .malformedHost: .unknownTransferCoding
      case .unknownTransferCoding: .unknownExpectation
      case .unknownExpectation: nil
      }
    })

  @Test("of the core keeps its word, its text and its place", arguments: navigationErrors)
  func navigation(error: NavigationError) {
    let input = Input(.push(Screen(id: Self.screen), onto: Self.tab))
    let place = JSONPointer.root.appending(7)
    let problem = Problem(error, input, at: place, revision: 5)
    #expect(problem.code.rawValue == error.code)
    #expect(problem.code.status == 422)
    #expect(problem.detail == error.detail)
    #expect(problem.pointer == error.pointer(in: input, at: place).text)
    #expect(problem.revision == 5)
    #expect(problem.line == nil && problem.column == nil)
    #expect(!problem.closesConnection)
  }

  @Test("of the core says where in an array it is, and only there", arguments: navigationErrors)
  func refusal(error: NavigationError) {
    let input = Input(.pop(count: 3, from: Self.tab))
    let refusal = SessionRefusal.input(error, input, index: 7, revision: 5)
    #expect(Problem(refusal, inArray: true) == Problem(error, input, at: .root.appending(7), revision: 5))
    #expect(Problem(refusal, inArray: false) == Problem(error, input, revision: 5))
    let first = SessionRefusal.input(error, input, index: 0, revision: nil)
    #expect(Problem(first, inArray: true) == Problem(error, input, at: .root.appending(0)))
  }

  @Test("of decoding keeps its word, its text and its place", arguments: decodingErrors)
  func decoding(error: NavigationJSON.DecodingError) {
    let problem = Problem(error)
    #expect(problem.code.rawValue == error.code)
    #expect(problem.code.status == (error.line == nil ? 422 : 400))
    #expect(problem.detail == error.detail)
    #expect(problem.pointer == error.pointer?.text)
    #expect(problem.line == error.line && problem.column == error.column)
    #expect(problem.revision == nil)
    #expect(!problem.closesConnection)
  }

  @Test("of HTTP ends the connection, and each has its own text")
  func request() {
    var details: Set<String> = []
    for fault in Self.requestFaults {
      let problem = Problem(fault)
      let others: [HTTPRequestFault: ProblemCode] = [
        .unknownTransferCoding: .notImplemented, .unknownExpectation: .expectationFailed,
      ]
      #expect(problem.code == others[fault] ?? .badRequest, "\(fault)")
      #expect(problem.closesConnection, "\(fault)")
      #expect(problem.pointer == nil && problem.revision == nil, "\(fault)")
      #expect(details.insert(problem.detail).inserted, "\(fault)")
    }
    #expect(Self.requestFaults.count == 15)
  }

  @Test(
    "of HTTP is explained in a sentence",
    arguments: [
      (.malformedTarget(.forbiddenByte(0x23)), "The request target must not have a fragment."),
      (
        .malformedTarget(.forbiddenByte(0xC3)),
        "The request target must be visible ASCII, other characters percent-encoded."
      ),
      (.malformedTarget(.unknownForm), "The request target must be a path that begins with /, or an http URI."),
      (
        .malformedFieldValue("X-a"),
        "The header field X-a, or what follows it, is not a line of text: no folded lines, no NUL, CR or LF."
      ),
      (.repeatedField("Host"), "Host must stand once."),
    ] as [(HTTPRequestFault, String)])
  func requestDetails(fault: HTTPRequestFault, detail: String) {
    #expect(Problem(fault).detail == detail)
  }

  @Test("without a request, as replay tells it, has no request's id")
  func withoutRequest() {
    var writer = JSONWriter()
    writer.write(Problem(.noSelectedTab, Input(.statusBarTap), revision: 3))
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        {"type":"/problems/no-selected-tab","title":"No tab is selected","status":422,\
        "detail":"No tab is selected, so the input must name one, or a tab be selected first.",\
        "pointer":"","revision":3}
        """)
  }
}
