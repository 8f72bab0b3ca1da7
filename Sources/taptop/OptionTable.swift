extension ServeOption {
  /// Every option of `serve`, in the order in which help lists them.
  static let all: [ServeOption] = [
    .single("host", \.host, .host, "Where to listen: an address, or a name that has one."),
    .single(
      "port", \.port, .wholeNumber(0...65535, note: " (0: any free one)"), "The port to listen on; 0: any free one."),
    .single(
      "data", \.data, .dataLocation,
      "The SQLite file that keeps the sessions; :memory: keeps nothing when the server ends."),
    .single(
      "durability", \.durability, .word("WORD"),
      "full: an answer means that it is on disk. normal: it outlives the process, but the last moments may be lost when "
        + "the machine loses power."),
    .single(
      "loops", \.loops, .wholeNumber(ServeOptions.loopsRange), "Event loops, a thread each.",
      defaultText: "half the processors, at least 1"),
    .single(
      "max-sessions", \.maxSessions, .wholeNumber(1...100_000_000), "How many sessions there may be; more are refused."),
    .single(
      "resident-sessions", \.residentSessions, .wholeNumber(1...100_000_000),
      "With a data file: how many sessions are in memory at once; the rest is on disk."),
    .single(
      "step-memory", \.stepMemory, .size(0...64 << 30),
      "How much memory the last steps of all sessions may have, for readers who come back."),
    .single(
      "session-ttl", \.sessionTTL, .duration(.zero...TimeLimits.century, note: " (0: never)"),
      "A session that had no input for so long, nor was made or replaced, is forgotten; 0: never."),
    .single(
      "max-readers", \.maxReaders, .wholeNumber(1...1_000_000),
      "How many readers of events, and waiting requests for steps, at once; more are refused."),
    .single("max-connections", \.maxConnections, .wholeNumber(1...1_000_000), "How many connections at once."),
    .single("max-body", \.maxBody, .size(1024...64 << 20), "The longest body of a request."),
    .single(
      "timeout", \.timeout, .duration(.seconds(1)...TimeLimits.day),
      "A connection on which nothing moves for so long is closed."),
    .single(
      "request-timeout", \.requestTimeout, .duration(.zero...TimeLimits.day, note: " (0: never)"),
      "A request that is not here whole so long after its first byte is cut off with its connection; 0: never."),
    .flag(
      "explicit-sessions", \.explicitSessions,
      "Refuse an input to a session that does not exist; without it, the input creates the session."),
    .list(
      "allow-origin", \.allowOrigins, .origin, "A foreign web origin whose pages may call. Repeat it, or use commas."),
    .list(
      "allow-host", \.allowHosts, .hostWithoutPort,
      "A host name that the server answers to, besides localhost, 127.0.0.1 and [::1]; without one, a server on "
        + "another address than loopback's answers to every name. Repeat it, or use commas."),
    .single(
      "api-keys", \.apiKeys, .file,
      "A file with a line NAME sha256:HEX for each key, as taptop key prints it. Only who bears one of the keys may "
        + "then use sessions, and each name has its own. Read again on SIGHUP."),
    .single(
      "tls-certificate", \.tlsCertificate, .file,
      "With --tls-key: a PEM file with the server's certificate, then those that vouch for it. The server then speaks HTTPS "
        + "only, in TLS 1.2 and 1.3."),
    .single("tls-key", \.tlsKey, .file, "A PEM file with the certificate's private key, not encrypted."),
    .single(
      "drain-delay", \.drainDelay, .duration(.zero...TimeLimits.day),
      "After SIGTERM or SIGINT: how long readyz says 503 while all else goes on, for load balancers to notice."),
    .single(
      "drain", \.drain, .duration(.zero...TimeLimits.day),
      "After that: how long the requests in flight may take."),
    .single(
      "log", \.logLevel, .word("LEVEL"),
      "The least important log lines that are written: error, warning, info or debug. Each is a JSON object on stderr."),
  ]

  private enum TimeLimits {
    static let day = Duration.seconds(86_400)
    static let century = Duration.seconds(36_500 * 86_400)
  }
}
