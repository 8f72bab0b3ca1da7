import Glibc
import Testing

@testable import HTTPDaemon

@Suite("Connections that linger")
struct LingeringConnectionsTests {
  /// Two ends of a connection.
  private func pair() -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    return (ends[0], ends[1])
  }

  /// Whether nobody takes what is sent: that nothing comes any more is so while a connection lingers, too.
  private func isClosed(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return unsafe send(descriptor, &byte, 1, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) < 0
  }

  @Test("make room for others, the oldest first", arguments: [true, false])
  func room(makingRoom: Bool) {
    var lingering = LingeringConnections()
    let pairs = (0...LingeringConnections.most).map { _ in pair() }
    for (ours, _) in pairs {
      lingering.keep(ours, makingRoom: makingRoom)
      close(ours)
    }
    #expect(pairs.map { isClosed($0.theirs) } == [makingRoom] + pairs.dropFirst().map { _ in false })
    lingering = LingeringConnections()
    #expect(pairs.allSatisfy { isClosed($0.theirs) })
    for (_, theirs) in pairs { close(theirs) }
  }

  @Test("go when their clients do")
  func end() {
    var lingering = LingeringConnections()
    let (ours, theirs) = pair()
    lingering.keep(ours, makingRoom: true)
    close(ours)
    lingering.read()
    #expect(lingering.descriptors.count == 1)
    close(theirs)
    lingering.read()
    #expect(lingering.descriptors == [])
  }
}
