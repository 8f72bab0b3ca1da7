internal import CJansson

/// What jansson says of a text that it refuses: which fault, and how many bytes it had taken when it saw it.
///
/// Its texts are made for developers and its columns count from where it stopped reading, so `FaultFinder` makes
/// ours of this.
enum JanssonFault: Error, Hashable {
  /// The text ends where something is still to come.
  case endsEarly
  /// The bytes behind the first `taken` are not UTF-8.
  case notUTF8(taken: Int)
  /// The token that ends there stands behind the value.
  case somethingBehind(taken: Int)
  /// The name that ends there is in its object already.
  case duplicateName(taken: Int)
  /// The name that ends there has a NUL character in it.
  case nulInName(taken: Int)
  /// The number that ends there is too large for a double.
  case numberTooLarge(taken: Int)
  /// The token that is being read there can't be one, or can't be where it is.
  case unexpected(taken: Int, expected: Expectation)

  /// What can stand at a place.
  enum Expectation: String, Hashable {
    case value = "a value"
    case colon = "a colon"
    case nameOrEnd = "a name in double quotes or }"
    case commaOrBrace = "a comma or }"
    case commaOrBracket = "a comma or ]"
  }

  init(_ error: json_error_t) {
    var error = error
    let taken = Int(error.position)
    // Safe: the pointer is to the variable above and is used for the length of the call.
    switch unsafe json_error_code(&error) {
    case json_error_premature_end_of_input: self = .endsEarly
    case json_error_invalid_utf8: self = .notUTF8(taken: taken)
    case json_error_end_of_input_expected: self = .somethingBehind(taken: taken)
    case json_error_duplicate_key: self = .duplicateName(taken: taken)
    case json_error_null_byte_in_key: self = .nulInName(taken: taken)
    case json_error_numeric_overflow: self = .numberTooLarge(taken: taken)
    default: self = .unexpected(taken: taken, expected: Expectation(error))
    }
  }
}

extension JanssonFault.Expectation {
  /// Reads the one thing that jansson says in words alone.
  fileprivate init(_ error: json_error_t) {
    // Safe: the bytes are the whole of a fixed array and are copied.
    let text = unsafe withUnsafeBytes(of: error.text) { unsafe String(decoding: $0, as: UTF8.self) }
    self =
      if text.hasPrefix("':' expected") {
        .colon
      } else if text.hasPrefix("string or '}' expected") {
        .nameOrEnd
      } else if text.hasPrefix("'}' expected") {
        .commaOrBrace
      } else if text.hasPrefix("']' expected") {
        .commaOrBracket
      } else {
        .value
      }
  }
}

extension JanssonFault {
  /// How many bytes the reader had taken; nil for all of them.
  var taken: Int? {
    switch self {
    case .endsEarly: nil
    case .notUTF8(let taken), .somethingBehind(let taken), .duplicateName(let taken), .nulInName(let taken),
      .numberTooLarge(let taken), .unexpected(let taken, _):
      taken
    }
  }
}
