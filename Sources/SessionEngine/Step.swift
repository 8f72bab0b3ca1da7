import NavigationCore

/// An input with what came of it, and when it was received: a session and its steps are a log from which anyone who has the
/// core comes to the same state.
struct Step: Hashable, Sendable {
  let receivedAt: Instant
  let input: Input
  let outcome: Outcome
}
