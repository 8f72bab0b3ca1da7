/// Numbers of bytes as options write them: `262144`, `256KiB`, `64MiB`, `2GiB`.
enum ByteSize {
  private static let units: [(suffix: String, bytes: Int)] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]

  /// Reads a number of bytes; nil where the unit is unknown or the number no whole number of 63 bits.
  static func bytes(_ text: String) -> Int? {
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else {
      return Int(digits: text)
    }
    guard let count = Int(digits: text.dropLast(unit.suffix.count)) else {
      return nil
    }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: unit.bytes)
    return overflow ? nil : bytes
  }

  /// Writes whole mebibytes as such and everything else in bytes, as the documentation does.
  static func text(_ bytes: Int) -> String {
    for unit in units where unit.bytes >= 1 << 20 && bytes != 0 && bytes.isMultiple(of: unit.bytes) {
      return "\(bytes / unit.bytes)\(unit.suffix)"
    }
    return String(bytes)
  }
}
