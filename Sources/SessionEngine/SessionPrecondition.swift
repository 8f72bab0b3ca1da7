/// What must hold of a session for a request to be carried out (RFC 9110, section 13.1).
public enum SessionPrecondition: Hashable, Sendable {
  /// It is there.
  case exists
  /// It is not there.
  case isAbsent
  /// It is in one of these states; never, where there are none.
  case isOneOf([StateName])

  /// Whether it holds of a session in this state; nil where there is no session.
  func holds(of version: SessionVersion?) -> Bool {
    switch self {
    case .exists: version != nil
    case .isAbsent: version == nil
    case .isOneOf(let states):
      states.contains { state in
        state.revision == version?.revision && (state.incarnation == nil || state.incarnation == version?.incarnation)
      }
    }
  }
}
