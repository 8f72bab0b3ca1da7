import NavigationCore
import TestSupport
import Testing

@testable import SessionEngine

@Suite("Names of sessions in order")
struct SortedSessionIDsTests {
  @Test("are those of a sorted array, whatever comes and goes", arguments: 0..<12 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var sorted = SortedSessionIDs()
    // In order: the names that are there are those of these that are marked.
    let pool = try pool(using: &random)
    var isThere = Array(repeating: false, count: pool.count)
    func there(from first: Int) -> [SessionID] { (first..<pool.count).filter { isThere[$0] }.map { pool[$0] } }
    // Grows beyond many chunks, shrinks until chunks become one, and so on.
    for round in 0..<6 {
      for _ in 0..<2_500 {
        let index = Int.random(in: 0..<pool.count, using: &random)
        if random.chance(round % 2 == 0 ? 85 : 15) {
          if !isThere[index] { sorted.insert(pool[index]) }
          isThere[index] = true
        } else {
          sorted.remove(pool[index])
          isThere[index] = false
        }
      }
      let all = there(from: 0)
      try #require(sorted.chunks.flatMap { $0 } == all, "seed \(random.seed), round \(round)")
      #expect(sorted.chunks.allSatisfy { !$0.isEmpty && $0.count <= SortedSessionIDs.chunk })
      let neighbours = zip(sorted.chunks, sorted.chunks.dropFirst())
      #expect(neighbours.allSatisfy { $0.count + $1.count > SortedSessionIDs.chunk / 2 })
      #expect(sorted.chunks.count <= 1 + all.count / (SortedSessionIDs.chunk / 8))
      for _ in 0..<50 {
        let index = Int.random(in: 0..<pool.count, using: &random)
        var walked: [SessionID] = []
        var run = sorted.run(behind: .behind(pool[index]))
        while let last = run.last {
          walked += run
          run = sorted.run(behind: .behind(last))
        }
        #expect(walked == there(from: index + 1), "seed \(random.seed), \(pool[index].text)")
      }
    }
  }

  @Test("that get few stand together, whichever of two neighbours lost the last", arguments: [true, false])
  func joined(firstLast: Bool) throws {
    let ids = try (1_000..<1_000 + SortedSessionIDs.chunk + 1).map { SessionID(try .named("s\($0)")) }
    var sorted = SortedSessionIDs()
    for id in ids { sorted.insert(id) }
    let halves = sorted.chunks
    try #require(halves.count == 2)
    let quarter = SortedSessionIDs.chunk / 4
    for half in firstLast ? halves.reversed() : halves {
      for id in half.dropFirst(quarter) { sorted.remove(id) }
    }
    #expect(sorted.chunks == [Array(halves[0].prefix(quarter) + halves[1].prefix(quarter))])
  }

  @Test("are none before the first comes and after the last has gone")
  func none() throws {
    let id = SessionID(try .named("demo"))
    var sorted = SortedSessionIDs()
    #expect(sorted.run(behind: .start(of: nil)).isEmpty)
    sorted.remove(id)
    sorted.insert(id)
    #expect(sorted.run(behind: .start(of: nil)) == [id])
    #expect(sorted.run(behind: .behind(id)).isEmpty)
    sorted.remove(SessionID(try .named("other")))
    sorted.remove(SessionID(try .named("a")))
    #expect(sorted.chunks == [[id]])
    sorted.remove(id)
    #expect(sorted.chunks == [])
  }

  @Test("of one owner stand between its places, and nobody else's do")
  func places() throws {
    let owner = try Caller.Name.named("tv")
    let id = try Navigation.ID.named("demo")
    let own = SessionID(id, of: owner)
    #expect(SessionPlace.start(of: owner) < .behind(own))
    #expect(SessionPlace.behind(own) < .end(of: owner))
    for text in ["tv", "tv-", "tv.x", "tv-x/demo", "tv.x/demo", "t/v", "tu", "tv0", "tv:x", "tvx/demo", "TV/demo", "u"]
    {
      let other = try #require(SessionID(text))
      #expect(
        SessionPlace.behind(other) < .start(of: owner) || SessionPlace.behind(other) > .end(of: owner), "\(text)")
      #expect(SessionPlace.behind(other) > .start(of: nil))
      #expect(SessionPlace.behind(other) < .end(of: nil))
    }
  }

  /// Names with all kinds of characters, of several owners and of none.
  private func pool(using random: inout SplitMix64) throws -> [SessionID] {
    let characters = ["a", "b", "Z", "0", "9", ".", "_", "~", ":", "-"]
    var ids: Set<SessionID> = []
    while ids.count < 3_000 {
      let name = (0..<random.one(of: [1, 2, 4, 7])).map { _ in random.one(of: characters) }.joined()
      let owner = random.one(of: ["", "", "a/", "a-/", "a./", "Z/"])
      if let id = SessionID(owner + name) { ids.insert(id) }
    }
    return ids.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }
}
