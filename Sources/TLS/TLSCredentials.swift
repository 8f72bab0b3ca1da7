/// What a server shows and knows to prove who it is: a certificate, perhaps with those that vouch for it, and its key.
///
/// A value of this type has been looked at: both are PEM (RFC 7468), and the key is the first certificate's.
public struct TLSCredentials: Hashable, Sendable {
  /// The certificates in PEM: the server's own first, then each that vouches for the one before.
  public let certificate: String
  /// The private key of the first certificate, in PEM and not encrypted.
  public let key: String
  /// The times between which the first certificate is valid, in seconds since 1970.
  public let validity: ClosedRange<Int>

  /// Looks at a certificate and a key, each the text of a file.
  public init(certificate: String, key: String) throws(Fault) {
    let chain = try CertificateChain(certificate)
    try PrivateKey(key).requireMatch(with: chain)
    self.certificate = certificate
    self.key = key
    validity = chain.validity
  }

  /// Why there is nothing to prove an identity with.
  ///
  /// Nothing of the texts is in it: one of them is secret.
  public enum Fault: Error, Hashable, Sendable {
    /// The certificate's text has none.
    case noCertificate
    /// What stands in it can't be read; the code is GnuTLS's.
    case badCertificate(code: Int32)
    /// The key's text has none.
    case noKey
    /// The key can be used with a password only.
    case encryptedKey
    /// What stands in it can't be read; the code is GnuTLS's.
    case badKey(code: Int32)
    /// The key is of a kind or a length that TLS 1.2 and 1.3 have no use for.
    case weakKey(algorithm: String, bits: Int)
    /// The key is another certificate's.
    case mismatch
  }
}

extension TLSCredentials.Fault: CustomStringConvertible {
  /// What was wrong, and what would be right.
  public var description: String {
    switch self {
    case .noCertificate:
      "it has no certificate in PEM; it must have -----BEGIN CERTIFICATE-----, the server's own first"
    case .badCertificate(let code):
      "its certificate can't be read (GnuTLS's code \(code)); it must be an X.509 certificate in PEM"
    case .noKey:
      "it has no private key in PEM; it must have -----BEGIN PRIVATE KEY-----"
    case .encryptedKey:
      "its private key is encrypted; decrypt it, as with openssl pkey -in FILE -out PLAIN"
    case .badKey(let code):
      "its private key can't be read (GnuTLS's code \(code)); it must be an RSA, ECDSA or Ed25519 key in PEM"
    case .weakKey(let algorithm, let bits):
      "its private key is \(algorithm) of \(bits) bits, with which no client speaks; it must be RSA of 2048 bits or more, ECDSA or Ed25519"
    case .mismatch:
      "its private key is not that of the first certificate; the server's own certificate must stand first"
    }
  }

  /// Whether it is the certificate's text that is wrong, and not the key's.
  public var isOfCertificate: Bool {
    switch self {
    case .noCertificate, .badCertificate: true
    case .noKey, .encryptedKey, .badKey, .weakKey, .mismatch: false
    }
  }
}
