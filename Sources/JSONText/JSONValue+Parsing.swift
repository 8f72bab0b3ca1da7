extension JSONValue {
  /// Reads a JSON text, strictly: UTF-8 without a byte order mark, one value and nothing else, no name twice in an
  /// object, arrays and objects nested at most `maximumDepth` deep, no number that is too large for a double, no NUL
  /// in a member's name, no half of a surrogate pair.
  ///
  /// - Throws: `JSONSyntaxError` for the first thing wrong.
  public init(parsing text: [UInt8]) throws(JSONSyntaxError) {
    let end = text.firstIndex(of: 0) ?? text.count
    var fault: JanssonFault?
    do {
      let value = try JanssonDocument(text.span.extracting(..<end)).value()
      if let value, end == text.count {
        self = value
        return
      }
    } catch {
      fault = error
    }
    throw FaultFinder(text: text, end: end).error(for: fault)
  }
}
