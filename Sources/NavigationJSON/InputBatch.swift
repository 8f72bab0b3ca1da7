import JSONText
public import NavigationCore

/// What the body of a request to `taps` or `inputs` says: one input, or an array of them that is applied as one.
public struct InputBatch: Hashable, Sendable {
  /// Which inputs are meant, and whether `type` must say so.
  public enum Form: Hashable, Sendable {
    /// Taps; `type` may be left out.
    case taps
    /// Inputs of any type, which each names.
    case inputs
  }

  /// The inputs in their order; at most `Limits.inputs`.
  public let inputs: [Input]
  /// Whether they stood in an array, so that their outcomes go into one.
  public let isArray: Bool

  /// Reads a body.
  ///
  /// - Throws: The first thing wrong; in an array pointers begin with the input's index.
  public init(json: [UInt8], form: Form) throws(DecodingError) {
    let body = Located(try JSONValue(reading: json), at: .root)
    switch body.value {
    case .array(let elements):
      guard elements.count <= Limits.inputs else { throw .tooManyInputs(at: .root, count: elements.count) }
      var inputs: [Input] = []
      inputs.reserveCapacity(elements.count)
      for element in try body.elements(orElse: Expected.inputs) {
        inputs.append(try Input(element, form: form))
      }
      self.inputs = inputs
      isArray = true
    case .object:
      inputs = [try Input(body, form: form)]
      isArray = false
    case .null, .bool, .number, .string:
      throw body.invalid(Expected.inputs)
    }
  }
}

extension JSONValue {
  /// Reads a text, its faults being decoding errors.
  init(reading text: [UInt8]) throws(DecodingError) {
    do {
      try self.init(parsing: text)
    } catch {
      throw DecodingError(error)
    }
  }
}
