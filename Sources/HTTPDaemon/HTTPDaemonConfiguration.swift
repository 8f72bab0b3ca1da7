public import HTTPMessages

/// How much a daemon takes, and how long it waits.
public struct HTTPDaemonConfiguration: Sendable {
  /// Event loops, a thread each: 1 to ``maximumLoops``.
  public var loops = 1
  /// Connections served at once over all loops, at least 1.
  ///
  /// The next ``surplusConnections`` are answered with ``overloaded``, what comes on top of those is closed unheard, so
  /// that no client hangs.
  public var maximumConnections = 10_000
  /// Bytes of a request's body that are kept; of a longer one the request's handler is told `HTTPBody.overLimit`.
  public var maximumBodyBytes = 262_144
  /// Seconds after which a connection on which nothing moves is closed; 0 is never.
  ///
  /// One whose request waits for its answer is not idle.
  public var inactivityTimeoutSeconds = 30
  /// Seconds from a request's first byte in which it must be here whole, or its connection is closed; 0 is never.
  ///
  /// The end comes up to four seconds late, and up to six for a later request whose first line drips in; one that comes
  /// no further within two seconds of the answer before it is inactive. One that is here and waits for its answer has
  /// all the time that it needs, as has a connection on which none has begun.
  public var requestTimeoutSeconds = 20
  /// What it shows to be spoken to in TLS, 1.2 or 1.3 (RFC 8446); nil where it speaks plain HTTP.
  public var encryption: Encryption?
  /// The answer to a request on a connection over ``maximumConnections``, which is then closed.
  public var overloaded: @Sendable (HTTPRequestHead) -> HTTPResponse = { _ in HTTPResponse(status: 503) }
  /// Takes the messages that libmicrohttpd has for an operator, one a call, on a loop's thread; nil silences them.
  public var log: (@Sendable (String) -> Void)?

  /// All settings at their defaults.
  public init() {}

  /// The most event loops that a daemon may have.
  public static let maximumLoops = 256
  /// Connections over the limit that are still answered: that the server is full.
  public static let surplusConnections = 64
  /// The most connections that a daemon can be told to serve at once.
  public static let connectionCeiling = 1_000_000

  /// The file descriptors that a daemon with this configuration can come to hold; the rest of the process needs its own.
  public var fileDescriptorsNeeded: Int {
    maximumConnections + Self.surplusConnections + loops * EventLoop.descriptorsPerLoop + 1
  }

  /// The first setting that can't be kept, nil where all can.
  var fault: HTTPDaemonError? {
    let ranges: [(String, Int, ClosedRange<Int>)] = [
      ("loops", loops, 1...Self.maximumLoops),
      ("maximumConnections", maximumConnections, 1...Self.connectionCeiling),
      ("maximumBodyBytes", maximumBodyBytes, 0...Int(Int32.max)),
      ("inactivityTimeoutSeconds", inactivityTimeoutSeconds, 0...86_400),
      ("requestTimeoutSeconds", requestTimeoutSeconds, 0...86_400),
    ]
    return ranges.first { !$0.2.contains($0.1) }.map { .settingOutOfRange(name: $0.0, value: $0.1, allowed: $0.2) }
  }
}
