import Glibc
import SessionEngine
import Testing

@testable import SQLiteSessionStore

@Suite("Opening a data file")
struct OpeningTests {
  let folder = TemporaryFolder()

  /// What is said of a file that can't be used; the folder must stay as it was.
  private func refusal(
    _ other: TemporaryFolder? = nil, path: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> StoreOpenError.Refusal? {
    let folder = other ?? folder
    let before = folder.contents
    var refusal: StoreOpenError.Refusal?
    do throws(StoreOpenError) {
      _ = try SQLiteSessionStore(path: path ?? folder.data, durability: .full)
    } catch {
      #expect(error.path == path ?? folder.data)
      #expect(error.description.hasPrefix(error.path) && !error.description.contains("\n"))
      refusal = error.refusal
    }
    // Names alone: the bytes would fill pages.
    let after = folder.contents
    let touched = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(touched == [], sourceLocation: sourceLocation)
    return refusal
  }

  /// Makes a data file with sessions in it.
  private func fill(sessions: Int64 = 50) throws {
    let store = try StoreUnderTest(folder)
    for key in 1...sessions { #expect(store.put(session("s-\(key)"), key) == nil) }
    store.close()
  }

  @Test("that has nothing in it yet makes it ours, with the version of its tables")
  func emptyFile() throws {
    folder.write([], to: "taptop.db")
    try SQLiteSessionStore(path: folder.data, durability: .full).close()
    #expect(try folder.number("PRAGMA application_id") == 0x7461_7074)
    #expect(try folder.number("PRAGMA user_version") == Schema.version)
    try SQLiteSessionStore(path: folder.data, durability: .full).close()
    #expect(try folder.number("PRAGMA user_version") == Schema.version)
  }

  @Test("of a newer version is refused")
  func newer() throws {
    try fill()
    try folder.execute("PRAGMA user_version = 99")
    #expect(refusal() == .newer(found: 99, known: Schema.version))
  }

  @Test("of a newer version that was left open is refused, and its log is left to it")
  func newerWithLog() throws {
    try fill()
    let connection = try SQLiteConnection(path: folder.data)
    try connection.execute("PRAGMA user_version = 99")
    let crashed = folder.copy()
    unsafe unlink(crashed.data + "-shm")
    #expect(crashed.names == ["taptop.db", "taptop.db-wal"])
    #expect(refusal(crashed) == .newer(found: 99, known: Schema.version))
  }

  @Test("of another program is refused")
  func foreign() throws {
    try folder.execute("CREATE TABLE song (name TEXT)")
    #expect(refusal() == .notOurs)
  }

  @Test(
    "of another program that has made no table in it yet is refused",
    arguments: ["application_id = 1234", "user_version = 1", "user_version = 7"])
  func foreignWithoutTables(mark: String) throws {
    try folder.execute("PRAGMA \(mark)", "VACUUM")
    #expect(refusal() == .notOurs)
  }

  @Test("of another program in WAL mode is refused, and no log stays beside it")
  func foreignWithLog() throws {
    try folder.execute("PRAGMA journal_mode = WAL", "CREATE TABLE song (name TEXT)")
    #expect(folder.names == ["taptop.db"])
    #expect(refusal() == .notOurs)
  }

  @Test("that is no database is refused", arguments: [1, 15, 16, 511, 512, 4096, 100_000])
  func notADatabase(size: Int) {
    folder.write(Array(repeating: UInt8(ascii: "x"), count: size), to: "taptop.db")
    #expect(refusal() == .notADatabase)
  }

  @Test("that is damaged is refused, whichever page it is", arguments: 2...5)
  func damaged(page: Int) throws {
    try fill(sessions: 300)
    var bytes = folder.read("taptop.db")
    #expect(bytes.count > page * 4_096)
    for index in (page - 1) * 4_096..<page * 4_096 { bytes[index] = 0xA5 }
    folder.write(bytes, to: "taptop.db")
    #expect(refusal() == .damaged)
  }

  @Test("that was cut short is refused")
  func cutShort() throws {
    try fill(sessions: 300)
    folder.write(Array(folder.read("taptop.db").prefix(5 * 4_096)), to: "taptop.db")
    #expect(refusal() == .damaged)
  }

  @Test("that says it is ours and has not our tables is refused", arguments: [-1, 0, 1, 2])
  func pretender(version: Int) throws {
    try folder.execute(
      "PRAGMA journal_mode = WAL", "CREATE TABLE session (name TEXT)", "PRAGMA application_id = \(0x7461_7074)",
      "PRAGMA user_version = \(version)")
    #expect(refusal() == .damaged)
  }

  @Test("with a key after which there is none is refused, and does not end the process")
  func lastKey() throws {
    try fill()
    try folder.execute("UPDATE session SET key = \(Int64.max) WHERE id = 's-1'")
    #expect(throws: StoreOpenError(path: folder.data, refusal: .damaged)) {
      try SQLiteSessionStore(path: folder.data, durability: .full)
    }
  }

  @Test("that another has open is refused, and the other goes on")
  func inUse() throws {
    let first = try StoreUnderTest(folder)
    #expect(first.put(session("s"), 1) == nil)
    #expect(refusal() == .inUse)
    #expect(first.put(session("s", revision: 1), 1) == nil)
  }

  @Test("in a folder that is not there, or in a file, says so")
  func noFolder() {
    #expect(refusal(path: folder.path + "/missing/taptop.db") == .noFolder)
    folder.write([], to: "file")
    #expect(refusal(path: folder.path + "/file/taptop.db") == .noFolder)
  }

  @Test("that is a folder, or a device, says so")
  func noFile() {
    #expect(refusal(path: folder.path) == .isFolder)
    #expect(refusal(path: "/dev/null") == .isNoFile)
    // In a folder of its own: who reads the contents of one with a pipe in it waits for ever.
    let other = TemporaryFolder()
    unsafe mkfifo(other.path + "/pipe", 0o600)
    #expect(refusal(path: other.path + "/pipe") == .isNoFile)
  }

  @Test("where nothing may be written says so", .enabled(if: geteuid() != 0, "root may write everywhere"))
  func notWritable() throws {
    unsafe chmod(folder.path, 0o500)
    #expect(refusal() == .notWritable)
    unsafe chmod(folder.path, 0o700)
    try fill()
    unsafe chmod(folder.data, 0o400)
    #expect(refusal() == .notWritable)
    unsafe chmod(folder.data, 0)
    #expect(refusal() == .notReadable)
  }
}
