import NavigationCore
import SessionEngine
import TestSupport
import Testing

@testable import SQLiteSessionStore

@Suite("Kept answers in a file")
struct AnswerTableTests {
  let folder = TemporaryFolder()

  private func entry(_ serial: Int64, length: Int = 20) -> KeptAnswer.Entry {
    var random = SplitMix64(exactly: UInt64(serial))
    let body = Array("[\(String(repeating: " ", count: length))\(serial)]".utf8)
    let retry = RetryKey(
      key: Fingerprint(high: random.next(), low: random.next()),
      request: Fingerprint(high: random.next(), low: random.next()))
    return KeptAnswer.Entry(
      serial: serial, retry: retry,
      answer: KeptAnswer(
        body: body, version: SessionVersion(incarnation: session("s").incarnation, revision: serial)))
  }

  private func put(
    _ store: StoreUnderTest, _ name: String, _ key: Int64, _ serials: ClosedRange<Int64>, from first: Int64
  ) {
    let answers = StoreWrite.Answers(added: serials.map { entry($0) }, first: first)
    #expect(store.commit([SessionKey(key): .put(session(name, revision: serials.upperBound), answers)]) == nil)
  }

  private func kept(_ serials: ClosedRange<Int64>) -> KeptAnswers {
    KeptAnswers(
      from: serials.lowerBound,
      serials.map { entry($0) }.map { .init(retry: $0.retry, bytes: $0.answer.body.count) })
  }

  private func kept(_ store: StoreUnderTest, _ name: String) throws -> KeptAnswers? {
    try store.load(id(name)).get()?.kept
  }

  private func answer(
    _ store: StoreUnderTest, _ name: String, _ key: Int64, _ serial: Int64
  ) -> Result<KeptAnswer, StorageFault>? {
    let place = KeptAnswer.Place(id(name), SessionKey(key), serial: serial)
    guard case .loadedAnswer(place, let result)? = store.reports(of: .loadAnswer(place)).first else { return nil }
    return result
  }

  @Test("come back as they were put, before and after the file was closed, and another session's do not")
  func roundTrip() throws {
    var store = try StoreUnderTest(folder)
    put(store, "a", 1, 1...3, from: 1)
    put(store, "b", 2, 1...64, from: 1)
    put(store, "c", 3, 7...7, from: 7)
    #expect(store.put(session("d"), 4) == nil)
    for _ in 1...2 {
      #expect(try kept(store, "a") == kept(1...3))
      #expect(try kept(store, "b") == kept(1...64))
      #expect(try kept(store, "c") == kept(7...7))
      #expect(try kept(store, "d") == KeptAnswers())
      for serial in 1...64 as ClosedRange<Int64> {
        #expect(answer(store, "b", 2, serial) == .success(entry(serial).answer))
      }
      #expect(answer(store, "c", 3, 7) == .success(entry(7).answer))
      store.close()
      store = try StoreUnderTest(folder)
    }
  }

  @Test("give way to the newest, by their number and by their length, and no row stays behind")
  func prune() throws {
    let store = try StoreUnderTest(folder)
    put(store, "a", 1, 1...64, from: 1)
    put(store, "a", 1, 65...70, from: 7)
    #expect(try kept(store, "a") == kept(7...70))
    #expect(answer(store, "a", 1, 6) == .failure(.damaged))
    #expect(answer(store, "a", 1, 70) == .success(entry(70).answer))
    put(store, "a", 1, 71...71, from: 60)
    #expect(try kept(store, "a") == kept(60...71))
    put(store, "a", 1, 72...200, from: 199)
    #expect(try kept(store, "a") == kept(199...200))
    // A change of the state alone leaves them alone.
    #expect(store.put(session("a", revision: 201), 1) == nil)
    #expect(try kept(store, "a") == kept(199...200))
    store.close()
    #expect(try folder.number("SELECT count(*) FROM answer") == 2)
  }

  @Test("that left stay no more where all others but one are kept")
  func allButOne() throws {
    let store = try StoreUnderTest(folder)
    put(store, "s", 1, 1...64, from: 1)
    put(store, "s", 1, 65...65, from: 3)
    #expect(try kept(store, "s") == kept(3...65))
  }

  @Test("end with their session, and not with another")
  func deletion() throws {
    let store = try StoreUnderTest(folder)
    for (name, key) in [("a", 1), ("b", 2), ("c", 3)] as [(String, Int64)] { put(store, name, key, 1...64, from: 1) }
    #expect(store.commit([SessionKey(2): .delete, SessionKey(4): .put(session("b"))]) == nil)
    #expect(try kept(store, "a") == kept(1...64))
    #expect(try kept(store, "b") == KeptAnswers())
    #expect(try kept(store, "c") == kept(1...64))
    store.close()
    #expect(try folder.number("SELECT count(*) FROM answer") == 128)
    // By other hands too: the key may be given out again.
    try folder.execute("DELETE FROM session WHERE id = 'c'")
    #expect(try folder.number("SELECT count(*) FROM answer") == 64)
  }

  @Test("are there with the state that they tell of, or neither is")
  func allOrNone() throws {
    let store = try StoreUnderTest(folder)
    put(store, "taken", 1, 1...1, from: 1)
    let fails = StoreWrite.put(session("taken"), .init(added: [entry(1)]))
    let other = StoreWrite.put(session("other"), .init(added: [entry(1)]))
    #expect(store.commit([SessionKey(2): other, SessionKey(3): fails]) != nil)
    #expect(store.load(id("other")) == .success(nil))
    store.close()
    #expect(try folder.number("SELECT count(*) FROM answer") == 1)
  }

  @Test("keep the incarnation that they told of, when their session has another")
  func epoch() throws {
    let store = try StoreUnderTest(folder, .normal)
    put(store, "s", 1, 1...1, from: 1)
    let crashed = folder.copy()
    let next = try StoreUnderTest(crashed, .normal)
    let found = try #require(try next.load(id("s")).get())
    #expect(found.session.incarnation != session("s").incarnation)
    #expect(found.kept == kept(1...1))
    #expect(answer(next, "s", 1, 1) == .success(entry(1).answer))
  }

  @Test(
    "that are damaged are not given to anyone, and harm no other",
    arguments: [
      "body = x'00'", "body = x''", "incarnation = '?'", "revision = -1",
    ])
  func damagedAnswer(change: String) throws {
    let store = try StoreUnderTest(folder)
    put(store, "s", 1, 1...3, from: 1)
    store.close()
    try folder.execute("UPDATE answer SET \(change) WHERE serial = 2")
    let again = try StoreUnderTest(folder)
    #expect(answer(again, "s", 1, 1) == .success(entry(1).answer))
    #expect(answer(again, "s", 1, 2) == .failure(.damaged))
    #expect(answer(again, "s", 1, 3) == .success(entry(3).answer))
  }

  @Test(
    "of which one is missing, or known by nothing, let nobody use the session, lest a request be applied twice",
    arguments: [
      "DELETE FROM answer WHERE serial = 2", "UPDATE answer SET retry_key = x'00' WHERE serial = 2",
      "UPDATE answer SET request = zeroblob(17) WHERE serial = 1", "UPDATE answer SET serial = 9 WHERE serial = 3",
      "UPDATE answer SET serial = \(Int64.max) WHERE serial = 3", "UPDATE answer SET serial = serial - 1",
    ])
  func damagedKeys(change: String) throws {
    let store = try StoreUnderTest(folder)
    put(store, "s", 1, 1...3, from: 1)
    put(store, "t", 2, 4...5, from: 4)
    store.close()
    try folder.execute(change)
    let again = try StoreUnderTest(folder)
    #expect(again.load(id("s")) == .failure(.damaged))
    #expect(try again.load(id("t")).get() != nil)
  }

  @Test("have no place where their session's key is none", arguments: [Int64.min, -1])
  func damagedSessionKey(number: Int64) throws {
    let store = try StoreUnderTest(folder)
    put(store, "s", 1, 1...3, from: 1)
    store.close()
    try folder.execute("UPDATE session SET key = \(number)")
    #expect(try StoreUnderTest(folder).load(id("s")) == .failure(.damaged))
  }

  @Test("have a place in a file of the version before them, which has its sessions still")
  func migration() throws {
    // As the first version made it: a released step never changes.
    try folder.execute(
      """
      CREATE TABLE session (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        incarnation TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        used_at INTEGER NOT NULL,
        has_input INTEGER NOT NULL,
        state BLOB NOT NULL
      ) STRICT;
      CREATE TABLE server (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        durability TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        salt TEXT NOT NULL
      ) STRICT;
      INSERT INTO server VALUES (1, 'full', 0, '');
      INSERT INTO session VALUES (7, 's', 'abcdefgh', 0, 1790000000000000, 0,
        CAST('{"id":"s","revision":5,"selectedTab":null,"openTabs":true,"reduceMotion":false,"tabs":[],"lastTap":null}' AS BLOB));
      """,
      "PRAGMA application_id = \(0x7461_7074)", "PRAGMA user_version = 1")
    let store = try StoreUnderTest(folder)
    #expect(store.load(id("s")) == loaded(7, session("s", revision: 5)))
    #expect(store.content.nextKey == SessionKey(8))
    put(store, "s", 7, 1...1, from: 1)
    #expect(try kept(store, "s") == kept(1...1))
    store.close()
    #expect(try folder.number("PRAGMA user_version") == 2)
  }
}
