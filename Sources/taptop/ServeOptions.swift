import HTTPMessages
import SQLiteSessionStore

/// Everything that can be said about a server before it starts; what is not said has the value given here.
struct ServeOptions: Hashable, Sendable {
  /// Where it listens.
  var host = Host.loopback
  /// The port it listens on; 0: any free one.
  var port: UInt16 = 8080
  /// Where sessions are kept.
  var data = DataLocation.file("taptop.db")
  /// How much an answered change can bear.
  var durability = SQLiteSessionStore.Durability.full
  /// How many event loops run, each on a thread of its own.
  var loops: Int
  /// How many sessions there may be.
  var maxSessions = 1_000_000
  /// How many of them are in memory while the rest is on disk.
  var residentSessions = 100_000
  /// Bytes that the steps may have that are held for readers, about.
  var stepMemory = 67_108_864
  /// How many read events or wait for steps at once.
  var maxReaders = 1_000
  /// After how long without use a session is forgotten; zero: never.
  var sessionTTL = Duration.seconds(30 * 86_400)
  /// How many connections are open at once.
  var maxConnections = 10_000
  /// Bytes of a request's body.
  var maxBody = 262_144
  /// After how long a connection on which nothing moves is closed.
  var timeout = Duration.seconds(30)
  /// How long after its first byte a request must be here whole; zero: whenever.
  var requestTimeout = Duration.seconds(20)
  /// Whether an input to a session that does not exist is refused, where it would otherwise create it.
  var explicitSessions = false
  /// The foreign origins whose pages may call.
  var allowOrigins: [Origin] = []
  /// The hosts that a server on loopback answers to, besides the loopback names.
  var allowHosts: [Host] = []
  /// The file with the keys that callers bear; nil where whoever reaches the server may call.
  var apiKeys: String?
  /// The PEM file with the certificate to be spoken to in TLS with, nil for plain HTTP; with it goes the key.
  var tlsCertificate: String?
  /// The PEM file with the certificate's private key.
  var tlsKey: String?
  /// How long `readyz` says 503 while all else goes on, once the server is told to stop.
  var drainDelay = Duration.zero
  /// How long requests in flight may take then.
  var drain = Duration.seconds(10)
  /// The least important lines that are logged.
  var logLevel = LogLevel.info

  /// The options of a server about which nothing is said, on a machine with this many processors.
  init(processors: Int = processorCount()) {
    loops = min(max(1, processors / 2), Self.loopsRange.upperBound)
  }

  static let loopsRange = 1...64
}

/// Where sessions are kept.
enum DataLocation: Hashable, Sendable {
  /// Nowhere but in this process.
  case memory
  /// In a file at this path.
  case file(String)

  /// The place as `--data` names it.
  var text: String {
    switch self {
    case .memory: ":memory:"
    case .file(let path): path
    }
  }
}
