import Glibc
import Testing

@testable import HTTPDaemon

@Suite("An address")
struct AddressTests {
  private static let hasIPVersion6 = unsafe access("/proc/net/if_inet6", R_OK) == 0

  @Test("is the one that was asked for, with the port that was free")
  func loopback() throws {
    try withDaemon(receive: echo) { daemon in
      #expect(daemon.address.host == "127.0.0.1")
      #expect(daemon.address.port != 0)
      #expect(daemon.address.authority == "127.0.0.1:\(daemon.address.port)")
    }
  }

  @Test("of IP version 6 stands in brackets")
  func version6() {
    #expect(HTTPDaemonAddress(host: "::1", port: 8080).authority == "[::1]:8080")
  }

  @Test("of IP version 6 is listened on, where the machine has it", .enabled(if: hasIPVersion6))
  func loopback6() throws {
    let socket = try ListeningSocket(host: "::1", port: 0)
    let address = socket.address
    let daemon = try HTTPDaemon(.loopback(), on: socket, receive: echo)
    defer { daemon.stop(within: 0) }
    #expect(daemon.address.authority == "[::1]:\(address.port)")
    #expect(throws: HTTPDaemonError.addressInUse(address: address.authority)) {
      _ = try ListeningSocket(host: "::1", port: address.port)
    }
  }

  @Test(
    "is loopback where only this machine reaches it",
    arguments: [
      ("127.0.0.1", true), ("127.0.1.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("0.0.0.0", false),
      ("::", false), ("192.0.2.1", false), ("::ffff:192.0.2.1", false), ("12.7.0.1", false),
    ])
  func isLoopback(host: String, expected: Bool) {
    #expect(HTTPDaemonAddress(host: host, port: 80).isLoopback == expected)
  }

  @Test("that is taken is refused by name", arguments: [1, 3])
  func taken(loops: Int) throws {
    try withDaemon(.loopback(loops: loops), receive: echo) { daemon in
      #expect(throws: HTTPDaemonError.addressInUse(address: daemon.address.authority)) {
        _ = try ListeningSocket(host: "127.0.0.1", port: daemon.address.port)
      }
      let client = try TestClient(daemon.address)
      #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
    }
  }

  @Test("is free again when its daemon has stopped")
  func freed() throws {
    var port: UInt16 = 0
    for _ in 1...3 {
      let daemon = try HTTPDaemon(.loopback(), port: port, receive: echo)
      port = daemon.address.port
      let client = try TestClient(daemon.address)
      #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
      daemon.stop(within: 0)
    }
  }

  @Test("whose name is not known is refused by name")
  func unknownHost() {
    #expect { _ = try ListeningSocket(host: "no such host", port: 0) } throws: { error in
      guard case HTTPDaemonError.hostNotFound(host: "no such host", _) = error else { return false }
      return "\(error)".hasPrefix("host \"no such host\" has no address")
    }
  }

  @Test("that is another machine's is refused by name")
  func foreign() {
    #expect(throws: HTTPDaemonError.addressNotAvailable(address: "192.0.2.1:80")) {
      _ = try ListeningSocket(host: "192.0.2.1", port: 80)
    }
  }

  @Test("is not even tried with settings that can't be kept")
  func settings() {
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.loops = 0
    #expect(throws: HTTPDaemonError.settingOutOfRange(name: "loops", value: 0, allowed: 1...256)) {
      try HTTPDaemon(configuration, receive: echo)
    }
  }
}
