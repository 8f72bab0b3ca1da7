import HTTPMessages

/// What `taptop health` asks, and where.
struct HealthTarget: Hashable, Sendable {
  /// Whether the server is spoken to in TLS, and how it is known to be the right one.
  enum Scheme: Hashable, Sendable {
    case http
    /// By the certificate in this file, which it must show; without one, by those whom the system trusts.
    case https(certificate: String?)

    var text: String {
      switch self {
      case .http: "http"
      case .https: "https"
      }
    }

    fileprivate var defaultPort: UInt16 {
      switch self {
      case .http: 80
      case .https: 443
      }
    }
  }

  let scheme: Scheme
  let host: Host
  let port: UInt16
  /// The request target, query included.
  let path: String

  static let readiness = "/readyz"
  /// Names the file with the certificate that a server which is asked by URL must show.
  static let certificateVariable = "TAPTOP_TLS_CERTIFICATE"

  /// Reads a URL: `http://host[:port][/path]`, or `https://…`; without a path it means the server's readiness.
  ///
  /// `certificate` is the file with the certificate that a server must show which is asked in TLS.
  init(url: String, certificate: String? = nil) throws(UsageError) {
    let bad = UsageError.badValue(
      source: "URL", value: url,
      expected: "http://host[:port][/path] or https://host[:port][/path], such as http://127.0.0.1:8080")
    let schemes = [Scheme.http, .https(certificate: certificate)]
    guard let scheme = schemes.first(where: { url.lowercased().hasPrefix("\($0.text)://") }) else { throw bad }
    let rest = url.dropFirst(scheme.text.count + 3)
    let pathStart = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let path = rest[pathStart...]
    guard let authority = Authority(String(rest[..<pathStart])), let host = Host(authority: authority.host),
      path.isEmpty || path.hasPrefix("/"),
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else {
      throw bad
    }
    self.scheme = scheme
    self.host = host
    port = authority.port ?? scheme.defaultPort
    self.path = path.isEmpty || path == "/" ? Self.readiness : String(path)
  }

  /// The readiness of the server that `serve` with this environment alone would be.
  init(environment: [String: String]) throws(UsageError) {
    let options = try ServeOptions(arguments: [], environment: environment)
    guard options.port != 0 else { throw .noPortToAsk(variable: "TAPTOP_PORT") }
    scheme = options.tlsCertificate.map { .https(certificate: $0) } ?? .http
    host = options.host.reachable
    port = options.port
    path = Self.readiness
  }

  var url: String { "\(scheme.text)://\(host.authority):\(port)\(path)" }
}
