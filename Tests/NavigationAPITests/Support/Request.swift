import HTTPMessages

/// A request as a client sends it, whole; a test changes what it is about.
struct Request {
  var method: String
  var target: String
  var version = HTTPVersion.http11
  /// The `Host` field; nil for none.
  var host: String? = "localhost:8080"
  /// The other fields.
  var fields: [HTTPField]
  var body: HTTPBody

  init(_ method: String, _ target: String, _ body: String = "", _ fields: [HTTPField] = []) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = .complete(Array(body.utf8))
  }

  var head: HTTPRequestHead {
    let host = host.map { [HTTPField("Host", $0)] } ?? []
    return HTTPRequestHead(method: method, target: target, version: version, fields: HTTPFields(host + fields))
  }

  /// The same request with one more field.
  func with(_ name: String, _ value: String) -> Request {
    var request = self
    request.fields.append(HTTPField(name, value))
    return request
  }
}
