import HTTPDaemon
import HTTPMessages
import NavigationAPI
import SQLiteSessionStore
import SessionEngine
import TLS

/// Serves until a signal says to stop, and then ends without cutting anyone short.
///
/// - Returns: The exit status.
func serve(_ options: ServeOptions) -> Int32 {
  let log = Log(level: options.logLevel)
  // Before the first thread starts: threads take the mask over from the one that starts them.
  AwaitedSignals.block()
  let keys: APIKeys?
  let credentials: TLSCredentials?
  do {
    keys = try options.readAPIKeys()
    credentials = try options.readTLSCredentials()
  } catch {
    StandardError.explain(error.line)
    return ExitStatus.usage
  }
  var store: SQLiteSessionStore?
  let service: Service
  let daemon: HTTPDaemon
  do {
    store = try options.openStore()
    let socket = try ListeningSocket(host: options.host.text, port: options.port)
    service = Service(
      api: options.apiConfiguration(at: socket.address), keys: keys, engine: options.engineConfiguration, store: store,
      clock: .starting(),
      log: log)
    try service.start()
    daemon = try HTTPDaemon(
      options.daemonConfiguration(service, credentials, log), on: socket, receive: service.receive)
  } catch {
    // Else the next start takes the file for one that was left open.
    store?.close()
    StandardError.explain("\(error)")
    return ExitStatus.failure
  }
  if !daemon.address.isLoopback { warnOfOpenness(options, log) }
  if let keys { keys.note("callers need keys", in: log) }
  let control = options.controlSocket(store, log)
  credentials?.warnIfNotValid(at: ServerClock.wallTime(), log)
  let address = "\(credentials == nil ? "http" : "https")://\(daemon.address.authority)"
  StandardOutput.print("taptop: listening on \(address)")
  log.write(.info, "listening", ["address": "\(address)", "loops": .number(options.loops)])
  stop(daemon, service, control, options, log)
  return ExitStatus.success
}

/// Waits for a signal; then `readyz` says so for a while, and then nothing new is taken.
private func stop(
  _ daemon: HTTPDaemon, _ service: Service, _ control: ControlSocket?, _ options: ServeOptions, _ log: Log
) {
  let signal = nextSignal(within: nil, service, options, log)
  service.enter(.leaving)
  log.write(
    .info, "stopping",
    ["signal": "\(signal?.name ?? "none")", "drainDelay": "\(TimeSpan.text(options.drainDelay))"])
  if let second = nextSignal(within: options.drainDelay, service, options, log) {
    log.write(.info, "not waiting any longer", ["signal": "\(second.name)"])
  }
  service.enter(.draining)
  service.drain()
  daemon.stop(within: options.drain / .seconds(1))
  control?.stop()
  service.stop()
  log.write(.info, "stopped")
}

/// Waits for the next signal to stop, and meanwhile tells the service once a second that time has passed, and reads the
/// keys again where a signal says so.
///
/// - Returns: The signal; nil where none came within the limit.
private func nextSignal(
  within limit: Duration?, _ service: Service, _ options: ServeOptions, _ log: Log
) -> AwaitedSignals.Signal? {
  let deadline = limit.map { ContinuousClock.now + $0 }
  while true {
    let left = deadline.map { $0 - .now } ?? .seconds(1)
    guard left > .zero else { return nil }
    switch AwaitedSignals().wait(upTo: min(left, .seconds(1))) {
    case .terminate: return .terminate
    case .interrupt: return .interrupt
    case .hangUp: readAPIKeysAgain(for: service, options, log)
    case nil: break
    }
    service.tick()
  }
}

/// Warns of what others than this machine can do or see.
private func warnOfOpenness(_ options: ServeOptions, _ log: Log) {
  if options.apiKeys == nil {
    log.write(
      .warning, "the service is open to whoever reaches this address", ["host": "\(options.host.text)"])
  } else if options.tlsCertificate == nil {
    log.write(
      .warning, "callers' keys cross the network as plain text, unless a proxy before the server encrypts",
      ["host": "\(options.host.text)"])
  }
}

extension ServeOptions {
  fileprivate func apiConfiguration(at address: HTTPDaemonAddress) -> API.Configuration {
    // On an address that others reach any name will do, unless names were given: a container listens on all addresses,
    // and may be published on loopback alone.
    let namesMatter = address.isLoopback || !allowHosts.isEmpty
    let names =
      ["localhost", "127.0.0.1", "[::1]", host.authority, address.hostAuthority] + allowHosts.map(\.authority)
    return API.Configuration(
      hosts: namesMatter ? Set(names) : nil, origins: Set(allowOrigins), maxBody: maxBody, version: Version.number)
  }

  fileprivate var engineConfiguration: EngineConfiguration {
    EngineConfiguration(
      explicitSessions: explicitSessions, maxSessions: maxSessions, residentSessions: residentSessions,
      sessionTTL: sessionTTL == .zero ? nil : sessionTTL.components.seconds * 1_000_000,
      stepMemory: stepMemory, maxReaders: maxReaders)
  }

  fileprivate func openStore() throws(StoreOpenError) -> SQLiteSessionStore? {
    switch data {
    case .memory: nil
    case .file(let path): try SQLiteSessionStore(path: path, durability: durability)
    }
  }

  /// Where a server with a data file can be asked; nil where there is no such place.
  fileprivate func controlSocket(_ store: SQLiteSessionStore?, _ log: Log) -> ControlSocket? {
    guard let store, case .file(let path) = data else { return nil }
    do throws(ControlSocket.Failure) {
      return try ControlSocket(beside: path, store: store, log: log)
    } catch {
      log.write(.warning, "no backup can be made while this server runs", ["reason": "\(error)"])
      return nil
    }
  }

  fileprivate func daemonConfiguration(
    _ service: Service, _ credentials: TLSCredentials?, _ log: Log
  ) -> HTTPDaemonConfiguration {
    var configuration = HTTPDaemonConfiguration()
    configuration.loops = loops
    configuration.maximumConnections = maxConnections
    configuration.maximumBodyBytes = maxBody
    configuration.inactivityTimeoutSeconds = Int(timeout.components.seconds)
    configuration.requestTimeoutSeconds = Int(requestTimeout.components.seconds)
    configuration.encryption = credentials?.encryption
    configuration.overloaded = service.refuseForNow
    // What it has to say is of clients' mistakes.
    configuration.log = { log.write(.debug, "libmicrohttpd: \($0)") }
    let wanted = configuration.fileDescriptorsNeeded + Self.descriptorsOfOurs
    let there = raiseOpenFileLimit(to: wanted)
    if there < wanted {
      log.write(
        .warning, "fewer files may be open than --max-connections can need",
        ["limit": .number(there), "needed": .number(wanted)])
    }
    return configuration
  }

  /// Descriptors that the process has open beside its connections': the standard three, the data file's, those of the control
  /// socket and a backup, and some to spare.
  private static let descriptorsOfOurs = 24
}
