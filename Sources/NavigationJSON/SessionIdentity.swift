public import NavigationCore

/// What decides a session's id, and what an `id` in its JSON may say.
public enum SessionIdentity: Hashable, Sendable {
  /// This id; one that is sent must be the same.
  case named(Navigation.ID)
  /// This id, which the server made; none may be sent.
  case assigned(Navigation.ID)
  /// The id that is sent, else this one.
  case open(default: Navigation.ID)
}

/// What becomes of a `revision` in a session's JSON.
public enum RevisionHandling: Hashable, Sendable {
  /// It must be one, and the session starts at 0 all the same.
  case passedOver
  /// It is the session's; left out, that starts at 0.
  case taken
}
