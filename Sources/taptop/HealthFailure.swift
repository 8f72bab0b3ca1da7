import Glibc
import TLS

/// Why a server can't be called ready.
enum HealthFailure: Error, Hashable {
  case unknownHost(String)
  /// The error number that connecting to the last of the host's addresses gave.
  case unreachable(errno: Int32)
  case noAnswer(within: Duration)
  /// The connection ended, in order or not, before there was a whole answer.
  case brokenOff
  /// What came does not begin as an answer does; the beginning of it.
  case notHTTP(String)
  /// The certificate that the server should show is not there to be compared with; the reason.
  case noTrust(String)
  case encryption(TLSClientSession.Failure)
  case notReady(status: Int, body: String)

  /// The reason on one line.
  var line: String {
    switch self {
    case .unknownHost(let host): "no address is known for \(host.quoted)"
    case .unreachable(ECONNREFUSED): "connection refused, nothing listens there"
    case .unreachable(ENETUNREACH), .unreachable(EHOSTUNREACH): "there is no way to that host"
    case .unreachable(let number): "can't connect (error \(number))"
    case .noAnswer(let limit): "no answer within \(TimeSpan.text(limit))"
    case .brokenOff: "the connection ended before there was an answer"
    case .notHTTP(let beginning): "what answers there does not speak HTTP/1.1, it says \(beginning.quoted)"
    case .noTrust(let reason): reason
    case .encryption(.badTrust): "the file in \(HealthTarget.certificateVariable) has no certificate to compare with"
    case .encryption(.otherCertificate):
      "the server shows another certificate than the file in \(HealthTarget.certificateVariable) has; was it renewed "
        + "without a restart?"
    case .encryption(.untrusted):
      "nobody whom this system trusts vouches for the server's certificate; name its file in "
        + HealthTarget.certificateVariable
    case .encryption(.broken(let code)):
      "what answers there does not speak TLS 1.2 or 1.3, or broke off (GnuTLS's code \(code))"
    case .notReady(let status, ""): "status \(status)"
    case .notReady(let status, let body): "status \(status): \(body)"
    }
  }
}
