/// What a simulation found wrong.
public struct SimulationFailure: Error, Hashable, Sendable {
  /// One sentence.
  public let what: String

  init(_ what: String) {
    self.what = what
  }
}
