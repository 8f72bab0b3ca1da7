import EngineSimulation
import NavigationCore
import SessionEngine
import TestSupport
import Testing

@Suite("A list of sessions")
struct ListTests {
  private let tab: Tab.ID

  init() throws {
    tab = try .named("games")
  }

  private func request(_ owner: String? = nil, after: String? = nil, limit: Int = 100) throws -> SessionListRequest {
    SessionListRequest(
      of: try owner.map { try .named($0) }, after: try after.map { try .named($0) }, limit: limit)
  }

  private func page(_ names: [String], next: String? = nil) throws -> [String?] {
    names.map(Optional.some) + [next]
  }

  @Test("in memory has the sessions of one owner in byte order, and no other's")
  func owners() throws {
    var engine = EngineUnderTest()
    let names = ["tv", "a", "tv-", "tv.", "tv0", "B", "~", "_", ":", "a-b", "a.b", "a:b", "ab", "Ab", "0"]
    for name in names {
      _ = try engine.put(Navigation(id: try .named(name), openTabs: true))
      _ = try engine.put(Navigation(id: try .named(name + "x"), openTabs: true), of: try .named("tv"))
    }
    _ = try engine.put(Navigation(id: try .named("other"), openTabs: true), of: try .named("tv-"))
    let sorted = ["0", ":", "Ab", "B", "_", "a", "a-b", "a.b", "a:b", "ab", "tv", "tv-", "tv.", "tv0", "~"]
    #expect(try engine.names(request()) == page(sorted))
    #expect(try engine.names(request("tv")) == page(sorted.map { $0 + "x" }.sorted()))
    #expect(try engine.names(request("tv-")) == page(["other"]))
    #expect(try engine.names(request("nobody")) == page([]))
    #expect(try engine.names(request(after: "a", limit: 2)) == page(["a-b", "a.b"], next: "a.b"))
    #expect(try engine.names(request("tv", after: "a.bz", limit: 2)) == page(["a:bx", "abx"], next: "abx"))
    #expect(try engine.names(request(after: "tv-", limit: 3)) == page(["tv.", "tv0", "~"]))
    #expect(try engine.names(request(after: "~")) == page([]))
  }

  @Test("tells what a session is at, and when it last had an input")
  func summary() throws {
    var engine = EngineUnderTest()
    let id = try Navigation.ID.named("demo")
    _ = try engine.put(Navigation(id: id, openTabs: true))
    #expect(
      engine.page(try request()).sessions
        == [SessionSummary(try .made("demo"))])
    engine.now = Instant(microseconds: engine.now.microseconds + 5)
    _ = try engine.apply(Input(.tap(tab)), to: SessionID(id))
    let seen = try #require(engine.page(try request()).sessions.first)
    #expect(seen.id == id && seen.revision == 1 && seen.selectedTab == tab && seen.lastInputAt == engine.now)
    _ = try engine.put(Navigation(id: id, openTabs: true))
    let replaced = try #require(engine.page(try request()).sessions.first)
    #expect(replaced.revision == 2 && replaced.selectedTab == nil && replaced.lastInputAt == nil)
  }

  @Test("in memory is without those that have expired, whether they were swept or not")
  func expiry() throws {
    var engine = EngineUnderTest(EngineConfiguration(sessionTTL: 10_000_000))
    for name in ["a", "b", "c"] { _ = try engine.put(Navigation(id: try .named(name), openTabs: true)) }
    engine.now = Instant(microseconds: engine.now.microseconds + 9_999_999)
    _ = try engine.apply(Input(.tap(tab)), to: SessionID(try .named("b")))
    #expect(try engine.names(request()) == page(["a", "b", "c"]))
    engine.now = Instant(microseconds: engine.now.microseconds + 1)
    #expect(try engine.names(request(limit: 1)) == page(["b"]))
    #expect(engine.sessionCount == 1)
  }

  @Test("in memory tells those who follow a session that it has expired, where it finds that out")
  func expiryOfFollowed() throws {
    var engine = SessionEngine<Int>(EngineConfiguration(sessionTTL: 10), writing: simulatedAnswer)
    var random = SplitMix64(seed: 1)
    func at(_ time: Int64) -> Instant { Instant(microseconds: 1_000_000 + time) }
    _ = engine.receive(
      .put(Navigation(id: try .named("a"), openTabs: true), of: nil), from: 1, at: at(0), using: &random)
    _ = engine.receive(.follow(try id("a"), after: nil), from: 2, at: at(9), using: &random)
    let effects = engine.list(try request(), for: 3, at: at(10)).map(KeptEngineUnderTest.Effect.init)
    #expect(effects == [.answer(3, .page(SessionPage([], next: nil))), .tell([2], [.deleted]), .end([2])])
  }

  @Test("in memory never looks at more than so many sessions for a page, and goes on where it stopped")
  func bound() throws {
    var engine = EngineUnderTest(EngineConfiguration(sessionTTL: 10_000_000))
    func name(_ number: Int) -> String { "s\(100_000 + number)" }
    for number in 0..<12_000 { _ = try engine.put(Navigation(id: try .named(name(number)), openTabs: true)) }
    engine.now = Instant(microseconds: engine.now.microseconds + 10_000_000)
    _ = try engine.put(Navigation(id: try .named("last"), openTabs: true))
    _ = try engine.put(Navigation(id: try .named("z"), openTabs: true))
    #expect(try engine.names(request()) == page(["last"], next: name(9_998)))
    #expect(engine.sessionCount == 2_003)
    #expect(try engine.names(request(after: name(9_998))) == page(["z"]))
    #expect(engine.sessionCount == 2)
  }

  @Test("out of a store is read in steps, one more than the page has, and answered when it is whole")
  func steps() throws {
    var engine = KeptEngineUnderTest(EngineConfiguration(sessionTTL: 10_000_000))
    let since = Instant(microseconds: engine.now.microseconds - 10_000_000)
    let (a, b, c) = (try summary("a"), try summary("b"), try summary("c"))
    func step(_ place: SessionPlace, _ limit: Int) -> KeptEngineUnderTest.Effect {
      .ask(.list(.init(owner: nil, behind: place, usedAfter: since, limit: limit)))
    }
    #expect(engine.list(try request(after: "0", limit: 2), from: 1) == [step(.behind(try id("0")), 3)])
    #expect(engine.report(.listed(.success(.init([a], next: .behind(try id("a")))))) == [step(.behind(try id("a")), 2)])
    #expect(
      engine.report(.listed(.success(.init([], next: .end(of: try .named("tv")))))) == [
        step(.end(of: try .named("tv")), 2)
      ])
    let whole = StoreReport.listed(.success(.init([b, c], next: .behind(try id("c")))))
    #expect(engine.report(whole) == [.answer(1, .page(SessionPage([a, b], next: b.id)))])
    _ = engine.list(try request(limit: 2), from: 2)
    let last = StoreReport.listed(.success(.init([a, b], next: nil)))
    #expect(engine.report(last) == [.answer(2, .page(SessionPage([a, b], next: nil)))])
  }

  @Test("out of a store is answered to those who asked, who are read for in turns")
  func turns() throws {
    var engine = KeptEngineUnderTest()
    let (a, b) = (try summary("a"), try summary("b"))
    _ = engine.list(try request(limit: 5), from: 1)
    _ = engine.list(try request("tv"), from: 2)
    _ = engine.report(.listed(.success(.init([a], next: .behind(try id("a"))))))
    #expect(engine.report(.listed(.success(.init([], next: nil)))) == [.answer(2, .page(SessionPage([], next: nil)))])
    let end = StoreReport.listed(.success(.init([b], next: nil)))
    #expect(engine.report(end) == [.answer(1, .page(SessionPage([a, b], next: nil)))])
  }

  @Test("is read when the store was asked for every change that came before, and not later")
  func waits() throws {
    var engine = KeptEngineUnderTest()
    let (first, second) = (try id("a"), try id("b"))
    let ask = KeptEngineUnderTest.Effect.ask(
      .list(
        .init(
          owner: nil, behind: .start(of: nil),
          usedAfter: Instant(microseconds: engine.now.microseconds - 2_592_000_000_000), limit: 101)))
    _ = engine.tap(tab, in: first, from: 1)
    // The commit under way is asked for: no need to wait for it.
    #expect(engine.list(try request(), from: 2) == [ask])
    _ = engine.tap(tab, in: second, from: 3)
    #expect(engine.list(try request(), from: 4) == [])
    let effects = engine.report(.committed(nil))
    try #require(effects.count == 3)
    guard case .answer(1, _) = effects[0], case .ask(.commit(let changes)) = effects[1] else {
      Issue.record("\(effects)")
      return
    }
    #expect(changes.count == 1)
    #expect(effects[2] == ask)
  }

  @Test("is refused where it can't be read, and says why to readyz unless one session alone is damaged")
  func faults() throws {
    var engine = KeptEngineUnderTest()
    let a = try summary("a")
    let damaged = StoreReport.listed(.success(.init([a], next: nil, damaged: try id("b"))))
    #expect(damaged.damagedSession == (try id("b")))
    _ = engine.list(try request(limit: 2), from: 1)
    #expect(engine.report(damaged) == [.unavailable(1, .damaged)])
    #expect(engine.engine.storageFault == nil)
    // One that stands behind a page that is full is the next page's.
    _ = engine.list(try request(limit: 1), from: 2)
    #expect(engine.report(damaged) == [.answer(2, .page(SessionPage([a], next: a.id)))])
    _ = engine.list(try request(), from: 3)
    #expect(engine.report(.listed(.failure(.inputOutput(code: 778)))) == [.unavailable(3, .inputOutput(code: 778))])
    #expect(engine.engine.storageFault == .inputOutput(code: 778))
  }

  private func summary(_ name: String) throws -> SessionSummary { SessionSummary(try .put(name)) }
  private func id(_ name: String) throws -> SessionID { SessionID(try .named(name)) }
}

extension StoredSession {
  /// A session that has just been made, without tabs.
  fileprivate static func made(_ name: String) throws -> StoredSession {
    StoredSession(
      navigation: Navigation(id: try .named(name), openTabs: true), incarnation: try #require(Incarnation("aaaaaaaa")),
      activity: .put(at: KeptEngineUnderTest.start))
  }
}

extension EngineUnderTest {
  /// The names on a page, and what comes behind it.
  fileprivate mutating func names(_ request: SessionListRequest) -> [String?] {
    let page = page(request)
    return page.sessions.map(\.id.text) + [page.next?.text]
  }
}
