import Glibc

/// A moment by which something must be done.
struct Deadline: Sendable {
  let limit: Duration
  private let moment: ContinuousClock.Instant

  /// The moment so long from now.
  init(after limit: Duration) {
    self.limit = limit
    moment = .now + limit
  }

  /// Milliseconds that are left, a part of one counting as one; as poll(2) takes them.
  var millisecondsLeft: Int32 {
    let left = max(.zero, moment - .now)
    return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
  }
}

/// The one owner of a TCP connection that we opened; closed with its owner's end.
struct ClientSocket: ~Copyable {
  /// For who reads and writes in its stead, while it lives.
  let descriptor: Int32

  /// Connects to the first of the host's addresses that takes it.
  init(host: Host, port: UInt16, deadline: Deadline) throws(HealthFailure) {
    let addresses = Self.addresses(of: host, port: port)
    guard !addresses.isEmpty else { throw .unknownHost(host.text) }
    var failure = HealthFailure.unknownHost(host.text)
    for address in addresses {
      do {
        descriptor = try Self.connect(to: address, deadline: deadline)
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  deinit {
    close(descriptor)
  }

  /// Sends all of some bytes.
  func send(_ bytes: [UInt8], deadline: Deadline) throws(HealthFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Safe: the buffer is the array's own and read only. MSG_NOSIGNAL: an end of the connection is an error, not a
      // signal.
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try Self.await(POLLOUT, on: descriptor, deadline: deadline)
      } else if errno != EINTR {
        throw .brokenOff
      }
    }
  }

  /// Waits for the next bytes; nil at the end of what the other side sends.
  func receive(upTo limit: Int, deadline: Deadline) throws(HealthFailure) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    while true {
      // Safe: recv writes into the array's own buffer and no more than its length.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
      }
      if count >= 0 {
        return count == 0 ? nil : Array(buffer.prefix(count))
      } else if errno == EAGAIN {
        try Self.await(POLLIN, on: descriptor, deadline: deadline)
      } else if errno != EINTR {
        throw .brokenOff
      }
    }
  }

  /// Waits until poll(2) sees an event.
  func wait(for event: Int32, deadline: Deadline) throws(HealthFailure) {
    try Self.await(event, on: descriptor, deadline: deadline)
  }

  /// A socket address as bytes of our own, so that the resolver's list can be freed at once.
  private struct Address {
    let family: Int32
    let bytes: [UInt8]
  }

  private static func addresses(of host: Host, port: UInt16) -> [Address] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = host.form == .name ? AI_NUMERICSERV : AI_NUMERICHOST | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    // Safe: the hints are a local variable; on success the list is ours until it is freed, below, after what is needed
    // of it has been copied.
    guard unsafe getaddrinfo(host.text, String(port), &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [Address] = []
    var entry = unsafe list
    while let info = unsafe entry?.pointee {
      let bytes = unsafe UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
      unsafe addresses.append(Address(family: info.ai_family, bytes: Array(bytes)))
      unsafe entry = info.ai_next
    }
    return addresses
  }

  private static func connect(to address: Address, deadline: Deadline) throws(HealthFailure) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(address.family, Int32(kind), 0)
    guard descriptor >= 0 else { throw .unreachable(errno: errno) }
    do {
      try connect(descriptor, to: address, deadline: deadline)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func connect(
    _ descriptor: Int32, to address: Address, deadline: Deadline
  ) throws(HealthFailure) {
    // Safe: the bytes are the socket address that the resolver made for this family, with its own length. An array's
    // storage is aligned for any of them.
    let result = unsafe address.bytes.withUnsafeBytes { bytes in
      unsafe Glibc.connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    if result == 0 {
      return
    }
    guard errno == EINPROGRESS || errno == EINTR else { throw .unreachable(errno: errno) }
    try Self.await(POLLOUT, on: descriptor, deadline: deadline)
    var number: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    // Safe: SO_ERROR is an int, and there is room for one.
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else {
      throw .unreachable(errno: errno)
    }
    guard number == 0 else { throw .unreachable(errno: number) }
  }

  private static func await(_ event: Int32, on descriptor: Int32, deadline: Deadline) throws(HealthFailure) {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    while true {
      // Safe: one entry, a local variable.
      let count = unsafe poll(&entry, 1, deadline.millisecondsLeft)
      if count > 0 {
        return
      }
      guard count < 0, errno == EINTR else { throw .noAnswer(within: deadline.limit) }
    }
  }
}
