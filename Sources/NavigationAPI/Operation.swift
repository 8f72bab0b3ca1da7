import NavigationCore
import NavigationJSON

/// Something that can be asked for, with the session it is asked of.
enum Operation: Hashable, Sendable {
  case apply(InputBatch.Form, to: Navigation.ID)
  case listSessions
  case createSession
  case putSession(Navigation.ID)
  case showSession(Navigation.ID)
  case deleteSession(Navigation.ID)
  case followSession(Navigation.ID)
  case listSteps(Navigation.ID)
  case listPolicies
  case checkHealth
  case checkReadiness
  case showMetrics
  case showDocument
  case explainProblem(ProblemCode)

  /// Whether it reads JSON, so that the content type matters.
  var readsBody: Bool {
    switch self {
    case .apply, .createSession, .putSession: true
    case .listSessions, .showSession, .deleteSession, .followSession, .listSteps, .listPolicies, .checkHealth,
      .checkReadiness, .showMetrics, .showDocument,
      .explainProblem:
      false
    }
  }

  /// Whether only callers may ask for it, where callers have keys.
  var needsKey: Bool {
    switch self {
    case .apply, .listSessions, .createSession, .putSession, .showSession, .deleteSession, .followSession, .listSteps,
      .showMetrics:
      true
    case .listPolicies, .checkHealth, .checkReadiness, .showDocument, .explainProblem: false
    }
  }

  /// Whether it is answered even while the server drains.
  var answersWhileDraining: Bool {
    switch self {
    case .checkHealth, .checkReadiness, .showMetrics: true
    case .apply, .listSessions, .createSession, .putSession, .showSession, .deleteSession, .followSession, .listSteps,
      .listPolicies, .showDocument, .explainProblem:
      false
    }
  }
}
