/// A connection that a loop has accepted, and whose thread alone touches it.
final class ClientConnection {
  let descriptor: Int32
  /// Whether it came when the daemon was full: its request is told so.
  let isSurplus: Bool
  /// Whether its descriptor is no longer its own.
  var isClosed = false
  /// Where it stands in its loop's list.
  var place: Int
  /// The request under way on it, from its first line to the end of its answer.
  var hasExchange = false
  /// Since when a request is on its way that is not here whole.
  var requestSince: MonotonicTime?
  /// How many bytes had come when it was last found without a request: none before its first.
  var bytesWhenIdle: UInt64? = 0
  /// While the loop drains, since when there has been no request.
  var idleSince = MonotonicTime(milliseconds: 0)
  /// Whether it is to be asked if its client has finished sending.
  var isToBeAsked = false
  /// Whether the daemon ended it, with its client perhaps still sending.
  var lingers = false
  /// Whether nothing more is read from it.
  var isShutForReading = false

  init(descriptor: Int32, isSurplus: Bool, place: Int) {
    self.descriptor = descriptor
    self.isSurplus = isSurplus
    self.place = place
  }
}
