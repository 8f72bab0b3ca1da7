/// A way of calling the program that makes no sense, with what explains it on one line.
enum UsageError: Error, Hashable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?, of: CommandName)
  case missingValue(option: String, expected: String)
  case strayValue(option: String, value: String)
  /// The source is an option with its dashes, an environment variable's name, or `URL`.
  case badValue(source: String, value: String, expected: String)
  case unexpectedArgument(String, of: CommandName)
  case missingArgument(String, of: CommandName)
  /// An option that makes no sense without another.
  case missingCompanion(option: String, companion: String)
  /// An option names a file that can't be used; the reason, and what would be right.
  case unusableFile(option: String, path: String, reason: String)
  /// The port that the environment names says nothing about where the server is.
  case noPortToAsk(variable: String)

  /// What was wrong, where, and what would be right.
  var line: String {
    switch self {
    case .unknownCommand(let text, let nearest):
      "unknown command \(text.quoted); \(Self.hint(nearest))\"taptop help\" lists the commands"
    case .unknownOption(let text, let nearest, let command):
      "unknown option \(text.quoted); \(Self.hint(nearest))\"taptop \(command.rawValue) --help\" lists the options"
    case .missingValue(let option, let expected):
      "\(option) lacks its value: \(expected)"
    case .strayValue(let option, let value):
      "\(option)=\(value.quoted): \(option) takes no value, it stands alone"
    case .badValue(let source, let value, let expected):
      "\(source) \(value.quoted): must be \(expected)" + Self.serviceLinkNote(source: source, value: value)
    case .unexpectedArgument(let text, let command):
      "unexpected argument \(text.quoted); \"taptop \(command.rawValue) --help\" shows what \(command.rawValue) takes"
    case .missingArgument(let name, let command):
      "\(command.rawValue) lacks its \(name); \"taptop \(command.rawValue) --help\" shows what \(command.rawValue) takes"
    case .missingCompanion(let option, let companion):
      "\(Self.withVariable(option)) needs \(Self.withVariable(companion)) beside it: a certificate and its private key are of use only together"
    case .unusableFile(let option, let path, let reason):
      "\(Self.withVariable(option)) \(path.quoted): \(reason)"
    case .noPortToAsk(let variable):
      "\(variable) is 0, any free port, so that the server may be anywhere: give its URL, "
        + "such as taptop health http://127.0.0.1:8080"
    }
  }

  /// An option with the variable that says the same: where a value comes from is not kept.
  private static func withVariable(_ option: String) -> String {
    ServeOption.all.first { $0.dashed == option }.map { "\($0.dashed) (\($0.variable))" } ?? option
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "did you mean \($0)? " } ?? ""
  }

  /// Kubernetes gives each container a variable like `TAPTOP_PORT=tcp://10.0.0.1:80` for a Service named `taptop`,
  /// which whoever set up that Service can't guess from a complaint about a port.
  private static func serviceLinkNote(source: String, value: String) -> String {
    guard source.hasPrefix(ServeOption.variablePrefix), value.hasPrefix("tcp://") else { return "" }
    return " (Kubernetes sets this for a Service named taptop: set enableServiceLinks: false in the pod)"
  }
}
