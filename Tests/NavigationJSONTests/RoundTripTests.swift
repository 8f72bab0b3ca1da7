import JSONText
import NavigationCore
import NavigationJSON
import TestSupport
import Testing

@Suite("What is written is read as it was")
struct RoundTripTests {
  @Test("a session is its JSON, whole: value to text to value, and text to value to text")
  func sessions() throws {
    var random = SplitMix64(seed: 3)
    let other = try #require(Navigation.ID("other"))
    for round in 0..<1_000 {
      var navigation = random.navigation()
      for _ in 0..<10 { _ = try? navigation.apply(random.input(), receivedAt: random.instant()) }
      let json = text { $0.write(navigation) }
      let read = try decodeSession(json: json, identity: .open(default: other), revision: .taken)
      #expect(read == navigation, "seed \(random.seed), round \(round)")
      #expect(text { $0.write(read) } == json, "seed \(random.seed), round \(round)")
    }
  }

  @Test("a session from an answer, its incarnation among its members, can be sent back")
  func incarnation() throws {
    let id = try #require(Navigation.ID("s"))
    let navigation = Navigation(id: id, revision: 7, openTabs: true)
    let json = text { $0.write(navigation, incarnation: "abcdefgh") }
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"id":"s","revision":7,"incarnation":"abcdefgh","selectedTab":null,"openTabs":true,"reduceMotion":false,"#
        + #""tabs":[],"lastTap":null,"policy":{"windowMs":3000,"minIntervalMs":0,"afterExpiry":"forget","#
        + #""returnTtlMs":300000,"rules":[{"on":"doubleTap","do":"scrollToTop"}]}}"#)
    #expect(
      try decodeSession(json: json, identity: .named(id), revision: .passedOver) == navigation.renamed(id, revision: 0))
  }

  @Test("an input is its JSON, whatever its type")
  func inputs() throws {
    var random = SplitMix64(seed: 4)
    for round in 0..<3_000 {
      let input = random.input()
      let json = text { $0.write(input) }
      let place = "seed \(random.seed), round \(round)"
      #expect(try InputBatch(json: json, form: .inputs).inputs == [input], "\(place)")
      #expect(try Input(JSONValue(parsing: json)) == input, "\(place)")
      #expect(json.starts(with: #"{"type":"\#(input.type.rawValue)""#.utf8), "\(place)")
      #expect(!String(decoding: json, as: UTF8.self).contains("null"), "\(place)")
    }
  }

  @Test(
    "an input is written with the members it was given, in the specification's order",
    arguments: [
      #"{"type":"tap","tab":"a","device":"tv","atMs":12345.6}"#, #"{"type":"longPress","tab":"a"}"#,
      #"{"type":"statusBarTap","device":"tv"}"#, #"{"type":"select","tab":"a"}"#,
      #"{"type":"push","screen":{"id":"x","supportsScrollToTop":false,"target":{"section":1,"row":2},"#
        + #""position":{"offset":-0.5,"anchor":"p"},"returnPosition":{"offset":7,"savedAtMs":9}},"tab":"a"}"#,
      #"{"type":"pop"}"#, #"{"type":"pop","tab":"a","count":1}"#, #"{"type":"popToRoot","tab":"a"}"#,
      #"{"type":"scroll","offset":900}"#, #"{"type":"scroll","offset":0,"anchor":"","tab":"a","screen":"x","atMs":0}"#,
      #"{"type":"configure"}"#, #"{"type":"configure","reduceMotion":false}"#,
      #"{"type":"configure","policy":{"windowMs":1,"minIntervalMs":1,"afterExpiry":"rearm","returnTtlMs":0,"rules":["#
        + #"{"on":"tap","tab":"a","when":["deep","atTop"],"do":"refresh"}]},"reduceMotion":true}"#,
    ])
  func inputText(json: String) throws {
    let input = try Input(JSONValue(parsing: Array(json.utf8)))
    #expect(String(decoding: text { $0.write(input) }, as: UTF8.self) == json)
  }

  @Test("outcomes have the members that the specification says, in its order")
  func outcomes() throws {
    let games = try #require(Tab.ID("games"))
    let list = try #require(Screen.ID("games-list"))
    let anchor = try #require(Anchor("post-20"))
    let word = try #require(Action("refresh"))
    func outcome(_ move: Directive.Move, _ clock: TapInterval.Clock) -> String {
      let outcome = Outcome(
        revision: 2, type: .tap, tab: games, previousTab: games, selectedTab: games,
        tap: TapReading(reselected: true, doubleTap: true, interval: TapInterval(duration: 412_000, clock: clock)),
        directive: Directive(move: move, tab: games, screen: list, animated: true), reason: .rule(.doubleTap))
      return String(decoding: text { $0.write(outcome) }, as: UTF8.self)
    }
    func expected(_ directive: String, _ clock: String) -> String {
      #"{"revision":2,"type":"tap","tab":"games","previousTab":"games","selectedTab":"games","reselected":true,"#
        + #""doubleTap":true,"intervalMs":412,"clock":"\#(clock)","directive":{"action":\#(directive),"#
        + #""animated":true},"reason":"doubleTap"}"#
    }
    let place = #""tab":"games","screen":"games-list""#
    #expect(
      outcome(.scrollToTop(.topEdge), .client)
        == expected(#""scrollToTop",\#(place),"target":{"edge":"top"}"#, "client"))
    #expect(
      outcome(.scrollToTop(.item(ListItem(section: 2, row: .max))), .server)
        == expected(#""scrollToTop",\#(place),"target":{"section":2,"row":2147483647}"#, "server"))
    #expect(outcome(.popToRoot, .server) == expected(#""popToRoot",\#(place)"#, "server"))
    #expect(
      outcome(.returnToPosition(Position(offset: Offset(thousandths: 12_500), anchor: anchor)), .client)
        == expected(#""returnToPosition",\#(place),"position":{"offset":12.5,"anchor":"post-20"}"#, "client"))
    guard case .custom(let custom) = word else {
      Issue.record("refresh is a client's own word")
      return
    }
    #expect(outcome(.custom(custom), .client) == expected(#""refresh",\#(place)"#, "client"))

    let configured = Outcome(
      revision: 1, type: .configure, tab: nil, previousTab: nil, selectedTab: nil, tap: nil, directive: nil,
      reason: .applied)
    let first = Outcome(
      revision: 2, type: .tap, tab: games, previousTab: nil, selectedTab: games,
      tap: TapReading(reselected: false, doubleTap: false, interval: nil), directive: nil, reason: .firstTap)
    #expect(
      String(decoding: text { $0.write([configured, first]) }, as: UTF8.self)
        == #"[{"revision":1,"type":"configure","tab":null,"previousTab":null,"selectedTab":null,"directive":null,"#
        + #""reason":"applied"},{"revision":2,"type":"tap","tab":"games","previousTab":null,"selectedTab":"games","#
        + #""reselected":false,"doubleTap":false,"intervalMs":null,"clock":null,"directive":null,"reason":"firstTap"}]"#
    )
  }
}

func text(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
  var writer = JSONWriter()
  write(&writer)
  return writer.bytes
}
