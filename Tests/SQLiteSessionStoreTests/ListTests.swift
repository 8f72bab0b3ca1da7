import NavigationCore
import SessionEngine
import TestSupport
import Testing

@testable import SQLiteSessionStore

@Suite("A list out of a file")
struct ListTests {
  let folder = TemporaryFolder()

  private func step(
    _ owner: String? = nil, behind place: SessionPlace? = nil, usedAfter: Instant? = nil, limit: Int = 1_001
  ) -> StoreOrder.ListStep {
    let owner = owner.flatMap(Caller.Name.init)
    return StoreOrder.ListStep(
      owner: owner, behind: place ?? .start(of: owner), usedAfter: usedAfter, limit: limit)
  }

  private func listed(_ store: StoreUnderTest, _ step: StoreOrder.ListStep) throws -> StoreReport.Listed {
    guard case .listed(let result) = store.reports(of: .list(step)).first else { preconditionFailure("no report") }
    return try result.get()
  }

  private func put(_ sessions: [StoredSession], in store: StoreUnderTest) {
    let keys = (1...).lazy.map { SessionKey(Int64($0)) }
    #expect(store.commit(Dictionary(uniqueKeysWithValues: zip(keys, sessions.map { .put($0) }))) == nil)
  }

  @Test("is in byte order, of one owner, whatever else stands around it")
  func order() throws {
    let store = try StoreUnderTest(folder)
    let plain = ["-", "0", ":", "A", "Tv", "_", "a", "a-", "a.", "a0", "a:", "aA", "a_", "aa", "a~", "tv", "tv-x", "~"]
    let owners = ["-", "A", "a", "a-", "a.", "tv", "tv-x", "~~"]
    var sessions = plain.map { session($0) }
    for owner in owners { sessions += plain.map { session("\(owner)/\($0)") } }
    var random = SplitMix64(seed: 7)
    put(sessions.shuffled(using: &random), in: store)
    let expected = StoreReport.Listed(plain.map { SessionSummary(session($0)) }, next: nil)
    #expect(try listed(store, step()) == expected)
    for owner in owners { #expect(try listed(store, step(owner)) == expected) }
    #expect(try listed(store, step("t")) == StoreReport.Listed([], next: nil))
    #expect(try listed(store, step("tv-")) == StoreReport.Listed([], next: nil))
    // From each session on, there or not, some more.
    for (index, name) in plain.enumerated() {
      let rest = plain[(index + 1)...].map { SessionSummary(session($0)) }
      for owner in [nil] + owners.map(Optional.some) {
        let place = SessionPlace.behind(id(owner.map { "\($0)/\(name)" } ?? name))
        let found = try listed(store, step(owner, behind: place, limit: 4))
        #expect(found.sessions == Array(rest.prefix(4)), "\(place.text)")
        #expect((found.next == nil) == (rest.count < 4))
      }
    }
  }

  @Test("tells what stands in the row")
  func summaries() throws {
    let store = try StoreUnderTest(folder)
    let tab = try #require(Tab.ID("games"))
    let selected = StoredSession(
      navigation: Navigation(
        id: id("b").navigationID, revision: 7, tabs: [Tab(id: tab)], selectedTab: tab, openTabs: false),
      incarnation: try #require(Incarnation("abcdefgh")), activity: .input(at: instant(3)))
    let sessions = [session("a", revision: 3, .put(at: instant(1))), selected]
    put(sessions, in: store)
    let found = try listed(store, step())
    #expect(found == StoreReport.Listed(sessions.map(SessionSummary.init), next: nil))
    #expect(found.sessions.map(\.lastInputAt) == [nil, instant(3)])
    #expect(found.sessions.map(\.selectedTab) == [nil, tab])
  }

  @Test("passes over sessions that were last used at a time or before")
  func expiry() throws {
    let store = try StoreUnderTest(folder)
    put((0..<10).map { session("s\($0)", .input(at: instant($0))) }, in: store)
    let found = try listed(store, step(usedAfter: instant(6)))
    #expect(found.sessions.map(\.id.text) == ["s7", "s8", "s9"])
    #expect(try listed(store, step(usedAfter: Instant(microseconds: -5))).sessions.count == 10)
  }

  @Test("is read in steps that are bounded by rows, those that are passed over and other owners among them")
  func boundedByRows() throws {
    let store = try StoreUnderTest(folder)
    func name(_ number: Int) -> String { "s\(10_000 + number)" }
    put(
      (0..<1_200).map { session(name($0), .input(at: instant(0))) }
        + (0..<700).map { session("t\(10_000 + $0)/x") } + [session("z", .input(at: instant(1)))], in: store)
    var found: [SessionSummary] = []
    var places: [String] = []
    var place: SessionPlace? = .start(of: nil)
    while let behind = place {
      let listed = try listed(store, step(behind: behind, usedAfter: instant(0)))
      found += listed.sessions
      place = listed.next
      if let next = listed.next { places.append(next.text) }
    }
    #expect(found == [SessionSummary(session("z", .input(at: instant(1))))])
    #expect(places == [name(499), name(999), SessionPlace.end(of: Caller.Name("t10299")).text])
  }

  @Test("is read in steps that are bounded by the bytes of what is read")
  func boundedByBytes() throws {
    let store = try StoreUnderTest(folder)
    let tabs = (0..<64).compactMap { number in Tab.ID("tab-\(number)-\(String(repeating: "x", count: 50))") }
    let sessions = (0..<90).map { number in
      StoredSession(
        navigation: Navigation(
          id: id("s\(100 + number)").navigationID, revision: 0, tabs: tabs.map { Tab(id: $0) }, selectedTab: nil,
          openTabs: false),
        incarnation: session("x").incarnation, activity: .put(at: instant(0)))
    }
    put(sessions, in: store)
    let first = try listed(store, step())
    #expect((2..<45).contains(first.sessions.count))
    var found = first.sessions
    var place = first.next
    while let behind = place {
      let listed = try listed(store, step(behind: behind))
      found += listed.sessions
      place = listed.next
    }
    #expect(found == sessions.map(SessionSummary.init))
  }

  @Test("ends at a session that can't be read, and passes over rows that are none")
  func damage() throws {
    let store = try StoreUnderTest(folder)
    put(["a", "b", "c", "d"].map { session($0) }, in: store)
    store.close()
    try folder.execute(
      "UPDATE session SET state = x'00' WHERE id = 'c'", "UPDATE session SET id = 'a b' WHERE id = 'b'")
    let again = try StoreUnderTest(folder)
    let sound = ["a"].map { SessionSummary(session($0)) }
    #expect(try listed(again, step()) == StoreReport.Listed(sound, next: nil, damaged: id("c")))
    #expect(try listed(again, step(limit: 1)) == StoreReport.Listed(sound, next: .behind(id("a"))))
    let behind = StoreReport.Listed([SessionSummary(session("d"))], next: nil)
    #expect(try listed(again, step(behind: .behind(id("c")))) == behind)
  }

  @Test(
    "ends at a session of which what it shows can't be",
    arguments: [
      "state = x''", "state = x'7b'", "state = '[]'", "state = '{}'", "state = '7'", "used_at = -1", "used_at = -5",
      "used_at = 9223372036854775807", #"state = '{"revision":-1,"selectedTab":null}'"#,
      #"state = '{"revision":"1","selectedTab":null}'"#, #"state = '{"revision":1.5,"selectedTab":null}'"#,
      #"state = '{"revision":1e99,"selectedTab":null}'"#,
      #"state = '{"revision":99999999999999999999,"selectedTab":null}'"#,
      #"state = '{"revision":1,"selectedTab":"/"}'"#, #"state = '{"revision":1}'"#,
      #"state = '{"revision":1,"selectedTab":""}'"#, #"state = '{"revision":1,"selectedTab":"a b"}'"#,
      #"state = '{"revision":1,"selectedTab":7}'"#, #"state = '{"revision":1,"selectedTab":null'"#,
    ])
  func damagedMembers(damage: String) throws {
    let store = try StoreUnderTest(folder)
    put(["a", "b"].map { session($0) }, in: store)
    store.close()
    // States are blobs.
    let sql = damage.hasPrefix("state = '") ? "state = CAST(\(damage.dropFirst(8)) AS BLOB)" : damage
    try folder.execute("UPDATE session SET \(sql) WHERE id = 'b'")
    let again = try StoreUnderTest(folder)
    for usedAfter in [nil, instant(-1)] {
      let expected = StoreReport.Listed([SessionSummary(session("a"))], next: nil, damaged: id("b"))
      #expect(try listed(again, step(usedAfter: usedAfter)) == expected)
    }
  }

  @Test("has what was asked for before, and nothing of what is asked for after")
  func ordered() throws {
    let store = try StoreUnderTest(folder)
    let reports = store.reports(
      of: .commit([SessionKey(1): .put(session("a"))]), .list(step()), .commit([SessionKey(1): .delete]), .list(step()))
    #expect(
      reports == [
        .committed(nil), .listed(.success(.init([SessionSummary(session("a"))], next: nil))), .committed(nil),
        .listed(.success(.init([], next: nil))),
      ])
  }
}
