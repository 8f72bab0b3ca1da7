/// What there is at a path.
struct Resource: Sendable {
  /// Which of the paths of the table of routes it has; nil for none.
  let path: Int?
  /// What each method asks for.
  let operations: [(method: String, operation: Operation)]

  /// The methods of the `Allow` field (RFC 9110, section 10.2.1), in alphabetical order.
  var allowedMethods: [String] { Router.allowedMethods(operations.map(\.method)) }

  /// Whether it is answered even while the server drains, to `OPTIONS` too.
  var answersWhileDraining: Bool { operations.allSatisfy(\.operation.answersWhileDraining) }

  /// What a method asks for; nil where it can't be used here.
  ///
  /// `HEAD` is `GET` without the body.
  func operation(for method: String) -> Operation? {
    let asked = method == "HEAD" ? "GET" : method
    return operations.first { $0.method == asked }?.operation
  }
}

/// Finds what there is at a path.
enum Router {
  /// The segments of each path of the table of routes, nil where any other may stand, and its routes.
  private static let paths: [(pattern: [String?], routes: [Route])] = Route.paths.map { path in
    (
      path.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) },
      Route.all.filter { $0.path == path }
    )
  }

  /// The resource at a path's decoded segments.
  ///
  /// - Throws: `not-found`, or `invalid-session-id` where an id stands in the path that can't be one.
  static func resource(at segments: [String]) throws(Problem) -> Resource {
    guard let path = path(at: segments) else { throw .notFound }
    let (pattern, routes) = paths[path]
    let segment = pattern.firstIndex(of: nil).map { segments[$0] }
    var operations: [(method: String, operation: Operation)] = []
    for route in routes {
      operations.append((route.method, try route.operation(segment: segment)))
    }
    return Resource(path: path, operations: operations)
  }

  /// Which of the paths of the table of routes these segments are; nil for none.
  static func path(at segments: [String]) -> Int? {
    paths.firstIndex { pattern, _ in
      pattern.count == segments.count && zip(pattern, segments).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  /// What can be asked with these methods on their routes, in alphabetical order.
  static func allowedMethods(_ methods: [String]) -> [String] {
    Set(methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).sorted()
  }
}
