import HTTPMessages
import TestSupport
import Testing

@testable import HTTPDaemon

@Suite("Noise")
struct NoiseTests {
  private static let requests = [
    "GET /a?b=c&d HTTP/1.1\r\nHost: h\r\nCookie: a=b; c=\"d\"\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello",
    "PUT / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
    "HEAD /%41/../ HTTP/1.9\r\nA: 1\r\n 2\r\nB:\t3 \r\n\r\nGET / HTTP/1.1\r\n\r\n",
  ]

  @Test("of any kind leaves the daemon serving", arguments: [1, 2, 3])
  func noise(seed: UInt64) throws {
    var randomness = SplitMix64(seed: seed)
    let desk = Desk()
    try withDaemon(.loopback(loops: 2)) { head in
      switch head.target.utf8.count % 3 {
      case 0: .answer(.text("no", status: 404))
      case 1: echo(head)
      default: desk.receive(head)
      }
    } _: { daemon in
      for round in 1...400 {
        var bytes = Array(Self.requests.randomElement(using: &randomness).map { $0.utf8 } ?? "".utf8)
        for _ in 0..<Int.random(in: 0...6, using: &randomness) {
          let place = Int.random(in: 0..<bytes.count, using: &randomness)
          switch Int.random(in: 0...3, using: &randomness) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &randomness)
          case 1: bytes.remove(at: place)
          case 2: bytes.insert([0, 10, 13, 32, 58, 255].randomElement(using: &randomness) ?? 0, at: place)
          default: bytes.insert(contentsOf: bytes[place...].prefix(30), at: place)
          }
        }
        let client = try TestClient(daemon.address)
        try client.send(Array(bytes[..<Int.random(in: 0...bytes.count, using: &randomness)]))
        // A third waits for nothing, a third breaks off, a third closes; answers come to some of them.
        if round % 3 == 0 { client.reset() }
        for (_, token) in desk.requests.take(desk.requests.contents.count) { token.answer(with: .text("late")) }
        if round % 3 == 1 { client.leave() }
      }
      let client = try TestClient(daemon.address)
      let answer = try client.exchange("POST /1/x HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi")
      #expect(answer.body == "hi", "seed \(randomness.seed)")
    }
  }
}
