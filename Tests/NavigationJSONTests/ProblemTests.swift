import JSONText
import NavigationCore
import NavigationJSON
import Testing

@Suite("What errors say")
struct ProblemTests {
  @Test(
    "a decoding error names what was wrong and what would be right",
    arguments: [
      (#"{"tab":"a","atMs":-1}"#, "/atMs must be a number of milliseconds from 0 to 9007199254740991."),
      (#"{"tab":"a","atms":5}"#, #"Unknown member "atms"; a tap has tab, device, atMs."#),
      (#"{"tab":"a b"}"#, #"/tab must be an id: 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not "." or ".."."#),
      (
        #"{}"#, #"/tab is missing; it must be an id: 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not "." or ".."."#
      ),
      (#"{"type":"pop"}"#, #"/type must be "tap", or left out: only taps come here."#),
      ("5", "What is sent must be an object, which is an input, or an array of at most 100 of them."),
      ("[5]", "/0 must be an object: an input."),
      ("{\"tab\":\n games}", "The JSON text is wrong at line 2, column 2: games stands where a value belongs."),
      (
        #"{"tab":"a","tab":"b"}"#,
        #"A member can be there only once, but at line 1, column 12: the member "tab" is there twice."#
      ),
      (
        "[" + Array(repeating: "7", count: 101).joined(separator: ",") + "]",
        "At most 100 inputs are applied as one, and here are 101; send them in several requests."
      ),
      (
        "{\"\(String(repeating: "x", count: 70))\":1}",
        "Unknown member \"\(String(repeating: "x", count: 64))…\"; a tap has tab, device, atMs."
      ),
    ])
  func tapDetails(body: String, detail: String) {
    let error = #expect(throws: NavigationJSON.DecodingError.self) {
      try InputBatch(json: Array(body.utf8), form: .taps)
    }
    #expect(error?.detail == detail)
  }

  @Test(
    "so does one in a session",
    arguments: [
      (#"{"policy":{"windowMs":0}}"#, "/policy/windowMs must be a whole number of milliseconds from 1 to 60000."),
      (#"{"policy":{"minIntervalMs":40,"windowMs":30}}"#, "/policy/minIntervalMs must be no more than windowMs."),
      (
        #"{"policy":"ivory"}"#,
        "/policy must be an object, or the name of a preset: doubleTap, uikit, reselect, return, refresh."
      ),
      (#"{"policy":{"afterExpiry":"never"}}"#, "/policy/afterExpiry must be one of forget, rearm."),
      (
        #"{"policy":{"rules":[{"on":"tap","do":"scrollTotop"}]}}"#,
        "/policy/rules/0/do must be scrollToTop, popToRoot, returnToPosition, or a word of your own: a small letter and "
          + "up to 31 letters and digits, and none of those three in other case."
      ),
      (#"{"tabs":[]}"#, "/tabs must be an array of 1 to 64 tabs, or openTabs must be true."),
      (#"{"openTabs":false}"#, "/openTabs must be true, or tabs must list some."),
      (#"{"tabs":["a","a"]}"#, "/tabs/1 must be a tab whose id no other tab of the session has."),
      (#"{"selectedTab":"a"}"#, "/selectedTab must be null, or the id of a tab of the session that is selectable."),
      (
        #"{"title":"x"}"#,
        "Unknown member \"title\"; a session has id, revision, incarnation, selectedTab, openTabs, reduceMotion, tabs, "
          + "lastTap, policy."
      ),
      ("[]", "What is sent must be an object: a session."),
    ])
  func sessionDetails(body: String, detail: String) {
    let error = #expect(throws: NavigationJSON.DecodingError.self) {
      try decodeSession(json: Array(body.utf8), identity: .open(default: Body.id), revision: .passedOver)
    }
    #expect(error?.detail == detail)
  }

  @Test("an id that is sent must be the path's, must not be there, or is taken, as the session's identity says")
  func identities() throws {
    let id = Body.id
    let other = try #require(Navigation.ID("other"))
    func read(_ body: String, _ identity: SessionIdentity) -> Result<Navigation.ID, NavigationJSON.DecodingError> {
      do throws(NavigationJSON.DecodingError) {
        return .success(try decodeSession(json: Array(body.utf8), identity: identity, revision: .passedOver).id)
      } catch {
        return .failure(error)
      }
    }
    func invalid(_ expected: String) -> Result<Navigation.ID, NavigationJSON.DecodingError> {
      .failure(.invalidValue(at: .root.appending("id"), expected: expected))
    }
    let named = invalid(#""s", as in the path, or left out"#)
    let assigned = invalid("left out, since the server makes the id of this session")
    #expect(read("", .named(id)) == .success(id))
    #expect(read(#"{"id":"s"}"#, .named(id)) == .success(id))
    #expect(read(#"{"id":"other"}"#, .named(id)) == named)
    #expect(read(#"{"id":7}"#, .named(id)) == named)
    #expect(read(#"{"id":null}"#, .assigned(id)) == .success(id))
    #expect(read(#"{"id":"s"}"#, .assigned(id)) == assigned)
    #expect(read("{}", .open(default: id)) == .success(id))
    #expect(read(#"{"id":"other"}"#, .open(default: id)) == .success(other))
    #expect(throws: NavigationJSON.DecodingError.self) { try read(#"{"id":"."}"#, .open(default: id)).get() }
  }

  @Test("a revision is taken or passed over, and a session in a larger value has its pointer")
  func revisions() throws {
    let json = Array(#"{"revision":7}"#.utf8)
    #expect(try decodeSession(json: json, identity: .named(Body.id), revision: .taken).revision == 7)
    #expect(try decodeSession(json: json, identity: .named(Body.id), revision: .passedOver).revision == 0)
    let value = try JSONValue(parsing: Array(#"{"policy":{"windowMs":"x"}}"#.utf8))
    let error = #expect(throws: NavigationJSON.DecodingError.self) {
      try decodeSession(
        value, at: .root.appending("session"), identity: .named(Body.id), revision: .taken)
    }
    #expect(error?.pointer?.text == "/session/policy/windowMs")
  }

  @Test("a refusal of the core has its word, its place in the input, and a sentence")
  func coreErrors() throws {
    let tab = try #require(Tab.ID("games"))
    let screen = try #require(Screen.ID("list"))
    let base = JSONPointer.root.appending(3)
    let tap = Input(.tap(tab))
    let push = Input(.push(Screen(id: screen), onto: nil))
    let cases: [(NavigationError, Input, String, String, String)] = [
      (
        .unknownTab(tab), tap, "unknown-tab", "/3/tab",
        "The session has no tab \"games\"; name one of its tabs, or create it with openTabs to have tabs added."
      ),
      (
        .unknownScreen(screen, of: tab), Input(.scroll(to: .top, screen: screen, of: nil)), "unknown-screen",
        "/3/screen",
        "The stack of tab \"games\" has no screen \"list\"; push it first, or name one that is there."
      ),
      (
        .noSelectedTab, push, "no-selected-tab", "/3",
        "No tab is selected, so the input must name one, or a tab be selected first."
      ),
      (
        .tabNotSelectable(tab), Input(.select(tab)), "tab-not-selectable", "/3/tab",
        "Tab \"games\" can't be selected; select one that is selectable."
      ),
      (
        .duplicateScreen(screen, of: tab), push, "duplicate-screen", "/3/screen",
        "The stack of tab \"games\" has a screen \"list\" already; each of its screens needs its own id."
      ),
      (
        .tooManyScreens(adding: .screen), push, "too-many-screens", "/3/screen",
        "The session has 128 screens, and that is the most; pop some first."
      ),
      (
        .tooManyScreens(adding: .tab), tap, "too-many-screens", "/3/tab",
        "The session has 128 screens, and that is the most; pop some first."
      ),
      (
        .tooManyTabs, tap, "too-many-tabs", "/3/tab",
        "The session has 64 tabs, and that is the most; name one of them."
      ),
      (
        .cannotPopRoot(of: tab, count: 1, depth: 1), Input(.pop(count: nil, from: tab)), "cannot-pop-root", "/3",
        "1 screen can't be popped from tab \"games\", whose stack has 1; the root stays."
      ),
      (
        .cannotPopRoot(of: tab, count: 4, depth: 2), Input(.pop(count: 4, from: nil)), "cannot-pop-root", "/3/count",
        "4 screens can't be popped from tab \"games\", whose stack has 2; the root stays."
      ),
    ]
    for (error, input, code, pointer, detail) in cases {
      #expect(error.code == code)
      #expect(error.pointer(in: input, at: base).text == pointer)
      #expect(error.detail == detail)
    }
  }
}
