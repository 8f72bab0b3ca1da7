public import JSONText
public import NavigationCore

extension Instant {
  /// Reads a time in milliseconds (docs/SPEC.md, section 2).
  ///
  /// - Parameters:
  ///   - value: What was sent.
  ///   - pointer: Where that stands.
  /// - Throws: `invalidValue` where it is no number in range.
  public init(_ value: JSONValue, at pointer: JSONPointer) throws(DecodingError) {
    self = try Located(value, at: pointer).instant()
  }
}
