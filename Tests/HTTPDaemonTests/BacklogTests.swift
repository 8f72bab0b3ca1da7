import TestSupport
import Testing

@testable import HTTPDaemon

@Suite("What waits to be sent")
struct BacklogTests {
  private func take(_ room: Int, of backlog: inout Backlog) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      count = unsafe backlog.take(
        into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<room]))
    }
  }

  @Test("comes out as it went in, whatever the sizes", arguments: 0..<20 as Range<UInt64>)
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var backlog = Backlog()
    var (sent, received): ([UInt8], [UInt8]) = ([], [])
    for _ in 0..<500 {
      if random.chance(60) {
        let piece = (0..<random.one(of: [0, 1, 3, 100])).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        backlog.append(piece)
        sent += piece
      } else {
        received += take(random.one(of: [1, 7, 250]), of: &backlog)
      }
      #expect(backlog.count == sent.count - received.count, "seed \(seed)")
    }
    received += take(backlog.count + 1, of: &backlog)
    #expect(received == sent, "seed \(seed)")
    #expect(backlog.pieces.isEmpty)
  }

  @Test("does not grow where something always waits")
  func lag() {
    var backlog = Backlog()
    backlog.append([0, 1])
    for _ in 1...1000 {
      backlog.append([2, 3])
      _ = take(2, of: &backlog)
      #expect(backlog.pieces.count <= 4)
    }
    #expect(backlog.count == 2)
  }
}
