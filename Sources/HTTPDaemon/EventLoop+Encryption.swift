internal import CMicrohttpd
internal import Glibc

extension HTTPDaemonConfiguration {
  /// A certificate and its key, both in PEM; they must be good and belong together, or the daemon does not start.
  public struct Encryption: Hashable, Sendable {
    let certificate: String
    let key: String

    /// Puts them together.
    public init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }
}

extension EventLoop {
  /// What GnuTLS may agree to: nothing older than TLS 1.2, and there only ciphers that authenticate too, and keys that are
  /// made anew for each connection (RFC 9325, section 4.2).
  private static let priorities =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM"

  /// Lends libmicrohttpd what it needs to speak TLS, if it is to: for its start, after which it has made its own of it.
  func withEncryption<Result>(_ body: (MHD_FLAG.RawValue, [MHD_OptionItem]) -> Result) -> Result {
    guard let encryption = configuration.encryption else { return unsafe body(0, []) }
    // Safe: the texts live until the closure returns, and are only read; that they could be written is C's way to say
    // nothing about it.
    return unsafe encryption.certificate.withCString { certificate in
      unsafe encryption.key.withCString { key in
        unsafe Self.priorities.withCString { priorities in
          func item(_ option: MHD_OPTION, _ text: UnsafePointer<CChar>) -> MHD_OptionItem {
            unsafe MHD_OptionItem(option: option, value: 0, ptr_value: UnsafeMutableRawPointer(mutating: text))
          }
          return unsafe body(
            MHD_USE_TLS.rawValue,
            [
              item(.HTTPS_MEM_CERT, certificate), item(.HTTPS_MEM_KEY, key), item(.HTTPS_PRIORITIES, priorities),
            ])
        }
      }
    }
  }
}
