internal import CSQLite

/// Copies a connection's database into a file, a step at a time, whenever its thread finds time for one.
final class PageCopier {
  /// Pages of one step: what waits for the thread meanwhile waits for so many to be read and written.
  private static let pagesOfStep: Int32 = 250

  /// What can be asked.
  enum Order: Sendable {
    /// Take the first step into an empty file, which is there.
    case begin(into: String)
    /// Take the next step.
    case step
    /// Forget the copy that was begun.
    case abandon
  }

  /// What came of it.
  enum Report: Hashable, Sendable {
    case more
    /// The copy is whole; it has so many pages.
    case done(pages: Int)
    /// There is no copy any more.
    case failed(SQLiteError)
    /// One was begun before, and goes on.
    case busy
    /// Nothing is being copied.
    case idle
  }

  private let connection: SQLiteConnection
  private var copy: DatabaseCopy?

  init(_ connection: SQLiteConnection) {
    self.connection = connection
  }

  func carryOut(_ order: Order) -> Report {
    do throws(SQLiteError) {
      switch order {
      case .begin(let path):
        guard copy == nil else { return .busy }
        copy = try begin(into: path)
        return try step()
      case .step:
        return try step()
      case .abandon:
        copy = nil
        return .idle
      }
    } catch {
      copy = nil
      return .failed(error)
    }
  }

  private func begin(into path: String) throws(SQLiteError) -> DatabaseCopy {
    // Sessions that are kept on the same disk should not find it full because of a copy that can't come to its end.
    let size = try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size")
    if let free = DataFile(path: path).freeBytes, free < size { throw SQLiteError(code: SQLITE_FULL) }
    let target = try SQLiteConnection(path: path, creating: false)
    // Half a copy is thrown away, and a whole one is synced by whoever wants it: this thread need not wait for the disk.
    try target.execute("PRAGMA locking_mode = EXCLUSIVE")
    try target.execute("PRAGMA journal_mode = OFF")
    try target.execute("PRAGMA synchronous = OFF")
    return try connection.beginCopy(to: target)
  }

  private func step() throws(SQLiteError) -> Report {
    guard let copy else { return .idle }
    guard try copy.step(pages: Self.pagesOfStep) else { return .more }
    self.copy = nil
    return .done(pages: copy.pages)
  }
}
