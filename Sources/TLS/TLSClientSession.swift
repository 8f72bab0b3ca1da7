import CGnuTLS

/// The client's side of TLS 1.2 or 1.3 on a connection that never blocks (RFC 8446).
///
/// Safe to hold: both handles are this value's alone, and are freed once, in `deinit`; the connection, which is the
/// caller's, must outlive it.
@safe
public struct TLSClientSession: ~Copyable {
  /// Which server is believed.
  public enum Trust: Sendable {
    /// The one that shows the first of these certificates, in PEM: whoever has its key.
    case certificate(String)
    /// One for whose name somebody vouches whom this system trusts.
    case system
  }

  /// What must happen before an attempt can go on.
  public enum Need: Error, Hashable, Sendable {
    /// Something must come from the other side.
    case toReceive
    /// The other side must take something.
    case toSend
    /// Nothing helps.
    case failed(Failure)
  }

  /// Why there is no session, or no more of one.
  public enum Failure: Error, Hashable, Sendable {
    /// The certificates that were to be trusted can't be read.
    case badTrust
    /// The server shows another certificate than the one that is trusted.
    case otherCertificate
    /// Nobody who is trusted vouches for the server under this name, now.
    case untrusted
    /// What answers does not speak TLS, or none that we do; or it has gone. The code is GnuTLS's.
    case broken(code: Int32)
  }

  private let session: gnutls_session_t
  private let credentials: gnutls_certificate_credentials_t
  private let server: String
  private let trust: Trust

  /// Gets ready to speak to a server of this name or address over a connected socket.
  public init(descriptor: Int32, server: String, isAddress: Bool, trust: Trust) {
    var session: gnutls_session_t?
    var credentials: gnutls_certificate_credentials_t?
    let flags = UInt32(GNUTLS_CLIENT) | UInt32(GNUTLS_NONBLOCK) | UInt32(GNUTLS_NO_SIGNAL)
    guard unsafe gnutls_init(&session, flags) == 0, let session = unsafe session,
      unsafe gnutls_certificate_allocate_credentials(&credentials) == 0, let credentials = unsafe credentials
    else { preconditionFailure("GnuTLS has no memory for a session") }
    unsafe self.session = session
    unsafe self.credentials = credentials
    self.server = server
    self.trust = trust
    unsafe gnutls_priority_set_direct(session, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", nil)
    unsafe gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    unsafe gnutls_transport_set_int2(session, descriptor, descriptor)
    if !isAddress { unsafe gnutls_server_name_set(session, GNUTLS_NAME_DNS, server, server.utf8.count) }
    if case .system = trust { unsafe gnutls_certificate_set_x509_system_trust(credentials) }
  }

  deinit {
    unsafe gnutls_deinit(session)
    unsafe gnutls_certificate_free_credentials(credentials)
  }

  /// Comes to an agreement with the server, and finds out whether it is the one that is meant; to be called again after
  /// what it needs.
  public borrowing func handshake() throws(Need) {
    let code = unsafe gnutls_handshake(session)
    guard code >= 0 else { throw need(code) }
    switch trust {
    case .certificate(let text): try requireCertificate(text)
    case .system:
      var status: UInt32 = 0
      guard unsafe gnutls_certificate_verify_peers3(session, server, &status) == 0, status == 0 else {
        throw .failed(.untrusted)
      }
    }
  }

  private borrowing func requireCertificate(_ text: String) throws(Need) {
    let chain: CertificateChain
    do { chain = try CertificateChain(text) } catch { throw .failed(.badTrust) }
    var count: UInt32 = 0
    // Safe: what it lends is valid until the session changes, and is read before.
    guard let shown = unsafe gnutls_certificate_get_peers(session, &count), count > 0,
      unsafe chain.begins(withDER: shown)
    else { throw .failed(.otherCertificate) }
  }

  /// Sends some of the bytes; how many.
  public borrowing func send(_ bytes: ArraySlice<UInt8>) throws(Need) -> Int {
    // Safe: GnuTLS reads the bytes and keeps none.
    let count = unsafe bytes.withUnsafeBytes { unsafe gnutls_record_send(session, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw need(Int32(count)) }
    return count
  }

  /// Receives what has come; nothing at the end.
  public borrowing func receive(upTo limit: Int) throws(Need) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    // Safe: GnuTLS writes into the array's own buffer and no more than its length.
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe gnutls_record_recv(session, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw need(Int32(count)) }
    return Array(buffer.prefix(count))
  }

  private borrowing func need(_ code: Int32) -> Need {
    guard code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED else { return .failed(.broken(code: code)) }
    return unsafe gnutls_record_get_direction(session) == 0 ? .toReceive : .toSend
  }
}
