/// Does what a command line asks for.
///
/// - Returns: The exit status.
func runTaptop(arguments: [String], environment: [String: String]) -> Int32 {
  do {
    return try Command(arguments: arguments, environment: environment).run()
  } catch {
    StandardError.explain(error.line)
    return ExitStatus.usage
  }
}

extension Command {
  fileprivate func run() -> Int32 {
    switch self {
    case .serve(let options, let unknownVariables):
      if !unknownVariables.isEmpty {
        Log(level: options.logLevel).write(
          .warning, "environment variables that begin as ours do, but are not known, are passed over",
          ["variables": "\(unknownVariables.joined(separator: " "))"])
      }
      return taptop.serve(options)
    case .replay(let file, let final):
      return runReplay(file: file, final: final)
    case .backup(let order):
      return runBackup(order)
    case .key(let name):
      return runKey(for: name)
    case .health(let target):
      return runHealth(target)
    case .version:
      return StandardOutput.print(Version.line) ? ExitStatus.success : ExitStatus.failure
    case .help(let topic):
      return StandardOutput.print(Help.text(about: topic)) ? ExitStatus.success : ExitStatus.failure
    }
  }

  private func runHealth(_ target: HealthTarget) -> Int32 {
    do {
      try HealthCheck.run(target)
      return ExitStatus.success
    } catch {
      StandardError.explain("\(target.url): \(error.line)")
      return ExitStatus.failure
    }
  }
}
