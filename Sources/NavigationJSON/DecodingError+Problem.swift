public import JSONText
import NavigationCore

extension DecodingError {
  /// The specification's word for the error.
  public var code: String {
    switch self {
    case .malformedJSON: "malformed-json"
    case .duplicateMember: "duplicate-member"
    case .invalidValue: "invalid-value"
    case .missingMember: "missing-member"
    case .unknownMember: "unknown-member"
    case .tooManyInputs: "too-many-inputs"
    }
  }

  /// Where in the value the error is; nil where there is no value, the text being no JSON.
  public var pointer: JSONPointer? {
    switch self {
    case .malformedJSON, .duplicateMember: nil
    case .invalidValue(let pointer, _), .missingMember(let pointer, _), .unknownMember(let pointer, _, _, _),
      .tooManyInputs(let pointer, _):
      pointer
    }
  }

  /// The line of the text where the error is, from 1; nil where a pointer says where.
  public var line: Int? { place?.line }

  /// The character of the line where the error is, from 1; nil where a pointer says where.
  public var column: Int? { place?.column }

  /// What was wrong and what would be right, in one sentence.
  public var detail: String {
    switch self {
    case .malformedJSON(let line, let column, let problem):
      "The JSON text is wrong at line \(line), column \(column): \(problem)."
    case .duplicateMember(let line, let column, let problem):
      "A member can be there only once, but at line \(line), column \(column): \(problem)."
    case .invalidValue(let pointer, let expected):
      "\(subject(pointer)) must be \(expected)."
    case .missingMember(let pointer, let expected):
      "\(subject(pointer)) is missing; it must be \(expected)."
    case .unknownMember(_, let name, let owner, let known):
      "Unknown member \"\(shown(name))\"; \(owner) has \(known.joined(separator: ", "))."
    case .tooManyInputs(_, let count):
      "At most \(Limits.inputs) inputs are applied as one, and here are \(count); send them in several requests."
    }
  }

  private var place: (line: Int, column: Int)? {
    switch self {
    case .malformedJSON(let line, let column, _), .duplicateMember(let line, let column, _): (line, column)
    case .invalidValue, .missingMember, .unknownMember, .tooManyInputs: nil
    }
  }
}

/// What a pointer points to, as the beginning of a sentence.
private func subject(_ pointer: JSONPointer) -> String {
  pointer == .root ? "What is sent" : pointer.text
}

/// A name of any length, short enough for a sentence.
private func shown(_ name: String) -> String {
  name.count > Limits.identifierCharacters ? name.prefix(Limits.identifierCharacters) + "…" : name
}
