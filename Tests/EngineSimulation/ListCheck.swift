import NavigationCore
import SessionEngine

/// Follows the pages that clients ask for, and what is there meanwhile.
///
/// A session that is there, durable and not expired, from the question to the answer must be on its page, once and in order.
/// What a page tells of a session must have been durable at some time in between.
struct ListCheck {
  private struct Open {
    let request: SessionListRequest
    /// Sessions that were there all the while.
    var stable: Set<SessionID>
    /// What was durable of each session meanwhile.
    var seen: [SessionID: Set<SessionSummary>] = [:]
  }

  private var open: [Int: Open] = [:]
  /// The numbers of all pages that were asked for.
  private(set) var numbers: Set<Int> = []
  private var mayRefuse: StorageFault?

  /// Whether all that was asked is answered.
  var isAllAnswered: Bool { open.isEmpty }
  /// Whether this is the number of a page that somebody waits for.
  func isOpen(_ number: Int) -> Bool { open[number] != nil }

  /// A page is asked for.
  mutating func ask(_ request: SessionListRequest, as number: Int) {
    open[number] = Open(request: request, stable: [])
    numbers.insert(number)
  }

  /// What there is right after the question.
  mutating func begin(_ number: Int, _ there: Set<SessionID>, _ durable: KeptState) {
    open[number]?.stable = there
    follow(there, durable)
  }

  /// What there is now.
  mutating func follow(_ there: Set<SessionID>, _ durable: KeptState) {
    for number in open.keys {
      open[number]?.stable.formIntersection(there)
      for (id, session) in durable.sessions { open[number]?.seen[id, default: []].insert(SessionSummary(session)) }
    }
  }

  /// A step of a page was reported.
  mutating func reported(_ result: Result<StoreReport.Listed, StorageFault>) {
    if case .failure(let fault) = result { mayRefuse = fault }
  }

  /// A page, or why there is none, was told.
  mutating func answered(_ number: Int, _ reply: SessionReply) throws(SimulationFailure) {
    guard let asked = open.removeValue(forKey: number) else { return }
    switch reply {
    case .page(let page):
      try meet(page, asked, number)
    case .refused(.storageUnavailable(let fault)):
      guard fault == mayRefuse else {
        throw SimulationFailure("page \(number) is refused for a fault that did not concern it")
      }
      mayRefuse = nil
    case .outcomes, .keptOutcomes, .replayed, .session, .deleted, .following, .steps, .refused:
      throw SimulationFailure("page \(number) is answered \(reply)")
    }
  }

  /// All that had to be told of a fault was told.
  func check() throws(SimulationFailure) {
    guard mayRefuse == nil else { throw SimulationFailure("a page waits for what has failed") }
  }

  /// The process is gone.
  mutating func crashed() {
    open = [:]
  }

  private func meet(_ page: SessionPage, _ asked: Open, _ number: Int) throws(SimulationFailure) {
    let request = asked.request
    let ids = page.sessions.map { SessionID($0.id, of: request.owner) }
    guard ids.count <= request.limit, page.next == nil || page.next == page.sessions.last?.id else {
      throw SimulationFailure("page \(number) is cut in the wrong place: \(page)")
    }
    let texts = [request.after?.text ?? ""] + page.sessions.map(\.id.text)
    guard zip(texts, texts.dropFirst()).allSatisfy({ $0.utf8.lexicographicallyPrecedes($1.utf8) }) else {
      throw SimulationFailure("page \(number) is not in order: \(page)")
    }
    for (id, session) in zip(ids, page.sessions) where asked.seen[id]?.contains(session) != true {
      throw SimulationFailure("page \(number) tells of what was never durable: \(session)")
    }
    for id in asked.stable where id.owner == request.owner && !ids.contains(id) {
      let text = id.navigationID.text
      guard text <= texts[0] || page.next.map({ text > $0.text }) == true else {
        throw SimulationFailure("page \(number) lacks \(id.text), which is there: \(page)")
      }
    }
  }
}
