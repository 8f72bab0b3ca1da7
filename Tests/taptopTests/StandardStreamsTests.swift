import Glibc
import Testing

@testable import taptop

@Suite("The process")
struct ProcessTests {
  @Test("has the environment that getenv knows")
  func environment() throws {
    let environment = processEnvironment()
    #expect(!environment.isEmpty)
    for (name, value) in environment {
      // Safe: the string is copied at once, and nothing sets variables meanwhile.
      let known = unsafe getenv(name).map { unsafe String(cString: $0) }
      #expect(known == value)
    }
  }

  @Test("has a processor at least")
  func processors() {
    #expect(processorCount() >= 1)
  }

  @Test("does not wait for a pipe that is full and not to be waited for")
  func fullPipe() throws {
    var ends: [Int32] = [-1, -1]
    // Safe: pipe(2) fills in two descriptors, and there is room for two.
    try #require(unsafe pipe(&ends) == 0)
    defer { ends.forEach { _ = close($0) } }
    try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let more = [UInt8](repeating: 0, count: 4096)
    // No pipe holds a gigabyte.
    let taken = (0..<262_144).prefix { _ in write(more, to: ends[1]) }.count
    #expect((1..<262_144).contains(taken))
  }
}
