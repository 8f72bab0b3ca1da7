/// One option of `serve`: a row of `ServeOption.all`, which the command line, the environment and help all go by.
struct ServeOption: Sendable {
  /// How often it counts and what stands behind it.
  enum Arity: Hashable, Sendable {
    /// Stands alone on the command line; `1` or `0` in the environment.
    case flag
    /// Takes a value; the last one given counts.
    case single
    /// Takes values, repeated or with commas between them; all count.
    case list
  }

  /// A text that is no value of an option.
  struct Misfit: Error, Hashable {
    let text: String
  }

  /// Without the dashes before it.
  let name: String
  let arity: Arity
  /// What stands for its value in help; empty for a flag.
  let placeholder: String
  /// What would be right, to stand behind "must be".
  let expected: String
  let summary: String
  /// Takes values over, each checked; for a list all there are, which replace those it had.
  let set: @Sendable (inout ServeOptions, [String]) throws(Misfit) -> Void
  /// The value it has if nothing is said, as one would write it; empty for an empty list.
  let defaultText: @Sendable (ServeOptions) -> String

  /// The option as it stands on the command line.
  var dashed: String { "--\(name)" }

  /// The environment variable that says the same.
  var variable: String {
    Self.variablePrefix + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  static let variablePrefix = "TAPTOP_"
}

extension ServeOption {
  static func single<Value>(
    _ name: String, _ path: any WritableKeyPath<ServeOptions, Value> & Sendable, _ kind: ValueKind<Value>,
    _ summary: String, defaultText: String? = nil
  ) -> ServeOption {
    ServeOption(
      name: name, arity: .single, placeholder: kind.placeholder, expected: kind.expected, summary: summary,
      set: { options, texts throws(Misfit) in
        for text in texts {
          guard let value = kind.parse(text) else { throw Misfit(text: text) }
          options[keyPath: path] = value
        }
      },
      defaultText: { defaultText ?? kind.text($0[keyPath: path]) })
  }

  static func list<Value>(
    _ name: String, _ path: any WritableKeyPath<ServeOptions, [Value]> & Sendable, _ kind: ValueKind<Value>,
    _ summary: String
  ) -> ServeOption {
    ServeOption(
      name: name, arity: .list, placeholder: kind.placeholder, expected: kind.expected, summary: summary,
      set: { options, texts throws(Misfit) in
        var values: [Value] = []
        for text in texts {
          guard let value = kind.parse(text) else { throw Misfit(text: text) }
          values.append(value)
        }
        options[keyPath: path] = values
      },
      defaultText: { options in options[keyPath: path].map { kind.text($0) }.joined(separator: ",") })
  }

  static func flag(
    _ name: String, _ path: any WritableKeyPath<ServeOptions, Bool> & Sendable, _ summary: String
  ) -> ServeOption {
    ServeOption(
      name: name, arity: .flag, placeholder: "", expected: "1 or 0", summary: summary,
      set: { options, texts throws(Misfit) in
        for text in texts {
          switch text {
          case "1": options[keyPath: path] = true
          case "0": options[keyPath: path] = false
          default: throw Misfit(text: text)
          }
        }
      },
      defaultText: { $0[keyPath: path] ? "1" : "0" })
  }
}
