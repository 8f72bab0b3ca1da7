import HTTPDaemon
import NavigationCore
import TLS

extension ServeOptions {
  /// Bytes that a certificate's file or a key's may have: a chain of dozens is shorter.
  static let longestPEM = 1 << 20

  /// Reads the certificate and its key; nil where there are none.
  func readTLSCredentials() throws(UsageError) -> TLSCredentials? {
    guard let tlsCertificate, let tlsKey else { return nil }
    let certificate = try fileContent(tlsCertificate, of: "--tls-certificate", atMost: Self.longestPEM)
    let key = try fileContent(tlsKey, of: "--tls-key", atMost: Self.longestPEM)
    do throws(TLSCredentials.Fault) {
      return try TLSCredentials(
        certificate: String(decoding: certificate, as: UTF8.self), key: String(decoding: key, as: UTF8.self))
    } catch {
      throw .unusableFile(
        option: error.isOfCertificate ? "--tls-certificate" : "--tls-key",
        path: error.isOfCertificate ? tlsCertificate : tlsKey, reason: "\(error)")
    }
  }
}

extension TLSCredentials {
  /// What the daemon needs of it.
  var encryption: HTTPDaemonConfiguration.Encryption {
    HTTPDaemonConfiguration.Encryption(certificate: certificate, key: key)
  }

  /// Warns of a certificate that clients will not take now; the clock may be what is wrong, so it is no reason not to
  /// start.
  func warnIfNotValid(at now: Instant, _ log: Log) {
    let start = Instant(microseconds: Int64(validity.lowerBound) * 1_000_000)
    let end = Instant(microseconds: Int64(validity.upperBound) * 1_000_000)
    if now > end {
      log.write(.warning, "the certificate has expired, so that clients refuse it", ["expired": "\(timestamp(end))"])
    } else if now < start {
      log.write(
        .warning, "the certificate is not valid yet, so that clients refuse it", ["validFrom": "\(timestamp(start))"])
    }
  }
}
