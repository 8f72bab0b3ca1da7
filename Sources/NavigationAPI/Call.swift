/// A request that waits for its body.
public struct Call: Sendable {
  let operation: Operation
  let phase: API.Phase
  let exchange: Exchange
}

/// How the engine's reply becomes an answer.
public struct Presentation: Sendable {
  /// Whether the inputs came as an array, so that the outcomes go as one.
  var isArray = false
  let exchange: Exchange
}
