public import HTTPMessages

/// A server for HTTP/1.1: event loops on one listening socket, over GNU libmicrohttpd (RFC 9112).
public final class HTTPDaemon: Sendable {
  /// Where it listens, with the port that it was given.
  public let address: HTTPDaemonAddress

  private let loops: [EventLoop]
  private let stopper: Stopper

  /// Serves on threads of its own from now on.
  ///
  /// - Parameters:
  ///   - configuration: how much it takes.
  ///   - socket: where clients come to.
  ///   - receive: decides about each request when its head has come; called on the thread of the loop that has the
  ///     connection, several at the same time where there are several loops, and must not block. Heads come as they
  ///     were written, right or wrong, but for two things that libmicrohttpd hides: what follows a NUL in the target or
  ///     in a field's value, and lines that continue a field. Both show as a NUL at the end of what comes before, and
  ///     want a refusal (RFC 9110, section 5.5, RFC 9112, section 5.2) that ends the connection.
  /// - Throws: what was wrong with the configuration, or failed; nothing runs then.
  public init(
    _ configuration: HTTPDaemonConfiguration, on socket: consuming ListeningSocket,
    receive: @escaping @Sendable (HTTPRequestHead) -> HTTPReception
  ) throws(HTTPDaemonError) {
    if let fault = configuration.fault { throw fault }
    address = socket.address
    let connectionCount = ConnectionCount()
    var loops: [EventLoop] = []
    for index in 0..<configuration.loops {
      loops.append(
        try EventLoop(
          index: index, configuration: configuration, listeningDescriptor: try socket.duplicate(),
          connectionCount: connectionCount, receive: receive))
    }
    self.loops = loops
    stopper = try Stopper(loops)
  }

  deinit {
    stop(within: 0)
  }

  /// Ends without cutting anyone short, and returns when all is closed.
  ///
  /// Connections that clients have begun are still taken in, then no more. Every answer from now on ends its connection
  /// (`Connection: close`, RFC 9112, section 9.6); one without a request is closed after a second at most, in which what
  /// is on its way may arrive. The whole takes up to a second longer than `seconds`, for clients to take what was sent
  /// last; those that have not by then are cut.
  ///
  /// Not to be called on a loop's thread. A second call waits for the first.
  ///
  /// - Parameter seconds: how long requests under way may take, to be answered by their tokens as ever; those that still
  ///   wait then are answered as their reception said.
  public func stop(within seconds: Double) {
    stopper.stop(within: seconds)
  }
}
