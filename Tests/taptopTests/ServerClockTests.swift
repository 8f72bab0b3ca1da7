import Glibc
import NavigationCore
import Testing

@testable import taptop

@Suite("The server's clock")
struct ServerClockTests {
  @Test("shows the wall-clock time of its start plus the time elapsed since")
  func anchored() {
    let clock = ServerClock(wallTime: Instant(microseconds: 1_790_000_000_000_000), elapsed: 5_000_000)
    #expect(clock.instant(elapsed: 5_000_000) == Instant(microseconds: 1_790_000_000_000_000))
    #expect(clock.instant(elapsed: 5_000_001) == Instant(microseconds: 1_790_000_000_000_001))
    #expect(clock.instant(elapsed: 86_405_000_000) == Instant(microseconds: 1_790_086_400_000_000))
  }

  @Test("does not go before 1970")
  func notNegative() {
    let clock = ServerClock(wallTime: Instant(microseconds: 0), elapsed: 10)
    #expect(clock.instant(elapsed: 3) == Instant(microseconds: 0))
    #expect(clock.instant(elapsed: 11) == Instant(microseconds: 1))
  }

  @Test("starts at the wall clock's time and never goes back")
  func running() {
    let before = ServerClock.wallTime()
    let clock = ServerClock.starting()
    var last = clock.now()
    // A second, for a system whose clock is being set right at this moment.
    #expect(abs(last - before) < 1_000_000)
    for _ in 0..<1000 {
      let next = clock.now()
      #expect(next >= last)
      last = next
    }
  }
}

@Suite("The signals that the server awaits")
struct AwaitedSignalsTests {
  @Test("are kept until they are awaited, and come one by one")
  func awaited() {
    AwaitedSignals.block()
    defer { unblock() }
    let signals = AwaitedSignals()
    #expect(signals.wait(upTo: .zero) == nil)
    for signal in AwaitedSignals.Signal.allCases {
      // To this thread alone: the other threads of a test run would die of it.
      pthread_kill(pthread_self(), signal.rawValue)
      #expect(signals.wait() == signal)
      pthread_kill(pthread_self(), signal.rawValue)
      #expect(signals.wait(upTo: .seconds(60)) == signal)
    }
    #expect(signals.wait(upTo: .milliseconds(1)) == nil)
    #expect(signals.wait(upTo: .seconds(-1)) == nil)
  }

  @Test("have the numbers and names of signal(7)")
  func names() {
    #expect(AwaitedSignals.Signal.terminate.rawValue == SIGTERM)
    #expect(AwaitedSignals.Signal.interrupt.rawValue == SIGINT)
    #expect(AwaitedSignals.Signal.hangUp.rawValue == SIGHUP)
    #expect(AwaitedSignals.Signal.allCases.map(\.name) == ["SIGTERM", "SIGINT", "SIGHUP"])
  }

  @Test("leave a write to a closed pipe an error")
  func brokenPipe() throws {
    AwaitedSignals.block()
    defer { unblock() }
    var ends: [Int32] = [-1, -1]
    // Safe: pipe(2) fills in two descriptors, and there is room for two.
    try #require(unsafe pipe(&ends) == 0)
    close(ends[0])
    let isTaken = taptop.write([1], to: ends[1])
    #expect(!isTaken)
    close(ends[1])
  }

  /// Leaves this thread, which other tests will use, as it was.
  private func unblock() {
    var signals = sigset_t()
    // Safe: the set is a local variable, the old mask is not asked for.
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
