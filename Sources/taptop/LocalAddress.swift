import Glibc

/// Where a socket is in the file system (unix(7)).
struct LocalAddress: Hashable, Sendable {
  let path: String

  /// Bytes of the longest path there can be: what `sun_path` holds but for the NUL at its end.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// The address of a path; nil where that is too long for one, or empty.
  init?(path: String) {
    guard (1...Self.longestPath).contains(path.utf8.count) else { return nil }
    self.path = path
  }

  /// The place of the socket by which a server that uses a data file is asked; nil where its path is too long.
  init?(ofServerUsing data: String) {
    self.init(path: data + "-control")
  }

  /// Binds a socket to this place.
  ///
  /// - Returns: 0, or one of `errno(3)`.
  func bind(_ descriptor: Int32) -> Int32 {
    unsafe withSocketAddress { unsafe Glibc.bind(descriptor, $0, $1) }
  }

  /// Connects a socket to the one at this place.
  ///
  /// - Returns: 0, or one of `errno(3)`.
  func connect(_ descriptor: Int32) -> Int32 {
    unsafe withSocketAddress { unsafe Glibc.connect(descriptor, $0, $1) }
  }

  private func withSocketAddress(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Safe: the path is shorter than what it is copied into, so that a NUL of those it is made of stays behind it; and a
    // socket address of any family is passed as a sockaddr with its length.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
      }
    }
  }
}
