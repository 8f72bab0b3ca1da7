import NavigationCore
import TestSupport
import Testing

@testable import SessionEngine

@Suite("A journal's record")
struct JournalTests {
  private let demo: StoredSession
  private let other: StoredSession

  init() throws {
    demo = try .put("demo")
    other = try .put("other", incarnation: "bbbbbbbb")
  }

  private func step(_ revision: Int64, of session: StoredSession) throws -> Happening {
    let games: Tab.ID = try .named("games")
    let step = Step(
      receivedAt: Instant(microseconds: revision), input: Input(.tap(games)),
      outcome: Outcome(
        revision: revision, type: .tap, tab: games, previousTab: nil, selectedTab: games,
        tap: TapReading(reselected: false, doubleTap: false, interval: nil), directive: nil, reason: .firstTap))
    return Happening(step, of: session.id, in: session.incarnation)
  }

  @Test("has the newest state, every step in order, and the answers that wait for it")
  func whole() throws {
    var journal = Journal<Int>()
    for (client, revision) in [(1, 1), (2, 2)] as [(Int, Int64)] {
      journal.record(.put(demo), of: demo.id, under: SessionKey(1))
      journal.record(try step(revision, of: demo))
      let waits = journal.keepBack(.deleted, for: client, about: demo.id)
      #expect(waits)
    }
    let changes = journal.nextCommit()
    #expect(changes == [SessionKey(1): .put(demo)])
    let (waiting, happenings) = journal.succeed()
    #expect(waiting.map(\.client) == [1, 2])
    #expect(happenings == [try step(1, of: demo), try step(2, of: demo)])
  }

  @Test("loses the steps that were built on one that failed, and keeps those of other sessions")
  func failed() throws {
    var journal = Journal<Int>()
    journal.record(.put(demo), of: demo.id, under: SessionKey(1))
    journal.record(try step(1, of: demo))
    _ = journal.nextCommit()
    for (session, key) in [(demo, 1), (other, 2)] as [(StoredSession, Int64)] {
      journal.record(.put(session), of: session.id, under: SessionKey(key))
      journal.record(try step(2, of: session))
    }
    _ = journal.fail()
    let changes = journal.nextCommit()
    #expect(changes == [SessionKey(2): .put(other)])
    let happenings = journal.succeed().happenings
    #expect(happenings == [try step(2, of: other)])
  }
}
