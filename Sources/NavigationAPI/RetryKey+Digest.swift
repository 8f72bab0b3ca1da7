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
    guard let half = Fingerprint(digest.bytes.prefix(Self.byteCount)) else {
      preconditionFailure("a digest has twice as many bytes")
    }
    self = half
  }
}
