import NavigationCore
import TestSupport
import Testing

@testable import SessionEngine

@Suite("The steps that are held")
struct StepHistoriesTests {
  private let demo: StoredSession
  private let other: StoredSession

  init() throws {
    demo = try .put("demo")
    other = try .put("other", incarnation: "bbbbbbbb")
  }

  private func step(_ revision: Int64, tab: String = "games") throws -> Step {
    let tab: Tab.ID = try .named(tab)
    return Step(
      receivedAt: Instant(microseconds: revision), input: Input(.select(tab)),
      outcome: Outcome(
        revision: revision, type: .select, tab: tab, previousTab: nil, selectedTab: tab, tap: nil, directive: nil,
        reason: .applied))
  }

  private func take(_ revisions: ClosedRange<Int64>, of session: StoredSession, _ held: inout StepHistories) throws {
    for revision in revisions {
      held.take(Happening(try step(revision), of: session.id, in: session.incarnation))
    }
  }

  private func revisions(of session: StoredSession, _ held: StepHistories) -> [Int64] {
    held.steps(of: session.id, in: session.incarnation).map(\.revision)
  }

  @Test("are the last 256 of a session")
  func longest() throws {
    var held = StepHistories(bytes: .max)
    try take(1...300, of: demo, &held)
    try take(1...2, of: other, &held)
    #expect(revisions(of: demo, held) == Array(45...300))
    #expect(revisions(of: other, held) == [1, 2])
    #expect(held.steps(of: demo.id, in: other.incarnation) == [])
  }

  @Test("have no gap: what comes after one begins anew")
  func gap() throws {
    var held = StepHistories(bytes: .max)
    try take(1...3, of: demo, &held)
    try take(5...6, of: demo, &held)
    #expect(revisions(of: demo, held) == [5, 6])
  }

  @Test("go with a replacement, a deletion and a failed commit, and nothing is left of them")
  func forgotten() throws {
    for end in [Happening(put: demo), Happening(endOf: demo.id, in: demo.incarnation), nil] {
      var held = StepHistories(bytes: .max)
      try take(1...3, of: demo, &held)
      if let end { held.take(end) } else { held.forget(demo.id) }
      #expect(revisions(of: demo, held) == [])
      #expect(held.bytes == 0)
    }
  }

  @Test("have only so many bytes, of all sessions together; the oldest go first, whosever they are")
  func budget() throws {
    var one = StepHistories(bytes: .max)
    try take(1...1, of: demo, &one)
    var held = StepHistories(bytes: one.bytes * 4)
    try take(1...2, of: demo, &held)
    try take(1...2, of: other, &held)
    try take(3...3, of: demo, &held)
    #expect(revisions(of: demo, held) == [2, 3])
    #expect(revisions(of: other, held) == [1, 2])
    try take(3...5, of: other, &held)
    #expect(revisions(of: demo, held) == [3])
    #expect(revisions(of: other, held) == [3, 4, 5])
    #expect(held.bytes == one.bytes * 4)
  }

  @Test("are none where there is room for none")
  func none() throws {
    var held = StepHistories(bytes: 0)
    try take(1...3, of: demo, &held)
    #expect(revisions(of: demo, held) == [])
    #expect(held.bytes == 0)
  }

  @Test("count the texts that they have")
  func texts() throws {
    let long = try step(1, tab: String(repeating: "a", count: 64))
    #expect(try step(1).heapBytes == 0)
    // The outcome's tab and selected tab, and the input's.
    #expect(long.heapBytes == 3 * (32 + 64))
  }
}
