internal import CGnuTLS

/// A SHA-256 being computed, over bytes that come in pieces.
///
/// The digest is that of the pieces one after another (FIPS 180-4), wherever they were cut. Whoever hashes several
/// things that differ in length says where one ends, or two different rows of them have one digest.
///
/// Safe to hold: the handle is this value's alone, and is given back once, in `deinit`.
@safe
public struct SHA256: ~Copyable {
  private let handle: gnutls_hash_hd_t

  /// Begins with no bytes.
  public init() {
    var handle: gnutls_hash_hd_t?
    let code = unsafe gnutls_hash_init(&handle, GNUTLS_DIG_SHA256)
    // It has no memory, or its own tests failed: nothing that was hashed before could be compared with what comes.
    guard code == 0, let handle = unsafe handle else { fatalError("GnuTLS does not begin a SHA-256: \(code)") }
    unsafe self.handle = handle
  }

  deinit {
    unsafe gnutls_hash_deinit(handle, nil)
  }

  /// Takes the next bytes, without keeping them.
  public mutating func update(_ bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    // Safe: GnuTLS reads `count` bytes and keeps no pointer to them.
    let code = unsafe bytes.withUnsafeBytes { unsafe gnutls_hash(handle, $0.baseAddress, $0.count) }
    precondition(code == 0, "GnuTLS does not go on with a SHA-256")
  }

  /// Takes the UTF-8 of a text.
  public mutating func update(_ text: String) {
    update(text.utf8.span)
  }

  /// The digest of all that was taken.
  public consuming func digest() -> SHA256Digest {
    var bytes = SIMD32<UInt8>()
    // Safe: it writes the 32 bytes of a SHA-256, which is all that `bytes` is.
    unsafe withUnsafeMutableBytes(of: &bytes) { unsafe gnutls_hash_output(handle, $0.baseAddress) }
    return SHA256Digest(bytes)
  }
}
