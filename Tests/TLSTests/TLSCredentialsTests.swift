import TLS
import Testing

@Suite("A certificate and its key")
struct TLSCredentialsTests {
  private func fault(certificate: String = Examples.server, key: String = Examples.serverKey) -> TLSCredentials.Fault? {
    do {
      _ = try TLSCredentials(certificate: certificate, key: key)
      return nil
    } catch {
      return error
    }
  }

  @Test("are taken as they are, with the time for which the certificate is good")
  func good() throws {
    let chain = "what people write above it\n" + Examples.server + "\n" + Examples.authority + "\n"
    let credentials = try TLSCredentials(certificate: chain, key: Examples.serverKey)
    #expect(credentials.certificate == chain)
    #expect(credentials.key == Examples.serverKey)
    #expect(credentials.validity == 1_796_085_157...2_111_445_157)
  }

  @Test("must belong together, the first certificate counting")
  func mismatch() {
    #expect(fault(certificate: Examples.authority) == .mismatch)
    #expect(fault(certificate: Examples.authority + "\n" + Examples.server) == .mismatch)
  }

  @Test("must be there", arguments: ["", "x", "-----BEGIN NOTHING-----\n-----END NOTHING-----\n"])
  func missing(text: String) {
    #expect(fault(certificate: text) == .noCertificate)
    #expect(fault(key: text) == .noKey)
    #expect(fault(certificate: Examples.serverKey) == .noCertificate)
    #expect(fault(key: Examples.server) == .noKey)
  }

  @Test("must be of a kind that is spoken with")
  func weak() {
    let faults = Examples.weakKeys.map { fault(key: $0) }
    #expect(faults == [.weakKey(algorithm: "RSA", bits: 512), .weakKey(algorithm: "DSA", bits: 1024)])
  }

  @Test("may have remarks around them, whatever these say")
  func remarks() {
    #expect(fault(key: "# from ENCRYPTED backups\n" + Examples.serverKey) == nil)
  }

  @Test("must be whole")
  func broken() throws {
    let half = { (text: String) in
      let lines = text.split(separator: "\n")
      return (lines.prefix(2) + lines.suffix(1)).joined(separator: "\n")
    }
    let certificate = try #require(fault(certificate: half(Examples.server)))
    let key = try #require(fault(key: half(Examples.serverKey)))
    guard case .badCertificate = certificate, case .badKey = key else {
      Issue.record("found \(certificate) and \(key)")
      return
    }
    #expect(certificate.isOfCertificate && !key.isOfCertificate)
    #expect(fault(certificate: Examples.server + "\0") == .noCertificate)
    #expect(fault(key: Examples.serverKey + "\0") == .noKey)
  }

  @Test("must not wait for a password", arguments: Examples.encryptedKeys)
  func encrypted(key: String) {
    #expect(fault(key: key) == .encryptedKey)
    #expect(
      fault(key: key.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
        == .encryptedKey)
  }

  @Test("are refused with what would be right")
  func descriptions() {
    #expect(
      "\(TLSCredentials.Fault.encryptedKey)"
        == "its private key is encrypted; decrypt it, as with openssl pkey -in FILE -out PLAIN")
    #expect(
      "\(TLSCredentials.Fault.mismatch)"
        == "its private key is not that of the first certificate; the server's own certificate must stand first")
    #expect(
      "\(TLSCredentials.Fault.badKey(code: -34))"
        == "its private key can't be read (GnuTLS's code -34); it must be an RSA, ECDSA or Ed25519 key in PEM")
  }
}
