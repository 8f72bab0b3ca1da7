/// Names one request that waits for its answer.
///
/// A daemon never uses one twice: that of a request which has its answer, or is gone, finds nobody.
public struct HTTPAnswerToken: Hashable, Sendable {
  /// Which event loop owns the request.
  let loop: Int
  /// Which of the loop's requests it is, counted from its start.
  let serial: UInt64
}
