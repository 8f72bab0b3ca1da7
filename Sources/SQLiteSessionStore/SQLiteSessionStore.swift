public import SessionEngine
public import Threading

/// Sessions in a SQLite file: one connection, and one thread that owns it and does what it is asked in order.
public final class SQLiteSessionStore: Sendable {
  /// How much an acknowledged change can bear.
  public enum Durability: String, CaseIterable, Hashable, Sendable {
    /// A power cut: each commit is on the disk before it is reported (`PRAGMA synchronous = FULL`).
    case full
    /// The end of the process, but not of the machine: the disk is left to itself (`PRAGMA synchronous = NORMAL`).
    case normal
  }

  /// What was found when the file was opened.
  public struct Content: Sendable {
    /// The ids of all sessions.
    public let sessions: Set<SessionID>
    /// A key that is free, as are all after it.
    public let nextKey: SessionKey
  }

  private enum Message: Sendable {
    case order(StoreOrder)
    case copy(PageCopier.Order, reporting: Inbox<PageCopier.Report>)
    case close
  }

  private enum State: Sendable {
    case opened(OpenedFile)
    case running(Thread)
    case closed
  }

  /// Where the file is.
  public let path: String
  /// What was found when the file was opened.
  public let content: Content
  private let inbox = Inbox<Message>()
  private let state: Locked<State>

  /// Opens a file, makes it where there is none, and brings an older one up to date.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - durability: How much a change can bear once it is reported.
  /// - Throws: `StoreOpenError` where it can't be used; it is then as it was.
  public init(path: String, durability: Durability) throws(StoreOpenError) {
    let file = try OpenedFile(path: path, durability: durability)
    self.path = path
    content = try file.content()
    state = Locked(.opened(file))
  }

  /// Starts the thread; once is enough.
  ///
  /// - Parameter report: Is told what came of each order, on the store's thread; must not block.
  /// - Throws: `Thread.Failure` where there can be no more threads.
  public func start(reporting report: @escaping @Sendable (StoreReport) -> Void) throws(Thread.Failure) {
    try state.withLock { state throws(Thread.Failure) in
      guard case .opened(let file) = state else { return }
      // From now on the thread alone has the file, which closes with it.
      state = .running(try Thread(name: "session store") { [inbox] in Self.serve(file, inbox, report) })
    }
  }

  private static func serve(
    _ file: OpenedFile, _ inbox: Inbox<Message>, _ report: (StoreReport) -> Void
  ) {
    while true {
      for message in inbox.collect() {
        switch message {
        case .order(let order): report(file.carryOut(order))
        case .copy(let order, let reports): reports.leave(file.carryOut(order))
        case .close: return
        }
      }
    }
  }

  /// Asks for something; what comes of it is reported.
  public func ask(_ order: StoreOrder) {
    inbox.leave(.order(order))
  }

  /// Asks for a step of a backup.
  ///
  /// - Returns: Whether there will be a report: not where the thread has not begun, or has been told to end.
  func ask(_ order: PageCopier.Order, reporting reports: Inbox<PageCopier.Report>) -> Bool {
    // What is left before the state changes is left before the thread is told to end, and so is done.
    state.withLock { state in
      guard case .running = state else { return false }
      inbox.leave(.copy(order, reporting: reports))
      return true
    }
  }

  /// Does what it was asked so far, ends the thread, and closes the file.
  public func close() {
    let before = state.withLock { state in
      defer { state = .closed }
      return state
    }
    guard case .running(let thread) = before else { return }
    inbox.leave(.close)
    thread.join()
  }
}
