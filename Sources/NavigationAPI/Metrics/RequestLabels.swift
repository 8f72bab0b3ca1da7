public import HTTPMessages

/// What a request counts as: nothing that a client made up, or clients could make up labels without end.
public struct RequestLabels: Hashable, Sendable {
  /// The place of the method among those that HTTP has; behind them for another.
  private let method: Int
  /// The place of the path in the table of routes; nil where there is nothing, or before it is known what there is.
  var route: Int?

  /// What a request counts as whose path has not been looked at.
  public init(_ head: HTTPRequestHead) {
    method = API.knownMethods.firstIndex(of: head.method) ?? API.knownMethods.count
  }

  /// What a request counts as that was refused before its path was looked at.
  public init(ofRefused head: HTTPRequestHead) {
    self.init(head)
    do throws(RequestTarget.Fault) {
      route = Router.path(at: try RequestTarget(head.target).segments)
    } catch {
      route = nil
    }
  }

  /// The method; `other` for one that HTTP does not have.
  var methodName: String { method < API.knownMethods.count ? API.knownMethods[method] : "other" }

  /// The path as the table of routes has it, or `unknown`.
  var routeName: String { route.map { Route.paths[$0] } ?? "unknown" }

  /// Whether inputs are sent with it.
  var carriesInputs: Bool {
    methodName == "POST" && (routeName == "/sessions/{id}/taps" || routeName == "/sessions/{id}/inputs")
  }
}
