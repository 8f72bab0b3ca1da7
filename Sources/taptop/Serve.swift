import HTTPDaemon
import HTTPMessages
import NavigationAPI
import SessionEngine

/// Serves until a signal says to stop, and then ends without cutting anyone short.
///
/// - Returns: The exit status.
func serve(_ options: ServeOptions) -> Int32 {
  let log = Log(level: options.logLevel)
  // Before the first thread starts: threads take the mask over from the one that starts them.
  TerminationSignals.block()
  let service = Service(
    api: options.apiConfiguration, engine: options.engineConfiguration, clock: .starting(), log: log)
  let daemon: HTTPDaemon
  do {
    daemon = try HTTPDaemon(options.daemonConfiguration(service: service, log: log), receive: service.receive)
  } catch {
    StandardError.explain("\(error)")
    return ExitStatus.failure
  }
  warnOfWhatIsAmiss(options, log)
  let address = "http://\(daemon.address.authority)"
  StandardOutput.print("taptop: listening on \(address)")
  log.write(.info, "listening", ["address": "\(address)", "loops": .number(options.loops)])
  stop(daemon, service, options, log)
  return ExitStatus.success
}

/// Waits for a signal; then `readyz` says so for a while, and then nothing new is taken.
private func stop(_ daemon: HTTPDaemon, _ service: Service, _ options: ServeOptions, _ log: Log) {
  let signals = TerminationSignals()
  let signal = signals.wait()
  service.enter(.leaving)
  log.write(
    .info, "stopping", ["signal": "\(signal.name)", "drainDelay": "\(TimeSpan.text(options.drainDelay))"])
  if options.drainDelay > .zero, let second = signals.wait(upTo: options.drainDelay) {
    log.write(.info, "not waiting any longer", ["signal": "\(second.name)"])
  }
  service.enter(.draining)
  daemon.stop(within: options.drain / .seconds(1), unanswered: service.drainingResponse())
  log.write(.info, "stopped")
}

private func warnOfWhatIsAmiss(_ options: ServeOptions, _ log: Log) {
  if !options.host.isLoopback {
    log.write(
      .warning, "the service is open to whoever reaches this address", ["host": "\(options.host.text)"])
  }
}

extension ServeOptions {
  fileprivate var apiConfiguration: API.Configuration {
    API.Configuration(
      hosts: host.isLoopback
        ? Set(["localhost", "127.0.0.1", "[::1]", host.authority] + allowHosts.map(\.authority)) : nil,
      origins: Set(allowOrigins), maxBody: maxBody)
  }

  fileprivate var engineConfiguration: EngineConfiguration {
    EngineConfiguration(explicitSessions: explicitSessions, maxSessions: maxSessions)
  }

  fileprivate func daemonConfiguration(service: Service, log: Log) -> HTTPDaemonConfiguration {
    var configuration = HTTPDaemonConfiguration(host: host.text, port: port)
    configuration.loops = loops
    configuration.maximumConnections = maxConnections
    configuration.maximumBodyBytes = maxBody
    configuration.inactivityTimeoutSeconds = Int(timeout.components.seconds)
    configuration.log = { log.write(.warning, "libmicrohttpd: \($0)") }
    let wanted = configuration.fileDescriptorsNeeded + Self.descriptorsOfOurs
    let there = raiseOpenFileLimit(to: wanted)
    if there < wanted {
      log.write(
        .warning, "fewer files may be open than --max-connections can need",
        ["limit": .number(there), "needed": .number(wanted)])
    }
    return configuration
  }

  /// Descriptors that the process has open beside its connections': the standard three, the data file's, and some to spare.
  private static let descriptorsOfOurs = 16
}

extension Host {
  /// Whether only this machine reaches it.
  var isLoopback: Bool {
    switch form {
    case .ipv4: text.hasPrefix("127.")
    case .ipv6: text == "::1"
    case .name: text == "localhost"
    }
  }
}
