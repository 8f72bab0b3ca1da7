import JSONText
import NavigationCore

/// A value, and where it stands; the pointer is written only when an error needs it.
struct Located {
  /// The value itself.
  let value: JSONValue
  private let base: JSONPointer
  private let step: Step

  private enum Step {
    case none
    case member(String)
    case element(Int)
  }

  /// A value that stands there.
  init(_ value: JSONValue, at pointer: JSONPointer) {
    self.value = value
    base = pointer
    step = .none
  }

  /// A member of the object that stands there.
  init(_ member: JSONMember, of object: JSONPointer) {
    value = member.value
    base = object
    step = .member(member.name)
  }

  private init(element: JSONValue, _ index: Int, of array: JSONPointer) {
    value = element
    base = array
    step = .element(index)
  }

  /// Where the value stands.
  var pointer: JSONPointer {
    switch step {
    case .none: base
    case .member(let name): base.appending(name)
    case .element(let index): base.appending(index)
    }
  }

  /// The error that this value is not what it must be.
  func invalid(_ expected: String) -> DecodingError {
    .invalidValue(at: pointer, expected: expected)
  }

  /// The elements of an array.
  func elements(orElse expected: String) throws(DecodingError) -> [Located] {
    guard case .array(let elements) = value else { throw invalid(expected) }
    let pointer = pointer
    return elements.enumerated().map { Located(element: $0.element, $0.offset, of: pointer) }
  }

  /// The string that this is, if it is one.
  var string: String? { value.string }
}

/// The values that need no decoder of their own.
extension Located {
  func bool() throws(DecodingError) -> Bool {
    guard case .bool(let truth) = value else { throw invalid(Expected.bool) }
    return truth
  }

  func text() throws(DecodingError) -> String {
    guard let string else { throw invalid(Expected.text) }
    return string
  }

  func id<Subject>() throws(DecodingError) -> Identifier<Subject> {
    guard let string, let id = Identifier<Subject>(string) else { throw invalid(Expected.id) }
    return id
  }

  func anchor() throws(DecodingError) -> Anchor {
    guard let string, let anchor = Anchor(string) else { throw invalid(Expected.anchor) }
    return anchor
  }

  func action() throws(DecodingError) -> Action {
    guard let string, let action = Action(string) else { throw invalid(Expected.action) }
    return action
  }

  /// A word of a list.
  func word<Word: CaseIterable & RawRepresentable<String>>() throws(DecodingError) -> Word {
    guard let string, let word = Word(rawValue: string) else { throw invalid(Expected.word(Word.self)) }
    return word
  }

  /// A time in milliseconds on some clock (docs/SPEC.md, section 2).
  func instant() throws(DecodingError) -> Instant {
    guard case .number(let milliseconds) = value, milliseconds >= 0, milliseconds <= Double(Limits.milliseconds) else {
      throw invalid(Expected.instant)
    }
    return Instant(microseconds: thousandths(milliseconds))
  }

  /// A distance in points (docs/SPEC.md, section 2).
  func offset() throws(DecodingError) -> Offset {
    guard case .number(let points) = value, points.magnitude <= Double(Limits.offsetPoints) else {
      throw invalid(Expected.offset)
    }
    return Offset(thousandths: thousandths(points))
  }

  /// A whole number, `1.0` and `1e2` among them.
  func whole(_ range: ClosedRange<Int64>, _ expected: @autoclosure () -> String) throws(DecodingError) -> Int64 {
    guard case .number(let number) = value, let whole = Int64(exactly: number), range.contains(whole) else {
      throw invalid(expected())
    }
    return whole
  }

  /// A whole number of milliseconds.
  func milliseconds(_ range: ClosedRange<Int64>) throws(DecodingError) -> Microseconds {
    try whole(range, Expected.milliseconds(range)) * 1_000
  }
}

/// The double's product, rounded to the nearest integer, halves away from zero.
private func thousandths(_ value: Double) -> Int64 {
  Int64((value * 1_000).rounded(.toNearestOrAwayFromZero))
}
