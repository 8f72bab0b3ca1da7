public import JSONText

/// Why a JSON text is not the input or the session that it should be (docs/SPEC.md, section 7).
public enum DecodingError: Error, Hashable, Sendable {
  /// The text is no JSON text; `problem` says what stands at the line and column.
  case malformedJSON(line: Int, column: Int, problem: String)
  /// An object has two members of one name, the second at the line and column.
  case duplicateMember(line: Int, column: Int, problem: String)
  /// A value is of the wrong type, out of range, no id or an unknown word; `expected` says what it must be.
  case invalidValue(at: JSONPointer, expected: String)
  /// A member that must be there is not; `expected` says what it must be.
  case missingMember(at: JSONPointer, expected: String)
  /// An object, of the kind that `owner` names, has a member that it can't have.
  case unknownMember(at: JSONPointer, name: String, owner: String, known: [String])
  /// An array has more inputs than are applied as one.
  case tooManyInputs(at: JSONPointer, count: Int)

  init(_ error: JSONSyntaxError) {
    self =
      switch error.fault {
      case .malformed: .malformedJSON(line: error.line, column: error.column, problem: error.problem)
      case .duplicateMember: .duplicateMember(line: error.line, column: error.column, problem: error.problem)
      }
  }
}
