internal import Glibc

/// Why a daemon did not start.
public enum HTTPDaemonError: Error, Hashable, Sendable {
  /// A number in the configuration that can't be kept to.
  case settingOutOfRange(name: String, value: Int, allowed: ClosedRange<Int>)
  /// The host has no address; the resolver's code is one of `getaddrinfo(3)`.
  case hostNotFound(host: String, resolverCode: Int32)
  /// Something else listens on this address, written as in a URL.
  case addressInUse(address: String)
  /// The address is not one of this machine's.
  case addressNotAvailable(address: String)
  /// This user may not listen there, as on ports below 1024.
  case addressNotPermitted(address: String)
  /// Another system call failed while the address was taken; the code is one of `errno(3)`.
  case cannotListen(address: String, call: String, code: Int32)
  /// An event loop could not be made, mostly for want of file descriptors or threads; the code is one of `errno(3)`.
  case cannotStartLoop(call: String, code: Int32)
}

extension HTTPDaemonError: CustomStringConvertible {
  /// One sentence for the person who started the server, with what would be right.
  public var description: String {
    switch self {
    case .settingOutOfRange(let name, let value, let allowed):
      "\(name) is \(value), and must be \(allowed.lowerBound) to \(allowed.upperBound)"
    case .hostNotFound(let host, let code):
      "host \"\(host)\" has no address\(code == EAI_AGAIN ? ": no name server answers now" : "")"
    case .addressInUse(let address):
      "\(address) is taken: another server listens there; stop it or choose another port"
    case .addressNotAvailable(let address):
      "\(address) is not an address of this machine"
    case .addressNotPermitted(let address):
      "\(address) may not be listened on by this user; choose a port from 1024 on"
    case .cannotListen(let address, let call, let code):
      "cannot listen on \(address): \(call) failed with error \(code)"
    case .cannotStartLoop(let call, let code):
      "cannot start an event loop: \(call) failed with error \(code)"
    }
  }
}
