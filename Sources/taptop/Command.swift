import NavigationCore
import SessionEngine

/// The commands by the names they are called by.
enum CommandName: String, CaseIterable, Hashable, Sendable {
  case serve
  case replay
  case backup
  case key
  case health
  case version
  case help
}

/// What the program is asked to do, everything it needs to know about it included.
enum Command: Hashable, Sendable {
  /// The variables are those that look like options of ours and are none.
  case serve(ServeOptions, unknownVariables: [String])
  /// Without a file: standard input.
  case replay(file: String?, final: Bool)
  case backup(BackupOrder)
  /// A new key for a caller.
  case key(Caller.Name)
  case health(HealthTarget)
  case version
  /// Help about one command, or about all.
  case help(CommandName?)
}

extension Command {
  /// Makes sense of a command line, the program's own name left out, and the environment that goes with it.
  init(arguments: [String], environment: [String: String]) throws(UsageError) {
    guard let first = arguments.first, !first.hasPrefix("-") else {
      self = try Self.withoutName(arguments, environment)
      return
    }
    guard let name = CommandName(rawValue: first) else {
      throw .unknownCommand(first, nearest: nearestName(to: first, among: CommandName.allCases.map(\.rawValue)))
    }
    let rest = Array(arguments.dropFirst())
    if Self.asksForHelp(rest) {
      self = .help(name == .help ? nil : name)
      return
    }
    switch name {
    case .serve:
      self = try Self.serve(rest, environment)
    case .replay:
      self = try Self.replay(rest)
    case .backup:
      self = .backup(try BackupOrder(arguments: rest, environment: environment))
    case .key:
      self = try Self.key(rest)
    case .health:
      self = try Self.health(rest, environment)
    case .version:
      try Operands(rest, of: .version).checkCount(atMost: 0)
      self = .version
    case .help:
      self = .help(try Self.topic(rest))
    }
  }

  /// Options alone mean `serve`, which is why it is started so.
  private static func withoutName(
    _ arguments: [String], _ environment: [String: String]
  ) throws(UsageError) -> Command {
    if asksForHelp(arguments) {
      return .help(nil)
    }
    if arguments == ["--version"] {
      return .version
    }
    return try serve(arguments, environment)
  }

  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  private static func serve(_ arguments: [String], _ environment: [String: String]) throws(UsageError) -> Command {
    .serve(
      try ServeOptions(arguments: arguments, environment: environment),
      unknownVariables: ServeOptions.unknownVariables(in: environment))
  }

  private static func replay(_ arguments: [String]) throws(UsageError) -> Command {
    let operands = try Operands(arguments, of: .replay, flags: ["--final"])
    try operands.checkCount(atMost: 1)
    return .replay(file: operands.texts.first, final: operands.flags.contains("--final"))
  }

  private static func key(_ arguments: [String]) throws(UsageError) -> Command {
    let operands = try Operands(arguments, of: .key)
    try operands.checkCount(atMost: 1)
    guard let text = operands.texts.first else { throw .missingArgument("NAME", of: .key) }
    guard let name = Caller.Name(text) else {
      throw .badValue(
        source: "NAME", value: text,
        expected: "1 to \(Limits.identifierCharacters) characters out of A-Z a-z 0-9 . _ ~ : -, not . or ..")
    }
    return .key(name)
  }

  private static func health(_ arguments: [String], _ environment: [String: String]) throws(UsageError) -> Command {
    let operands = try Operands(arguments, of: .health)
    try operands.checkCount(atMost: 1)
    guard let url = operands.texts.first else {
      return .health(try HealthTarget(environment: environment))
    }
    let certificate = environment[HealthTarget.certificateVariable].flatMap { $0.isEmpty ? nil : $0 }
    return .health(try HealthTarget(url: url, certificate: certificate))
  }

  private static func topic(_ arguments: [String]) throws(UsageError) -> CommandName? {
    let operands = try Operands(arguments, of: .help)
    try operands.checkCount(atMost: 1)
    guard let text = operands.texts.first else { return nil }
    guard let name = CommandName(rawValue: text) else {
      throw .unknownCommand(text, nearest: nearestName(to: text, among: CommandName.allCases.map(\.rawValue)))
    }
    return name
  }
}

/// The arguments of a command that takes flags and operands, and options of `serve` with their values.
struct Operands {
  let command: CommandName
  private(set) var flags: Set<String> = []
  private(set) var texts: [String] = []
  /// The last value of each option by its name.
  private(set) var values: [String: String] = [:]

  /// Tells flags and options from operands; after `--` everything is an operand.
  init(
    _ arguments: [String], of command: CommandName, flags known: [String] = [], options: [ServeOption] = []
  ) throws(UsageError) {
    self.command = command
    var onlyOperands = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if !onlyOperands, let option = options.first(where: { $0.dashed == parts[0] }) {
        // No value begins with two dashes, so what does is the next option.
        let isNext = parts.count == 1 && rest.first?.hasPrefix("--") == false
        guard let value = parts.count == 2 ? parts[1] : isNext ? rest.popFirst() : nil else {
          throw .missingValue(option: option.dashed, expected: option.expected)
        }
        values[option.name] = value
      } else if onlyOperands || !argument.hasPrefix("-") {
        texts.append(argument)
      } else if argument == "--" {
        onlyOperands = true
      } else if known.contains(argument) {
        flags.insert(argument)
      } else {
        throw .unknownOption(
          parts[0], nearest: nearestName(to: parts[0], among: known + options.map(\.dashed)), of: command)
      }
    }
  }

  /// Refuses the first operand that is one too many.
  func checkCount(atMost count: Int) throws(UsageError) {
    if texts.count > count {
      throw .unexpectedArgument(texts[count], of: command)
    }
  }
}
