extension BackupOrder {
  /// Reads the arguments of `backup`; where the data is goes by them, else by the environment, as for `serve`.
  init(arguments: [String], environment: [String: String]) throws(UsageError) {
    let options = ServeOption.all.filter { $0.name == "data" }
    let operands = try Operands(arguments, of: .backup, options: options)
    try operands.checkCount(atMost: 1)
    guard let text = operands.texts.first else { throw .missingArgument("FILE", of: .backup) }
    guard case .some(.some(let target)) = ValueKind<String?>.file.parse(text) else {
      throw .badValue(source: "FILE", value: text, expected: ValueKind<String?>.file.expected)
    }
    self.target = target
    // Only what is looked for: another variable may be as wrong as it likes.
    let variables = Set(options.map(\.variable))
    let given = operands.values["data"].map { ["--data=\($0)"] } ?? []
    let data = try ServeOptions(
      arguments: given, environment: environment.filter { variables.contains($0.key) }
    ).data
    switch data {
    case .file(let path): self.data = path
    case .memory:
      throw .badValue(
        source: given.isEmpty ? "TAPTOP_DATA" : "--data", value: data.text,
        expected: "a file's path, since only the server itself sees what is in its memory")
    }
  }
}
