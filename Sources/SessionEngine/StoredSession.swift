public import NavigationCore

/// A session with all that is kept of it.
public struct StoredSession: Hashable, Sendable {
  /// Which session it is.
  public let id: SessionID
  /// The state.
  public var navigation: Navigation
  /// Which life of the session this is.
  public let incarnation: Incarnation
  /// When it was last used.
  public var activity: Activity

  /// What last kept a session alive.
  public enum Activity: Hashable, Sendable {
    /// It was created or replaced, and had no input since.
    case put(at: Instant)
    /// An input was accepted.
    case input(at: Instant)

    /// When that was, by the server's clock.
    public var at: Instant {
      switch self {
      case .put(let at), .input(let at): at
      }
    }
  }

  /// Everything that is kept of a session; `owner` is nil where all callers share it.
  public init(
    navigation: Navigation, of owner: Caller.Name? = nil, incarnation: Incarnation, activity: Activity
  ) {
    id = SessionID(navigation.id, of: owner)
    self.navigation = navigation
    self.incarnation = incarnation
    self.activity = activity
  }

  /// What the entity tag says.
  public var version: SessionVersion { SessionVersion(incarnation: incarnation, revision: navigation.revision) }
}

/// A number that stands for one life of a session in a store, for as long as that has it.
public struct SessionKey: Hashable, Comparable, Sendable {
  /// The number, from 1.
  public let number: Int64

  /// The key of a number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// Whether a key was given out before another.
  public static func < (earlier: SessionKey, later: SessionKey) -> Bool { earlier.number < later.number }
}
