import HTTPMessages
import SessionEngine

/// What is decided from a request's head alone, in this order: what RFC 9112 wants refused, host, path, method,
/// origin, key of the caller, draining, content type, size.
extension API {
  enum Admission {
    /// The question which methods can be used.
    case options(allowed: [String])
    /// What is asked for, and by whom; nil where all callers are one.
    case operation(Operation, Caller.Name?, Query)
  }

  func admit(
    _ head: HTTPRequestHead, phase: Phase, keys: APIKeys?, into exchange: inout Exchange
  ) throws(Problem) -> Admission {
    let (target, host) = try validated(head)
    try admitHost(host)
    let foreign = noteOrigins(head, host: host, in: &exchange)
    let resource = target.form == .asterisk ? nil : try Router.resource(at: target.segments)
    exchange.labels.route = resource?.path
    var admission = try admitMethod(head.method, on: resource, target.query)
    if let foreign { throw .originNotAllowed(foreign) }
    if case .operation(let operation, _, let query) = admission, operation.needsKey, let keys {
      admission = .operation(operation, try caller(of: head, keys), query)
    }
    if phase == .draining, resource?.answersWhileDraining != true { throw .draining }
    if case .operation(let operation, _, _) = admission, operation.readsBody { try admitContentType(head) }
    if let length = head.contentLength, length > configuration.maxBody {
      throw .bodyTooLarge(limit: configuration.maxBody)
    }
    return admission
  }

  func validated(_ head: HTTPRequestHead) throws(Problem) -> (target: RequestTarget, host: Authority?) {
    do {
      return try head.validated()
    } catch {
      throw Problem(error)
    }
  }

  private func admitHost(_ host: Authority?) throws(Problem) {
    // Only HTTP/1.0 has requests without a host, and no browser speaks it.
    guard let hosts = configuration.hosts, let host else { return }
    guard hosts.contains(host.host) else { throw .hostNotAllowed(host.host) }
  }

  private func admitMethod(
    _ method: String, on resource: Resource?, _ query: Query
  ) throws(Problem) -> Admission {
    guard let resource else { return .options(allowed: Router.allowedMethods(Route.all.map(\.method))) }
    if method == "OPTIONS" { return .options(allowed: resource.allowedMethods) }
    if let operation = resource.operation(for: method) { return .operation(operation, nil, query) }
    guard Self.knownMethods.contains(method) else { throw .unknownMethod(method) }
    throw .methodNotAllowed(method, allowed: resource.allowedMethods)
  }

  /// The methods of RFC 9110 and RFC 5789, and the one that OpenAPI 3.2 has beside them.
  static let knownMethods = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
  ]

  /// Notes whose pages may read the answer, whatever it will be, and gives the origin that may not call at all.
  ///
  /// The refusal comes later: that there is nothing at a path, an allowed page must be able to read as well.
  func noteOrigins(_ head: HTTPRequestHead, host: Authority?, in exchange: inout Exchange) -> String? {
    exchange.variesByOrigin = !configuration.origins.isEmpty
    var allowed: String?
    for text in head.fields.values(of: "Origin") {
      let origin = Origin(text)
      if let origin, let host, origin.isOwn(of: host) { continue }
      guard let origin, configuration.origins.contains(origin) else { return text }
      allowed = text
    }
    exchange.allowedOrigin = allowed
    return nil
  }

  private func admitContentType(_ head: HTTPRequestHead) throws(Problem) {
    for text in head.fields.values(of: "Content-Type") where !isJSONOrUnset(text) {
      throw .unsupportedMediaType(text)
    }
  }

  /// The answer to the question which methods can be used, and to a browser's which fields may be sent with them.
  func answerOptions(_ head: HTTPRequestHead, allowed: [String], _ exchange: Exchange) -> HTTPResponse {
    let methods = allowed.joined(separator: ", ")
    var response = HTTPResponse(status: 204, fields: [HTTPField("Allow", methods)])
    if exchange.allowedOrigin != nil, head.fields["Access-Control-Request-Method"] != nil {
      response.fields.append("Access-Control-Allow-Methods", methods)
      response.fields.append("Access-Control-Allow-Headers", Exchange.allowedFields)
      response.fields.append("Access-Control-Max-Age", String(Exchange.preflightSeconds))
    }
    return exchange.finish(response)
  }
}

/// Whether a content type is JSON's, or one that a client sends that did not choose: a form's and plain text, so that
/// `curl -d` and a page's `fetch` just work.
private func isJSONOrUnset(_ contentType: String) -> Bool {
  if contentType == "application/json" { return true }
  // Byte by byte: as characters, this alone would cost as much as reading the body and applying the tap.
  let name = contentType.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    .map(\.asciiLowercased)
  let others = ["application/json", "application/x-www-form-urlencoded", "text/plain"]
  return others.contains { name.elementsEqual($0.utf8) }
    || (name.starts(with: "application/".utf8) && name.suffix(5).elementsEqual("+json".utf8))
}
