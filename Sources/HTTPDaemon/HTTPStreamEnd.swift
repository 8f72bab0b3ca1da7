/// Why a stream is over.
public enum HTTPStreamEnd: Hashable, Sendable {
  /// It was finished, and all of it sent.
  case finished
  /// The client has closed its connection, or finished sending, which is taken for the same; or it has vanished.
  case clientLeft
  /// The client did not read what waited for it as fast as it came, and its connection was cut.
  case tooSlow
  /// The daemon had to end, and finished it.
  case stopped
}
