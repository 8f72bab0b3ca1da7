import HTTPMessages

/// A kind of value an option can take: how a text becomes a value and a value a text, and what is said of it in help
/// and in errors.
struct ValueKind<Value: Sendable>: Sendable {
  /// What stands for the value in help, such as `DURATION`.
  let placeholder: String
  /// What would be right, to stand behind "must be".
  let expected: String
  let parse: @Sendable (String) -> Value?
  /// The text that `parse` makes this value of.
  let text: @Sendable (Value) -> String
}

extension ValueKind where Value: FixedWidthInteger {
  /// A whole number in ASCII digits, without sign, spaces or separators.
  static func wholeNumber(_ range: ClosedRange<Value>, note: String = "") -> ValueKind {
    ValueKind(
      placeholder: "NUMBER",
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)\(note)",
      parse: { text in
        guard let number = Value(digits: text), range.contains(number) else { return nil }
        return number
      },
      text: { String($0) })
  }
}

extension ValueKind<Int> {
  /// A number of bytes: digits alone, or with `KiB`, `MiB` or `GiB`.
  static func size(_ range: ClosedRange<Int>) -> ValueKind {
    ValueKind(
      placeholder: "SIZE",
      expected: "a number of bytes, such as 262144, 256KiB or 64MiB, from \(ByteSize.text(range.lowerBound)) to "
        + ByteSize.text(range.upperBound),
      parse: { text in
        guard let bytes = ByteSize.bytes(text), range.contains(bytes) else { return nil }
        return bytes
      },
      text: { ByteSize.text($0) })
  }
}

extension ValueKind<Duration> {
  /// A length of time: digits and a unit, one of `s`, `m`, `h` and `d`; nought needs no unit.
  static func duration(_ range: ClosedRange<Duration>, note: String = "") -> ValueKind {
    ValueKind(
      placeholder: "DURATION",
      expected: "a length of time with its unit (s, m, h or d), such as 90s or 10m, "
        + "from \(TimeSpan.text(range.lowerBound)) to \(TimeSpan.text(range.upperBound))\(note)",
      parse: { text in
        guard let duration = TimeSpan.duration(text), range.contains(duration) else { return nil }
        return duration
      },
      text: { TimeSpan.text($0) })
  }
}

extension ValueKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words of an enum.
  static func word(_ placeholder: String) -> ValueKind {
    let words = Value.allCases.map(\.rawValue)
    return ValueKind(
      placeholder: placeholder,
      expected: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""),
      parse: { Value(rawValue: $0) },
      text: { $0.rawValue })
  }
}

extension ValueKind<Host> {
  /// An address or a name to listen on.
  static let host = ValueKind(
    placeholder: "HOST",
    expected: "an IPv4 address, an IPv6 address without brackets, or a host name",
    parse: { Host($0) },
    text: { $0.text })

  /// A host as it stands in a `Host` field, its port left out.
  static let hostWithoutPort = ValueKind(
    placeholder: "HOST",
    expected: "a host name, an IPv4 address or an IPv6 address in brackets, without a port, such as app.example",
    parse: { Host(authority: $0) },
    text: { $0.authority })
}

extension ValueKind<Origin> {
  /// An origin as browsers send it.
  static let origin = ValueKind(
    placeholder: "ORIGIN",
    expected: "an origin as browsers send it, scheme://host[:port] without a path, such as https://app.example",
    parse: { Origin($0) },
    text: { $0.text })
}

extension ValueKind<DataLocation> {
  /// Where sessions are kept.
  static let dataLocation = ValueKind(
    placeholder: "FILE",
    expected: "a file's path, or :memory:",
    parse: { text in
      if text == DataLocation.memory.text { return .memory }
      // A slip in the word, and what SQLite reads as an address with options, are no paths that anyone means.
      return text.isEmpty || text.hasPrefix(":") || text.hasPrefix("file:") || text.utf8.contains(0)
        ? nil : .file(text)
    },
    text: { $0.text })
}

extension ValueKind<String?> {
  /// The path of a file, which is not looked at yet.
  static let file = ValueKind(
    placeholder: "FILE",
    expected: "the path of a file",
    parse: { $0.isEmpty || $0.utf8.contains(0) ? nil : .some($0) },
    text: { $0 ?? "" })
}

extension FixedWidthInteger {
  /// A number out of ASCII digits and nothing else; nil for any other text and where it does not fit.
  init?(digits text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    self.init(text, radix: 10)
  }
}
