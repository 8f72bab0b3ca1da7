import NavigationCore
import SessionEngine
import Threading

@testable import SQLiteSessionStore

/// A store that is asked one thing after the other.
final class StoreUnderTest {
  let store: SQLiteSessionStore
  private let reports = Inbox<StoreReport>()

  convenience init(_ folder: TemporaryFolder, _ durability: SQLiteSessionStore.Durability = .full) throws {
    try self.init(path: folder.data, durability)
  }

  init(path: String, _ durability: SQLiteSessionStore.Durability) throws {
    store = try SQLiteSessionStore(path: path, durability: durability)
    try store.start { [reports] in reports.leave($0) }
  }

  deinit {
    store.close()
  }

  var content: SQLiteSessionStore.Content { store.content }

  /// What it reports of some orders; waits for all of them.
  func reports(of orders: StoreOrder...) -> [StoreReport] {
    for order in orders { store.ask(order) }
    var reported: [StoreReport] = []
    while reported.count < orders.count { reported += reports.collect() }
    return reported
  }

  func commit(_ changes: [SessionKey: StoreWrite]) -> StorageFault? {
    guard case .committed(let fault) = reports(of: .commit(changes)).first else { preconditionFailure("no report") }
    return fault
  }

  func put(_ session: StoredSession, _ key: Int64) -> StorageFault? {
    commit([SessionKey(key): .put(session)])
  }

  func load(_ id: SessionID) -> Result<StoreReport.Loaded?, StorageFault> {
    guard case .loaded(id, let result) = reports(of: .load(id)).first else { preconditionFailure("no report") }
    return result
  }

  func close() {
    store.close()
  }
}

/// A session with little in it.
func session(
  _ id: String, revision: Int64 = 0, incarnation: String = "abcdefgh",
  _ activity: StoredSession.Activity = .put(at: instant(0))
) -> StoredSession {
  guard let id = SessionID(id), let incarnation = Incarnation(incarnation) else {
    preconditionFailure("no session")
  }
  return StoredSession(
    navigation: Navigation(id: id.navigationID, openTabs: true).renamed(id.navigationID, revision: revision),
    of: id.owner, incarnation: incarnation, activity: activity)
}

func id(_ text: String) -> SessionID {
  guard let id = SessionID(text) else { preconditionFailure("no id: \(text)") }
  return id
}

func instant(_ seconds: Int64) -> Instant { Instant(microseconds: 1_790_000_000_000_000 + seconds * 1_000_000) }

func loaded(_ key: Int64, _ session: StoredSession) -> Result<StoreReport.Loaded?, StorageFault> {
  .success(StoreReport.Loaded(key: SessionKey(key), session: session))
}
