internal import CMicrohttpd
internal import Glibc

/// A socket that takes connections; all loops accept from it, each through a duplicate of its descriptor.
public struct ListeningSocket: ~Copyable, Sendable {
  /// Where it listens in fact.
  public let address: HTTPDaemonAddress
  private let descriptor: Int32

  /// Connections that may wait in the kernel to be accepted; it cuts this down to its own `somaxconn`.
  static let backlog: Int32 = 4096

  /// Listens: connections wait from now on until a daemon takes them.
  ///
  /// - Parameters:
  ///   - host: The address or name to listen on, without brackets: an IPv4 or IPv6 address or a host name. Of a name with
  ///     several addresses the first that this machine has is taken.
  ///   - port: The TCP port; 0 takes any that is free.
  /// - Throws: What was wrong with the address.
  public init(host: String, port: UInt16) throws(HTTPDaemonError) {
    let name = HTTPDaemonAddress(host: host, port: port).authority
    let descriptor = try Self.listen(host: host, port: port, name: name)
    do throws(HTTPDaemonError) {
      address = try Self.address(of: descriptor, name: name)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// A descriptor of the same socket, which is the caller's to close.
  func duplicate() throws(HTTPDaemonError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .cannotStartLoop(call: "fcntl", code: errno) }
    return copy
  }

  /// Takes the first of the host's addresses that this machine has.
  private static func listen(host: String, port: UInt16, name: String) throws(HTTPDaemonError) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, String(port), &hints, &list)
    guard code == 0, let first = unsafe list else { throw .hostNotFound(host: host, resolverCode: code) }
    defer { unsafe freeaddrinfo(first) }

    var candidate: UnsafeMutablePointer<addrinfo>? = unsafe first
    var missing = HTTPDaemonError.addressNotAvailable(address: name)
    while let entry = unsafe candidate {
      do throws(HTTPDaemonError) {
        return try unsafe listen(on: entry.pointee, name: name)
      } catch .addressNotAvailable(let address) {
        missing = .addressNotAvailable(address: address)
      }
      unsafe candidate = entry.pointee.ai_next
    }
    throw missing
  }

  private static func listen(on entry: addrinfo, name: String) throws(HTTPDaemonError) -> Int32 {
    let descriptor = unsafe socket(
      entry.ai_family, entry.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), entry.ai_protocol)
    guard descriptor >= 0 else {
      // A machine without IPv6 has no such addresses either.
      if errno == EAFNOSUPPORT { throw .addressNotAvailable(address: name) }
      throw .cannotListen(address: name, call: "socket", code: errno)
    }
    do throws(HTTPDaemonError) {
      // Lets a restart have the port while old connections linger in the kernel. Not SO_REUSEPORT, with which a second
      // server would silently take a part of the connections.
      var on: Int32 = 1
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
      guard unsafe bind(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 else { throw refusal(of: name, call: "bind") }
      guard Glibc.listen(descriptor, backlog) == 0 else { throw refusal(of: name, call: "listen") }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func refusal(of name: String, call: String) -> HTTPDaemonError {
    switch errno {
    case EADDRINUSE: .addressInUse(address: name)
    case EADDRNOTAVAIL: .addressNotAvailable(address: name)
    case EACCES, EPERM: .addressNotPermitted(address: name)
    case let code: .cannotListen(address: name, call: call, code: code)
    }
  }

  private static func address(of descriptor: Int32, name: String) throws(HTTPDaemonError) -> HTTPDaemonAddress {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    let code = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard unsafe getsockname(descriptor, address, &length) == 0 else { return errno }
        return unsafe getnameinfo(
          address, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
          NI_NUMERICHOST | NI_NUMERICSERV)
      }
    }
    guard code == 0, let port = UInt16(text(service)) else {
      throw .cannotListen(address: name, call: "getsockname", code: code)
    }
    return HTTPDaemonAddress(host: text(host), port: port)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
