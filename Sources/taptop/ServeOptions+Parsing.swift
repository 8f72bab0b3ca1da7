extension ServeOptions {
  /// Reads the options of `serve`: those on the command line, then the variables of those that are not on it.
  ///
  /// A variable whose option is given is not even looked at, so that the command line can always mend what the
  /// environment has wrong. A variable that is set to nothing counts as not set.
  init(
    arguments: [String], environment: [String: String], processors: Int = processorCount()
  ) throws(UsageError) {
    self.init(processors: processors)
    let given = try Self.given(in: arguments)
    for option in ServeOption.all {
      if let texts = given[option.name] {
        try take(texts, for: option, from: option.dashed)
      } else if let text = environment[option.variable], !text.isEmpty {
        try take(option.arity == .list ? text.elements : [text], for: option, from: option.variable)
      }
    }
    if (tlsCertificate == nil) != (tlsKey == nil) {
      let names = ["--tls-certificate", "--tls-key"]
      throw .missingCompanion(
        option: tlsKey == nil ? names[0] : names[1], companion: tlsKey == nil ? names[1] : names[0])
    }
  }

  /// The variables that begin as ours do and are none of ours, sorted.
  ///
  /// They are no error, since the environment is not only the user's to fill: Kubernetes adds some for a Service named
  /// `taptop`. But a typing error should not pass in silence.
  static func unknownVariables(in environment: [String: String]) -> [String] {
    let known = Set(ServeOption.all.map(\.variable))
    return environment.keys.filter { $0.hasPrefix(ServeOption.variablePrefix) && !known.contains($0) }.sorted()
  }

  private mutating func take(_ texts: [String], for option: ServeOption, from source: String) throws(UsageError) {
    do {
      try option.set(&self, texts)
    } catch {
      throw .badValue(source: source, value: error.text, expected: option.expected)
    }
  }

  /// The values of each option on a command line by its name, in their order.
  private static func given(in arguments: [String]) throws(UsageError) -> [String: [String]] {
    var given: [String: [String]] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else { throw .unexpectedArgument(argument, of: .serve) }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = ServeOption.all.first(where: { $0.dashed == parts[0] }) else {
        throw .unknownOption(
          parts[0], nearest: nearestName(to: parts[0], among: ServeOption.all.map(\.dashed)), of: .serve)
      }
      var value = parts.count == 2 ? parts[1] : nil
      switch option.arity {
      case .flag:
        if let value { throw .strayValue(option: option.dashed, value: value) }
        given[option.name] = ["1"]
      case .single, .list:
        // No value begins with two dashes, so what does is the next option.
        if value == nil, let next = rest.first, !next.hasPrefix("--") {
          value = rest.popFirst()
        }
        guard let value else { throw .missingValue(option: option.dashed, expected: option.expected) }
        given[option.name, default: []] += option.arity == .list ? value.elements : [value]
      }
    }
    return given
  }
}

extension String {
  /// What stands between the commas of a list; an empty text is an empty list.
  fileprivate var elements: [String] {
    isEmpty ? [] : split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
