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
    var configuration = HTTPDaemonConfiguration.loopback()
    configuration.host = "::1"
    try withDaemon(configuration, receive: echo) { daemon in
      #expect(daemon.address.authority == "[::1]:\(daemon.address.port)")
      #expect(throws: HTTPDaemonError.addressInUse(address: daemon.address.authority)) {
        configuration.port = daemon.address.port
        _ = try HTTPDaemon(configuration, receive: echo)
      }
    }
  }

  @Test("that is taken is refused by name", arguments: [1, 3])
  func taken(loops: Int) throws {
    try withDaemon(.loopback(loops: loops), receive: echo) { daemon in
      var same = HTTPDaemonConfiguration.loopback(loops: loops)
      same.port = daemon.address.port
      #expect(throws: HTTPDaemonError.addressInUse(address: daemon.address.authority)) {
        try HTTPDaemon(same, receive: echo)
      }
      let client = try TestClient(daemon.address)
      #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
    }
  }

  @Test("is free again when its daemon has stopped")
  func freed() throws {
    var configuration = HTTPDaemonConfiguration.loopback()
    for _ in 1...3 {
      try withDaemon(configuration, receive: echo) { daemon in
        configuration.port = daemon.address.port
        let client = try TestClient(daemon.address)
        #expect(try client.exchange("GET / HTTP/1.1\r\n\r\n").status == 200)
      }
    }
  }

  @Test("whose name is not known is refused by name")
  func unknownHost() {
    let configuration = HTTPDaemonConfiguration(host: "no such host", port: 0)
    #expect { try HTTPDaemon(configuration, receive: echo) } throws: { error in
      guard case HTTPDaemonError.hostNotFound(host: "no such host", _) = error else { return false }
      return "\(error)".hasPrefix("host \"no such host\" has no address")
    }
  }

  @Test("that is another machine's is refused by name")
  func foreign() {
    #expect(throws: HTTPDaemonError.addressNotAvailable(address: "192.0.2.1:80")) {
      try HTTPDaemon(HTTPDaemonConfiguration(host: "192.0.2.1", port: 80), receive: echo)
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
