/// Lengths of time as options write them: `90s`, `10m`, `12h`, `30d`, and `0` or `0s` for none.
enum TimeSpan {
  private static let units: [(letter: Character, seconds: Int64)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

  /// Reads a length of time; nil where the unit is missing or unknown, or the number is no whole number of 63 bits.
  static func duration(_ text: String) -> Duration? {
    if Int64(digits: text) == 0 {
      return .zero
    }
    guard let unit = units.first(where: { $0.letter == text.last }), let count = Int64(digits: text.dropLast()) else {
      return nil
    }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: unit.seconds)
    return overflow ? nil : .seconds(seconds)
  }

  /// Writes a length of whole seconds in the largest unit that leaves no fraction.
  static func text(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    for unit in units where seconds != 0 && seconds.isMultiple(of: unit.seconds) {
      return "\(seconds / unit.seconds)\(unit.letter)"
    }
    return "0s"
  }
}
