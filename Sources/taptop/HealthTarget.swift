import HTTPMessages

/// What `taptop health` asks, and where.
struct HealthTarget: Hashable, Sendable {
  let host: Host
  let port: UInt16
  /// The request target, query included.
  let path: String

  static let readiness = "/readyz"

  /// Reads a URL: `http://host[:port][/path]`; without a path it means the server's readiness.
  init(url: String) throws(UsageError) {
    let bad = UsageError.badValue(
      source: "URL", value: url, expected: "http://host[:port][/path], such as http://127.0.0.1:8080")
    let scheme = "http://"
    guard url.prefix(scheme.count).lowercased() == scheme else { throw bad }
    let rest = url.dropFirst(scheme.count)
    let pathStart = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let path = rest[pathStart...]
    guard let authority = Authority(String(rest[..<pathStart])), let host = Host(authority: authority.host),
      path.isEmpty || path.hasPrefix("/"),
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else {
      throw bad
    }
    self.host = host
    port = authority.port ?? 80
    self.path = path.isEmpty || path == "/" ? Self.readiness : String(path)
  }

  /// The readiness of the server that `serve` with this environment alone would be.
  init(environment: [String: String]) throws(UsageError) {
    let options = try ServeOptions(arguments: [], environment: environment)
    guard options.port != 0 else { throw .noPortToAsk(variable: "TAPTOP_PORT") }
    host = options.host.reachable
    port = options.port
    path = Self.readiness
  }

  var url: String { "http://\(host.authority):\(port)\(path)" }
}
