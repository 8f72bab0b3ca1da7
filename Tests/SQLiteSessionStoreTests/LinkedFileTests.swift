import Glibc
import SessionEngine
import Testing

@testable import SQLiteSessionStore

@Suite("A data file behind a symbolic link")
struct LinkedFileTests {
  let folder = TemporaryFolder()
  /// Elsewhere than the file, so that nothing beside it is the file's.
  let elsewhere = TemporaryFolder()

  private func link(to folder: TemporaryFolder) -> String {
    let code = unsafe symlink(folder.data, elsewhere.data)
    precondition(code == 0, "no link")
    return elsewhere.data
  }

  @Test("is missed when its log is gone, though no log was ever beside the link")
  func logIsGone() throws {
    let store = try StoreUnderTest(path: link(to: folder), .full)
    #expect(store.put(session("s"), 1) == nil)
    folder.move("taptop.db-wal", to: "away")
    #expect(store.put(session("s", revision: 1), 1) == .gone)
    folder.move("away", to: "taptop.db-wal")
    #expect(store.put(session("s", revision: 1), 1) == nil)
  }

  @Test("is known to have been left open, as without the link")
  func leftOpen() throws {
    let store = try StoreUnderTest(folder, .normal)
    #expect(store.put(session("s"), 1) == nil)
    let crashed = folder.copy()
    store.close()
    let next = try StoreUnderTest(path: link(to: crashed), .normal)
    #expect(try next.load(id("s")).get()?.session.incarnation != session("s").incarnation)
  }

  @Test("is left as it is where it is refused, and so is its log")
  func refused() throws {
    let store = try StoreUnderTest(folder)
    #expect(store.put(session("s"), 1) == nil)
    let crashed = folder.copy()
    store.close()
    // Changes the log alone, which stays.
    do {
      let connection = try SQLiteConnection(path: crashed.data)
      connection.keepLogOnClose(true)
      try connection.execute("PRAGMA user_version = 99")
    }
    let path = link(to: crashed)
    let before = crashed.contents
    #expect(throws: StoreOpenError(path: path, refusal: .newer(found: 99, known: Schema.version))) {
      try SQLiteSessionStore(path: path, durability: .full)
    }
    // Names alone: the bytes would fill pages. The index of the log is made anew by whoever opens it.
    let after = crashed.contents
    let touched = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(touched.subtracting(["taptop.db-shm"]) == [])
  }
}
