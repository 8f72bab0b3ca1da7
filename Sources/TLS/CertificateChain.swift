import CGnuTLS

/// The certificates of a text, as GnuTLS has them.
///
/// Safe to hold: the list and what is in it is this value's alone, and is freed once, in `deinit`.
@safe
struct CertificateChain: ~Copyable {
  private let certificates: UnsafeMutablePointer<gnutls_x509_crt_t?>
  private let count: UInt32

  init(_ text: String) throws(TLSCredentials.Fault) {
    guard text.contains("-----BEGIN CERTIFICATE-----"), !text.utf8.contains(0) else { throw .noCertificate }
    var certificates: UnsafeMutablePointer<gnutls_x509_crt_t?>?
    var count: UInt32 = 0
    let code = unsafe withDatum(text) { datum in
      unsafe gnutls_x509_crt_list_import2(&certificates, &count, datum, GNUTLS_X509_FMT_PEM, 0)
    }
    guard code >= 0, count > 0, let certificates = unsafe certificates else { throw .badCertificate(code: code) }
    unsafe self.certificates = certificates
    self.count = count
  }

  deinit {
    for index in 0..<Int(count) { unsafe gnutls_x509_crt_deinit(certificates[index]) }
    unsafe shim_free(certificates)
  }

  /// When the first of them is valid.
  var validity: ClosedRange<Int> {
    let start = unsafe gnutls_x509_crt_get_activation_time(certificates[0])
    let end = unsafe gnutls_x509_crt_get_expiration_time(certificates[0])
    return start...max(start, end)
  }

  /// Whether the first of them is the one with these bytes, in DER.
  func begins(withDER der: UnsafePointer<gnutls_datum_t>) -> Bool {
    // Safe: GnuTLS reads both, and keeps neither.
    unsafe gnutls_x509_crt_equals2(certificates[0], der) != 0
  }

  /// What identifies the key of the first of them.
  var keyID: [UInt8] {
    // Safe: see `keyIdentifier`.
    unsafe keyIdentifier { unsafe gnutls_x509_crt_get_key_id(certificates[0], keyIDFlags, $0, $1) }
  }
}

/// A private key, as GnuTLS has it.
///
/// Safe to hold: the handle is this value's alone, and is freed once, in `deinit`.
@safe
struct PrivateKey: ~Copyable {
  private let handle: gnutls_x509_privkey_t

  init(_ text: String) throws(TLSCredentials.Fault) {
    guard text.contains("PRIVATE KEY-----"), !text.utf8.contains(0) else { throw .noKey }
    let isEncrypted = ["-----BEGIN ENCRYPTED PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED"].contains {
      text.contains($0)
    }
    guard !isEncrypted else { throw .encryptedKey }
    var handle: gnutls_x509_privkey_t?
    guard unsafe gnutls_x509_privkey_init(&handle) == 0, let handle = unsafe handle else {
      preconditionFailure("GnuTLS has no memory for a key")
    }
    let code = unsafe withDatum(text) { datum in
      unsafe gnutls_x509_privkey_import2(handle, datum, GNUTLS_X509_FMT_PEM, nil, 0)
    }
    let fault = code == 0 ? unsafe Self.weakness(of: handle) : .badKey(code: code)
    if let fault {
      unsafe gnutls_x509_privkey_deinit(handle)
      throw fault
    }
    unsafe self.handle = handle
  }

  deinit {
    unsafe gnutls_x509_privkey_deinit(handle)
  }

  /// Why no client of today speaks with a key; nil where they do.
  private static func weakness(of handle: gnutls_x509_privkey_t) -> TLSCredentials.Fault? {
    var bits: UInt32 = 0
    let code = unsafe gnutls_x509_privkey_get_pk_algorithm2(handle, &bits)
    let algorithm = gnutls_pk_algorithm_t(UInt32(bitPattern: code))
    let known = [
      GNUTLS_PK_RSA, GNUTLS_PK_RSA_PSS, GNUTLS_PK_ECDSA, GNUTLS_PK_EDDSA_ED25519, GNUTLS_PK_EDDSA_ED448,
    ]
    // What GnuTLS calls medium is 112 bits of security: RSA of 2048 bits, and all elliptic curves that are left in TLS.
    let strength = gnutls_pk_bits_to_sec_param(algorithm, bits)
    if known.contains(algorithm), strength.rawValue >= GNUTLS_SEC_PARAM_MEDIUM.rawValue { return nil }
    let name = unsafe gnutls_pk_algorithm_get_name(algorithm).map { unsafe String(cString: $0) }
    return .weakKey(algorithm: name ?? "unknown", bits: Int(bits))
  }

  /// Refuses a key that is not that of a chain's first certificate.
  borrowing func requireMatch(with chain: borrowing CertificateChain) throws(TLSCredentials.Fault) {
    // Safe: see `keyIdentifier`.
    let own = unsafe keyIdentifier { unsafe gnutls_x509_privkey_get_key_id(handle, keyIDFlags, $0, $1) }
    guard own == chain.keyID else { throw .mismatch }
  }
}

private let keyIDFlags = GNUTLS_KEYID_USE_SHA256.rawValue

/// What GnuTLS writes to identify a key: nothing where it can't.
///
/// Safe: it is told how much room there is, and tells how much of it it has used.
private func keyIdentifier(_ write: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32) -> [UInt8] {
  let room = 64
  return unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
    count = room
    if unsafe write(buffer.baseAddress, &count) != 0 { count = 0 }
  }
}

/// Lends GnuTLS a text, which it reads and does not keep.
private func withDatum<Result>(_ text: String, _ body: (UnsafePointer<gnutls_datum_t>) -> Result) -> Result {
  var bytes = Array(text.utf8)
  // Safe: the bytes live until the closure returns; that they could be written is C's way to say nothing about it.
  return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
    var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
    return unsafe body(&datum)
  }
}
