import NavigationCore
public import SessionEngine
public import TestSupport

/// Clients that each have one request at a time, retry it where it was not answered or not acknowledged, and sometimes vanish;
/// and the network between them and the engine, which keeps no order.
struct SimulatedClients {
  private struct Client {
    /// The request that it waits for.
    var waitsFor: Int?
    /// What it will send again.
    var unacknowledged: ConditionalRequest?
    /// The last state of each session that it was told of.
    var seen: [SessionID: SessionVersion] = [:]
  }

  /// What is on its way.
  private(set) var network: [(number: Int, sent: ConditionalRequest)] = []
  private var clients: [Client]
  private let sessions: [String]
  private var taken = 0
  /// Requests with a key that were sent not long ago, by anyone.
  private var keyed: [ConditionalRequest] = []
  private static let keysRemembered = 12
  private var waiting: [Int: (client: Int, sent: ConditionalRequest)] = [:]

  init(count: Int, sessions: [String]) {
    clients = Array(repeating: Client(), count: count)
    self.sessions = sessions
  }

  mutating func takeNumber() -> Int {
    taken += 1
    return taken
  }

  /// One that waits for nothing sends a request, if there is one.
  mutating func send(using random: inout SplitMix64) -> (number: Int, sent: ConditionalRequest, isRetry: Bool)? {
    let idle = clients.indices.filter { clients[$0].waitsFor == nil }
    guard !idle.isEmpty else { return nil }
    let client = random.one(of: idle)
    let again = random.chance(80) ? clients[client].unacknowledged : late(using: &random)
    let sent = again ?? fresh(for: client, using: &random)
    if sent.request.retryKey != nil { keyed = (keyed + [sent]).suffix(Self.keysRemembered) }
    let number = takeNumber()
    clients[client].waitsFor = number
    clients[client].unacknowledged = nil
    waiting[number] = (client, sent)
    network.append((number, sent))
    return (number, sent, again != nil)
  }

  /// A request with a key that may have been answered long ago: sent again, whoever sent it first.
  private func late(using random: inout SplitMix64) -> ConditionalRequest? {
    random.chance(30) && !keyed.isEmpty ? random.one(of: keyed) : nil
  }

  /// A new request; now and then with the key of another.
  private func fresh(for client: Int, using random: inout SplitMix64) -> ConditionalRequest {
    let sent = random.conditionalRequest(of: sessions) { clients[client].seen[$0.id] }
    guard random.chance(3), let used = keyed.last else { return sent }
    return random.mistaking(used)
  }

  /// Something on its way arrives, if there is anything.
  mutating func deliver(using random: inout SplitMix64) -> (number: Int, sent: ConditionalRequest)? {
    guard !network.isEmpty else { return nil }
    return network.remove(at: Int.random(in: network.indices, using: &random))
  }

  mutating func answered(_ number: Int, _ reply: SessionReply) {
    guard let (client, sent) = waiting.removeValue(forKey: number), clients[client].waitsFor == number else {
      return
    }
    clients[client].waitsFor = nil
    switch reply {
    case .outcomes(_, let version?), .session(_, let version, created: _):
      clients[client].seen[sent.request.id] = version
    case .refused(.storageUnavailable):
      clients[client].unacknowledged = sent
    case .keptOutcomes(_, let answer):
      clients[client].seen[sent.request.id] = answer.version
    case .outcomes(_, nil), .replayed, .deleted, .following, .steps, .page, .refused:
      break
    }
  }

  /// One no longer waits for its answer; what it asked for goes on, and it may ask again.
  mutating func vanish(using random: inout SplitMix64) {
    let client = Int.random(in: clients.indices, using: &random)
    guard let number = clients[client].waitsFor else { return }
    clients[client].waitsFor = nil
    clients[client].unacknowledged = random.chance(50) ? waiting[number]?.sent : nil
  }

  /// All connections are gone.
  ///
  /// - Returns: How many waited.
  mutating func disconnect() -> Int {
    var lost = 0
    for client in clients.indices {
      guard let number = clients[client].waitsFor else { continue }
      clients[client].waitsFor = nil
      clients[client].unacknowledged = waiting[number]?.sent
      lost += 1
    }
    network = []
    waiting = [:]
    return lost
  }
}

extension SplitMix64 {
  /// A request of any kind to one of some sessions.
  public mutating func sessionRequest(of names: [String]) -> SessionRequest {
    let name = one(of: names)
    guard let id = SessionID(name) else { preconditionFailure("no id: \(name)") }
    switch weighted([(70, "apply"), (10, "put"), (12, "read"), (8, "delete")]) {
    case "apply":
      let count = one(of: [0, 1, 1, 1, 1, 2, 3])
      return .apply((0..<count).map { _ in input() }, to: id)
    case "put": return .put(navigation(id: id.navigationID.text), of: id.owner)
    case "read": return .read(id)
    default: return .delete(id)
    }
  }
}

extension SplitMix64 {
  /// A page of the sessions of one of the owners of some sessions.
  mutating func listRequest(of names: [String]) -> SessionListRequest {
    let ids = names.compactMap { SessionID($0) }
    return SessionListRequest(
      of: one(of: ids).owner, after: chance(40) ? one(of: ids).navigationID : nil, limit: one(of: [1, 1, 2, 3, 100]))
  }
}
