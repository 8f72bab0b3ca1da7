import NavigationCore
import SessionEngine
import Testing

@testable import SQLiteSessionStore

@Suite("Incarnations over a restart")
struct EpochTests {
  let folder = TemporaryFolder()

  private func incarnation(_ store: StoreUnderTest) throws -> Incarnation {
    try #require(try store.load(id("s")).get()).session.incarnation
  }

  private func opened(_ folder: TemporaryFolder, _ durability: SQLiteSessionStore.Durability) throws -> Incarnation {
    let store = try StoreUnderTest(folder, durability)
    return try incarnation(store)
  }

  @Test("are kept with --durability full, however it ended")
  func full() throws {
    let store = try StoreUnderTest(folder, .full)
    #expect(store.put(session("s"), 1) == nil)
    let crashed = folder.copy()
    store.close()
    let before = session("s").incarnation
    #expect(try opened(folder, .full) == before)
    #expect(try opened(crashed, .full) == before)
  }

  @Test("are kept with --durability normal after a clean end, and are new after another; each time other ones")
  func normal() throws {
    let store = try StoreUnderTest(folder, .normal)
    #expect(store.put(session("s"), 1) == nil)
    let crashed = folder.copy()
    store.close()
    let before = session("s").incarnation
    #expect(try opened(folder, .normal) == before)

    // What it is then it stays, also for what did not change since.
    let second = try StoreUnderTest(crashed, .normal)
    let new = try incarnation(second)
    #expect(new != before)
    let again = crashed.copy()
    second.close()
    #expect(try opened(crashed, .normal) == new)
    #expect(try opened(crashed, .full) == new)

    let newer = try opened(again, .normal)
    #expect(newer != new && newer != before)
  }

  @Test("that were written since are theirs from then on")
  func rewritten() throws {
    let store = try StoreUnderTest(folder, .normal)
    #expect(store.put(session("s"), 1) == nil)
    let crashed = folder.copy()
    let next = try StoreUnderTest(crashed, .normal)
    let new = try incarnation(next)
    #expect(next.put(session("s", revision: 1, incarnation: new.text), 1) == nil)
    #expect(try incarnation(next) == new)
    next.close()
    #expect(try opened(crashed, .normal) == new)
  }

  @Test("count as lost by what the last server promised, not by what the next one does")
  func change() throws {
    let store = try StoreUnderTest(folder, .normal)
    #expect(store.put(session("s"), 1) == nil)
    let crashed = folder.copy()
    store.close()
    #expect(try opened(crashed, .full) != session("s").incarnation)

    // Now it is a server with `full` that crashes.
    let full = try StoreUnderTest(folder, .full)
    #expect(full.put(session("s"), 1) == nil)
    let after = folder.copy()
    #expect(try opened(after, .normal) == session("s").incarnation)
  }
}
