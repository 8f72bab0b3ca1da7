import Glibc
import NavigationCore
import SessionEngine
import Testing
import Threading

@testable import SQLiteSessionStore

@Suite("A backup of a store")
struct BackupTests {
  private let folder = Folder()

  @Test("has every session as it was last kept, and a server that starts with it sees them in new lives")
  func whole() throws {
    let store = try RunningStore(folder.path("data"))
    let sessions = (1...40).map { session($0, revision: Int64($0)) }
    #expect(store.commit(sessions) == nil)
    let backup = try store.store.backUp(to: folder.path("copy"))
    #expect(backup.pages > 1)
    #expect(store.commit([session(1, revision: 100)]) == nil)
    store.store.close()

    let copy = try RunningStore(folder.path("copy"))
    #expect(copy.store.content.sessions == Set(sessions.map(\.id)))
    #expect(copy.store.content.nextKey == SessionKey(41))
    for session in sessions {
      let loaded = try #require(try copy.load(session.id))
      #expect(loaded.navigation == session.navigation)
      #expect(loaded.activity == session.activity)
      #expect(loaded.incarnation != session.incarnation)
    }
    copy.store.close()
    #expect(folder.names == ["copy", "data"])
  }

  @Test("carries changes over that are made between its steps")
  func changesMeanwhile() throws {
    let store = try RunningStore(folder.path("data"))
    #expect(store.commit((1...200).map { session($0, revision: 1, screens: 120) }) == nil)
    var steps = 0
    _ = try store.store.backUp(to: folder.path("copy")) {
      steps += 1
      // One at the beginning of the file, copied by now, and one at its end; one that goes, and one that comes.
      let changes: [SessionKey: StoreWrite] = [
        SessionKey(1): .put(session(1, revision: Int64(steps), screens: 120)),
        SessionKey(200): .put(session(200, revision: Int64(steps), screens: 120)),
        SessionKey(Int64(1 + steps)): .delete,
        SessionKey(Int64(1000 + steps)): .put(session(1000 + steps, revision: 5, screens: 120)),
      ]
      #expect(store.commit(changes) == nil)
      return true
    }
    #expect(steps > 4)
    let copy = try RunningStore(folder.path("copy"))
    // The last question is asked when the copy is whole.
    let last = Int64(steps - 1)
    #expect(try copy.load(id(1))?.navigation == session(1, revision: last, screens: 120).navigation)
    #expect(try copy.load(id(200))?.navigation == session(200, revision: last, screens: 120).navigation)
    let gone = Set((2...steps).map { id($0) })
    let added = Set((1001...1000 + steps - 1).map { id($0) })
    #expect(copy.store.content.sessions == Set((1...200).map { id($0) }).subtracting(gone).union(added))
    copy.store.close()
    store.store.close()
  }

  @Test("is given up when nobody wants it any longer, leaves nothing, and the next one can be made")
  func unwanted() throws {
    let store = try RunningStore(folder.path("data"))
    #expect(store.commit((1...100).map { session($0, revision: 1, screens: 120) }) == nil)
    for last in 0...3 {
      var steps = 0
      #expect(throws: BackupError.stopped) {
        try store.store.backUp(to: folder.path("copy")) {
          steps += 1
          return steps <= last
        }
      }
      #expect(steps == last + 1)
      #expect(folder.names == ["data", "data-wal"])
    }
    _ = try store.store.backUp(to: folder.path("copy"))
    store.store.close()
    #expect(folder.names == ["copy", "data"])
  }

  @Test("ends with the store, in the middle of it, and leaves nothing")
  func closed() throws {
    let store = try RunningStore(folder.path("data"))
    #expect(store.commit((1...100).map { session($0, revision: 1, screens: 120) }) == nil)
    var steps = 0
    #expect(throws: BackupError.stopped) {
      try store.store.backUp(to: folder.path("copy")) {
        steps += 1
        if steps == 3 { store.store.close() }
        return true
      }
    }
    #expect(steps == 3)
    #expect(folder.names == ["data"])
    #expect(throws: BackupError.stopped) { try store.store.backUp(to: folder.path("copy")) }
    let again = try RunningStore(folder.path("data"))
    #expect(again.store.content.sessions.count == 100)
    again.store.close()
  }

  @Test("is one at a time; a second leaves the first alone")
  func second() throws {
    let store = try RunningStore(folder.path("data"))
    #expect(store.commit((1...100).map { session($0, revision: 1, screens: 120) }) == nil)
    var refusals = 0
    let backup = try store.store.backUp(to: folder.path("copy")) {
      do throws(BackupError) {
        _ = try store.store.backUp(to: folder.path("second")) { false }
      } catch {
        #expect(error == .stopped)
      }
      do throws(BackupError) {
        _ = try store.store.backUp(to: folder.path("second"))
      } catch {
        #expect(error == .busy)
        refusals += 1
        return true
      }
      // Before the first step, and when the copy is whole, nothing is under way.
      unsafe unlink(folder.path("second"))
      return true
    }
    #expect(refusals > 2)
    #expect(backup.pages > 1_000)
    store.store.close()
    #expect(folder.names == ["copy", "data"])
  }

  @Test("does not take the place of what came there meanwhile")
  func taken() throws {
    let store = try RunningStore(folder.path("data"))
    #expect(store.commit([session(1, revision: 1)]) == nil)
    var asked = 0
    #expect(throws: BackupError.exists(folder.path("copy"))) {
      try store.store.backUp(to: folder.path("copy")) {
        asked += 1
        if asked == 2 { folder.make("copy") }
        return true
      }
    }
    #expect(folder.size("copy") == 0)
    store.store.close()
    #expect(folder.names == ["copy", "data"])
  }

  @Test("of a file that no server uses leaves that as it is, and refuses one in use")
  func unused() throws {
    let store = try RunningStore(folder.path("data"))
    #expect(store.commit((1...40).map { session($0, revision: 1) }) == nil)
    let inUse = BackupError.unusable(StoreOpenError(path: folder.path("data"), refusal: .inUse))
    #expect(throws: inUse) { try SQLiteSessionStore.backUp(file: folder.path("data"), to: folder.path("copy")) }
    store.store.close()
    let size = folder.size("data")
    let backup = try SQLiteSessionStore.backUp(file: folder.path("data"), to: folder.path("copy"))
    #expect(backup.pages * 4_096 == size)
    #expect(folder.size("data") == size)
    #expect(folder.names == ["copy", "data"])
    // A copy can be copied.
    _ = try SQLiteSessionStore.backUp(file: folder.path("copy"), to: folder.path("third"))
    #expect(folder.names == ["copy", "data", "third"])
    #expect(throws: BackupError.noData(folder.path("none"))) {
      try SQLiteSessionStore.backUp(file: folder.path("none"), to: folder.path("fourth"))
    }
    #expect(throws: BackupError.noFolder(folder.path("no/fourth"))) {
      try SQLiteSessionStore.backUp(file: folder.path("data"), to: folder.path("no/fourth"))
    }
    #expect(folder.names == ["copy", "data", "third"])
  }
}

/// A store whose reports are waited for.
private struct RunningStore {
  let store: SQLiteSessionStore
  private let reports = Inbox<StoreReport>()

  init(_ path: String) throws {
    store = try SQLiteSessionStore(path: path, durability: .full)
    try store.start(reporting: { [reports] in reports.leave($0) })
  }

  func commit(_ sessions: [StoredSession]) -> StorageFault? {
    commit(
      Dictionary(uniqueKeysWithValues: sessions.enumerated().map { (SessionKey(Int64($0 + 1)), .put($1)) }))
  }

  func commit(_ changes: [SessionKey: StoreWrite]) -> StorageFault? {
    store.ask(.commit(changes))
    guard case .committed(let fault) = reports.collect().first else { return .gone }
    return fault
  }

  func load(_ id: SessionID) throws -> StoredSession? {
    store.ask(.load(id))
    guard case .loaded(id, let result) = reports.collect().first else { return nil }
    return try result.get()?.session
  }
}

/// A session whose offset is its revision; with 120 screens about 12 pages of a file.
private func session(_ number: Int, revision: Int64, screens count: Int = 1) -> StoredSession {
  let screens = (0..<count).map { number in
    Screen(
      id: Screen.ID("s\(number)") ?? missing(),
      position: Position(
        offset: Offset(thousandths: revision),
        anchor: Anchor(String(repeating: "a", count: 256)) ?? missing()))
  }
  let tab = Tab(id: Tab.ID("t") ?? missing(), screens: screens)
  var random = SystemRandomNumberGenerator()
  return StoredSession(
    navigation: Navigation(id: id(number).navigationID, revision: revision, tabs: [tab], openTabs: false),
    incarnation: Incarnation(using: &random), activity: .put(at: Instant(microseconds: 5)))
}

private func id(_ number: Int) -> SessionID {
  SessionID("session\(number)") ?? missing()
}

private func missing<Value>() -> Value {
  preconditionFailure("the values of these tests are allowed ones")
}

/// A folder of its own, gone with its owner.
private final class Folder: Sendable {
  private let root: String

  init() {
    var template = Array("/tmp/taptop-backup-XXXXXX".utf8CString)
    // Safe: a text with its NUL, which is changed in place.
    root = unsafe template.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, let made = unsafe mkdtemp(start) else { return missing() }
      return unsafe String(cString: made)
    }
  }

  deinit {
    for name in names { unsafe unlink(path(name)) }
    unsafe rmdir(root)
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  func size(_ name: String) -> Int { DataFile(path: path(name)).size }

  func make(_ name: String) {
    close(unsafe open(path(name), O_CREAT | O_EXCL | O_WRONLY, 0o600))
  }

  /// What is in it, sorted.
  var names: [String] {
    guard let folder = unsafe opendir(root) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
