import NavigationCore
import SessionEngine
import Testing
import Threading

@testable import SQLiteSessionStore

@Suite("A store")
struct SQLiteSessionStoreTests {
  let folder = TemporaryFolder()

  @Test("makes a file with nothing in it where there is none")
  func newFile() throws {
    let store = try StoreUnderTest(folder)
    #expect(store.content.sessions == [])
    #expect(store.content.nextKey == SessionKey(1))
    #expect(store.load(id("s")) == .success(nil))
  }

  @Test("reports in the order in which it was asked")
  func order() throws {
    let store = try StoreUnderTest(folder)
    let reports = store.reports(
      of: .load(id("s")), .commit([SessionKey(1): .put(session("s"))]), .load(id("s")), .probe,
      .commit([SessionKey(1): .delete]), .load(id("s")), .findUnused(after: SessionKey(0), since: instant(0), among: 5))
    #expect(
      reports == [
        .loaded(id("s"), .success(nil)), .committed(nil), .loaded(id("s"), loaded(1, session("s"))), .probed(nil),
        .committed(nil), .loaded(id("s"), .success(nil)), .foundUnused(.success(.init(sessions: [:], next: nil))),
      ])
  }

  @Test("tries for real whether it could write: each probe is in the log")
  func probe() throws {
    let store = try StoreUnderTest(folder)
    for _ in 1...3 {
      let before = folder.read("taptop.db-wal").count
      #expect(store.reports(of: .probe) == [.probed(nil)])
      #expect(folder.read("taptop.db-wal").count > before)
    }
  }

  @Test("does all that it was asked before it closes, and leaves one file")
  func close() throws {
    let store = try SQLiteSessionStore(path: folder.data, durability: .full)
    let counts = Locked(0)
    try store.start { _ in counts.withLock { $0 += 1 } }
    for key in 1...200 as ClosedRange<Int64> { store.ask(.commit([SessionKey(key): .put(session("s-\(key)"))])) }
    store.close()
    #expect(counts.withLock { $0 } == 200)
    #expect(folder.names == ["taptop.db"])
    store.close()
    store.ask(.probe)
    #expect(try StoreUnderTest(folder).content.sessions.count == 200)
  }

  @Test("that was never started leaves one file too")
  func neverStarted() throws {
    try SQLiteSessionStore(path: folder.data, durability: .full).close()
    #expect(folder.names == ["taptop.db"])
  }

  @Test("has each commit in the log when it reports it")
  func crash() throws {
    let store = try StoreUnderTest(folder)
    for key in 1...20 as ClosedRange<Int64> {
      #expect(store.put(session("s-\(key)"), key) == nil)
      let copy = try StoreUnderTest(folder.copy())
      #expect(copy.content.sessions.count == Int(key))
      #expect(copy.content.nextKey == SessionKey(key + 1))
      #expect(copy.load(id("s-\(key)")) == loaded(key, session("s-\(key)")))
    }
  }

  @Test("keeps what was committed through checkpoints, and its log bounded")
  func checkpoints() throws {
    let store = try StoreUnderTest(folder)
    for revision in 1...3_000 as ClosedRange<Int64> {
      #expect(store.put(session("s-\(revision % 50)", revision: revision), revision % 50 + 1) == nil)
    }
    // 1,000 pages of 4,120 bytes, and what a last commit may add.
    #expect(folder.read("taptop.db-wal").count < 4_300_000)
    let copy = try StoreUnderTest(folder.copy())
    for number in 0..<50 as Range<Int64> {
      let last = session("s-\(number)", revision: number == 0 ? 3_000 : 2_950 + number)
      #expect(copy.load(id("s-\(number)")) == loaded(number + 1, last))
    }
  }

  @Test(
    "makes nothing durable while its file is away, reads on, and goes on when the file is back",
    arguments: ["taptop.db", "taptop.db-wal"])
  func gone(name: String) throws {
    let store = try StoreUnderTest(folder)
    #expect(store.put(session("s"), 1) == nil)
    folder.move(name, to: "away")
    #expect(store.put(session("s", revision: 1), 1) == .gone)
    #expect(store.reports(of: .probe) == [.probed(.gone)])
    #expect(store.load(id("s")) == loaded(1, session("s")))
    folder.write([1, 2, 3], to: name)
    #expect(store.put(session("s", revision: 1), 1) == .gone)
    folder.move("away", to: name)
    #expect(store.reports(of: .probe) == [.probed(nil)])
    #expect(store.put(session("s", revision: 1), 1) == nil)
    store.close()
    #expect(folder.names == ["taptop.db"])
    #expect(try StoreUnderTest(folder).load(id("s")) == loaded(1, session("s", revision: 1)))
  }
}
