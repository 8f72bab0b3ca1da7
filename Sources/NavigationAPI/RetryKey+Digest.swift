import Digests
import NavigationJSON
import SessionEngine

extension RetryKey {
  /// The key of a request to `taps` or `inputs` of a session, whose keys are its own: so of the path only what follows the
  /// session's id tells two requests apart.
  init(_ idempotencyKey: String, _ form: InputBatch.Form, _ body: [UInt8]) {
    let segment =
      switch form {
      // With the slash that no segment has, so that none goes on in a body.
      case .taps: "taps/"
      case .inputs: "inputs/"
      }
    var request = SHA256()
    request.update(segment)
    request.update(body.span)
    self.init(key: Fingerprint(SHA256Digest(of: idempotencyKey)), request: Fingerprint(request.digest()))
  }
}

extension Fingerprint {
  /// The first half of a digest.
  fileprivate init(_ digest: SHA256Digest) {
    let bytes = digest.bytes
    func half(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: half(bytes[..<8]), low: half(bytes[8..<16]))
  }
}
