import Glibc
import TLS

/// A connection to a server that is asked for its health, encrypted where the target says so.
struct HealthConnection: ~Copyable {
  private let socket: ClientSocket
  private let session: TLSClientSession?
  private let deadline: Deadline

  /// Connects, and agrees on encryption where there is to be any.
  init(to target: HealthTarget, deadline: Deadline) throws(HealthFailure) {
    self.deadline = deadline
    let trust: TLSClientSession.Trust
    switch target.scheme {
    case .http:
      socket = try ClientSocket(host: target.host, port: target.port, deadline: deadline)
      session = nil
      return
    case .https(certificate: nil): trust = .system
    case .https(certificate: .some(let path)): trust = .certificate(try Self.certificate(path))
    }
    let socket = try ClientSocket(host: target.host, port: target.port, deadline: deadline)
    let session = TLSClientSession(
      descriptor: socket.descriptor, server: target.host.text, isAddress: target.host.form != .name, trust: trust)
    while true {
      do throws(TLSClientSession.Need) {
        try session.handshake()
        break
      } catch {
        try Self.meet(error, on: socket, deadline)
      }
    }
    self.socket = socket
    self.session = consume session
  }

  /// Sends all of some bytes.
  func send(_ bytes: [UInt8]) throws(HealthFailure) {
    switch session {
    case .none: try socket.send(bytes, deadline: deadline)
    case .some(let session):
      var rest = bytes[...]
      while !rest.isEmpty {
        do throws(TLSClientSession.Need) {
          rest = rest.dropFirst(try session.send(rest))
        } catch {
          try Self.meet(error, on: socket, deadline)
        }
      }
    }
  }

  /// Waits for the next bytes; nil at the end of what the other side sends.
  func receive(upTo limit: Int) throws(HealthFailure) -> [UInt8]? {
    switch session {
    case .none: return try socket.receive(upTo: limit, deadline: deadline)
    case .some(let session):
      while true {
        do throws(TLSClientSession.Need) {
          let bytes = try session.receive(upTo: limit)
          return bytes.isEmpty ? nil : bytes
        } catch {
          try Self.meet(error, on: socket, deadline)
        }
      }
    }
  }

  private static func certificate(_ path: String) throws(HealthFailure) -> String {
    do {
      let content = try fileContent(path, of: HealthTarget.certificateVariable, atMost: ServeOptions.longestPEM)
      return String(decoding: content, as: UTF8.self)
    } catch {
      throw .noTrust(error.line)
    }
  }

  /// Waits until what the session needs has happened.
  private static func meet(
    _ need: TLSClientSession.Need, on socket: borrowing ClientSocket, _ deadline: Deadline
  ) throws(HealthFailure) {
    switch need {
    case .toReceive: try socket.wait(for: POLLIN, deadline: deadline)
    case .toSend: try socket.wait(for: POLLOUT, deadline: deadline)
    case .failed(let failure): throw .encryption(failure)
    }
  }
}
