public import NavigationCore

/// Which sessions are here, in what order inputs apply to them, and what waits for the disk.
///
/// A value without a thread, a lock or a clock: every method is an event, and what it returns are the effects that its
/// owner carries out, in their order. `Client` is whatever the owner needs to find whom an answer is for.
///
/// A session is absent, on disk, being loaded (requests wait in order), or resident. A request to a resident session is
/// decided at once; the answer waits until every change of that session so far is durable.
public struct SessionEngine<Client> {
  /// What the owner has to do.
  public enum Effect {
    /// Give a client its answer.
    case answer(Client, SessionReply)
    /// Hand this to the store, and its report to `storeReported`.
    case ask(StoreOrder)
    /// The client waits for the next step; tell the engine with `waited` when it has waited long enough.
    case wait(Client, ReaderID)
    /// Tell these, who follow one session, what happened in it, in order.
    case tell([Client], [FeedEvent])
    /// These follow nothing any longer, and were told all.
    case end([Client])
  }

  /// A request and whom its answer is for.
  struct Arrival {
    let request: SessionRequest
    let precondition: SessionPrecondition?
    let client: Client
  }

  let configuration: EngineConfiguration
  /// Writes the answer that a client gets with these outcomes.
  let write: @Sendable ([Outcome], Client) -> [UInt8]
  /// The sessions that exist, or may: after a failed commit only the disk knows.
  var directory: Directory
  var residents = Residents()
  /// What waits for a session that is being read, in order.
  var loading: [SessionID: [Arrival]] = [:]
  /// Who waits for a kept answer that is being read.
  var replaying: [KeptAnswer.Place: [Client]] = [:]
  /// The answers themselves, where there is no store that has them.
  var held: [KeptAnswer.Place: KeptAnswer] = [:]
  /// The pages that are being read.
  var lists = Lists<Client>()
  /// What waits for the disk; nil where nothing is kept on one.
  var journal: Journal<Client>?
  /// Who follows the sessions, and what they are told.
  var feed: Feed<Client>
  var nextKey: SessionKey
  var housekeeping = Housekeeping()

  /// An engine that keeps everything in memory, and knows no session yet.
  ///
  /// - Parameters:
  ///   - configuration: What its owner decides.
  ///   - write: Writes the answer that a client gets with these outcomes, where it is kept; in the midst of an event.
  public init(
    _ configuration: EngineConfiguration, writing write: @escaping @Sendable ([Outcome], Client) -> [UInt8]
  ) {
    self.configuration = configuration
    self.write = write
    directory = Directory()
    feed = Feed(configuration)
    nextKey = SessionKey(1)
  }

  /// An engine that keeps its sessions in a store.
  ///
  /// - Parameters:
  ///   - configuration: What its owner decides.
  ///   - sessions: The ids of the sessions that the store has.
  ///   - nextKey: A key that no session in the store has, nor any key after it.
  ///   - write: Writes the answer that a client gets with these outcomes, where it is kept; in the midst of an event.
  public init(
    _ configuration: EngineConfiguration, stored sessions: Set<SessionID>, nextKey: SessionKey,
    writing write: @escaping @Sendable ([Outcome], Client) -> [UInt8]
  ) {
    self.configuration = configuration
    self.write = write
    directory = Directory(stored: sessions)
    journal = Journal()
    feed = Feed(configuration)
    self.nextKey = nextKey
  }

  /// How many sessions there are, in memory and on disk.
  public var sessionCount: Int { directory.count }
  /// How many sessions are in memory.
  public var residentCount: Int { residents.count }
  /// How many follow sessions or wait for their next step.
  public var readerCount: Int { feed.readers.count }

  /// A request came.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - precondition: What must hold for it to be carried out; nil where nothing must. A `read` has none.
  ///   - client: Whom the answer is for.
  ///   - now: The server's clock; never earlier than at the event before.
  ///   - generator: Where the randomness of new incarnations comes from.
  /// - Returns: What to do, in this order.
  public mutating func receive(
    _ request: SessionRequest, if precondition: SessionPrecondition? = nil, from client: Client, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    let id = request.id
    let arrival = Arrival(request: request, precondition: precondition, client: client)
    if loading[id] != nil {
      loading[id]?.append(arrival)
      return []
    }
    if residents[id] == nil, directory.contains(id) {
      loading[id] = [arrival]
      return [.ask(.load(id))]
    }
    var effects = decide(arrival, at: now, using: &generator)
    effects += consequences()
    return effects
  }

  /// What follows from every event: the next commit, pages that can be read then, and sessions that leave the memory.
  mutating func consequences() -> [Effect] {
    guard journal != nil else { return publishNews() }
    evict()
    var effects: [Effect] = journal?.nextCommit().map { [.ask(.commit($0))] } ?? []
    if !lists.waiting.isEmpty { effects += listsToRead() }
    return effects
  }

  /// Lets go of the sessions used longest ago, while there are too many; one whose changes are not durable yet stays, and
  /// with it those used later.
  private mutating func evict() {
    guard let journal else { return }
    while residents.count > configuration.residentSessions, let id = residents.leastRecentlyUsed, !journal.holds(id) {
      if let resident = residents.remove(id) { feed.readers.note(resident.session) }
    }
  }

  /// Takes over what happened, for those who follow the session.
  mutating func record(_ happening: Happening) {
    if journal == nil { feed.news.append(happening) } else { journal?.record(happening) }
  }

  /// Without a disk, all that happened may be told at once.
  private mutating func publishNews() -> [Effect] {
    guard !feed.news.isEmpty else { return [] }
    defer { feed.news.removeAll(keepingCapacity: true) }
    return publish(feed.news)
  }
}

extension SessionEngine: Sendable where Client: Sendable {}
extension SessionEngine.Effect: Sendable where Client: Sendable {}
extension SessionEngine.Arrival: Sendable where Client: Sendable {}
