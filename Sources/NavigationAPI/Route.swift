import NavigationCore
import NavigationJSON

/// A row of the table of all that can be asked for.
struct Route: Sendable {
  let method: String
  /// The path; `{id}` stands for a segment that is a session's id, `{code}` for one that is a problem's code.
  let path: String
  private let target: Target

  private enum Target: Sendable {
    case fixed(Operation)
    case session(@Sendable (Navigation.ID) -> Operation)
    case problem(@Sendable (ProblemCode) -> Operation)
  }

  /// Every route; a new one is a new row.
  static let all: [Route] = [
    Route("GET", "/sessions") { .listSessions },
    Route("POST", "/sessions") { .createSession },
    Route("PUT", "/sessions/{id}") { .putSession($0) },
    Route("GET", "/sessions/{id}") { .showSession($0) },
    Route("DELETE", "/sessions/{id}") { .deleteSession($0) },
    Route("POST", "/sessions/{id}/taps") { .apply(.taps, to: $0) },
    Route("POST", "/sessions/{id}/inputs") { .apply(.inputs, to: $0) },
    Route("GET", "/sessions/{id}/events") { .followSession($0) },
    Route("GET", "/sessions/{id}/steps") { .listSteps($0) },
    Route("GET", "/policies") { .listPolicies },
    Route("GET", "/healthz") { .checkHealth },
    Route("GET", "/readyz") { .checkReadiness },
    Route("GET", "/metrics") { .showMetrics },
    Route("GET", "/openapi.json") { .showDocument },
    Route("GET", "/problems/{code}") { .explainProblem($0) },
  ]

  /// Every path, once.
  static let paths = Set(all.map(\.path)).sorted()

  private init(_ method: String, _ path: String, _ operation: () -> Operation) {
    self.method = method
    self.path = path
    target = .fixed(operation())
  }

  private init(_ method: String, _ path: String, _ operation: @escaping @Sendable (Navigation.ID) -> Operation) {
    self.method = method
    self.path = path
    target = .session(operation)
  }

  private init(_ method: String, _ path: String, _ operation: @escaping @Sendable (ProblemCode) -> Operation) {
    self.method = method
    self.path = path
    target = .problem(operation)
  }

  /// What is asked for, `segment` being what stands in the path in place of its braces.
  func operation(segment: String?) throws(Problem) -> Operation {
    switch target {
    case .fixed(let operation):
      return operation
    case .session(let operation):
      guard let id = Navigation.ID(segment ?? "") else { throw .invalidSessionID(segment ?? "") }
      return operation(id)
    case .problem(let operation):
      guard let code = ProblemCode(rawValue: segment ?? "") else { throw .notFound }
      return operation(code)
    }
  }
}
