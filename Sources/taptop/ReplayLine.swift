import JSONText
import NavigationCore
import NavigationJSON

/// A line of a trace: the member `session`, `deleted`, `input` or `type` tells which kind it is.
enum ReplayLine {
  /// Nothing but white space.
  case blank
  /// `{"session": …}`: the trace starts anew from it.
  case session(JSONValue)
  /// `{"deleted": true}`.
  case deletion
  /// An input, or a step.
  case input(RecordedInput)

  /// Why a line is of no kind that a trace has.
  struct Fault: Error {
    /// What is wrong, as a clause for a person.
    let problem: String
  }

  /// Tells what a line is.
  init(_ text: [UInt8]) throws(Fault) {
    guard text.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") })
    else {
      self = .blank
      return
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: text)
    } catch {
      throw Fault(problem: "this is not JSON at column \(error.column): \(error.problem)")
    }
    // A null member is as good as left out.
    guard case .object(let all) = value else { throw Self.noKind }
    let members = all.filter { !$0.value.isNull }
    let kinds = Self.telling.filter { name in members.contains { $0.name == name } }
    // With a type it is an input, and anything else in it a slip in that.
    if kinds.first == "type" {
      self = .input(.bare(members))
      return
    }
    switch kinds {
    case ["input"]: self = .input(.step(members))
    case ["session"] where members.count == 1: self = .session(members[0].value)
    case ["deleted"] where members == Self.deletionMembers: self = .deletion
    default: throw Self.noKind
    }
  }

  /// The members of which a line has one, which tells its kind.
  private static let telling = ["type", "input", "session", "deleted"]
  private static let deletionMembers = [JSONMember(name: "deleted", value: .bool(true))]
  private static let noKind = Fault(
    problem: #"this must be an input, a step, {"session": …} or {"deleted": true}, as a JSON object"#)
}

extension ReplayLine {
  /// An input with what the trace knows of it, not yet decoded.
  struct RecordedInput {
    /// Where the input stands in its line.
    let pointer: JSONPointer
    /// What came of it when it was recorded; nil where the trace does not say.
    let outcome: JSONValue?
    private let value: JSONValue
    private let time: JSONValue?
    private let unknown: String?

    /// An input with an optional `receivedAtMs` beside its members.
    fileprivate static func bare(_ members: [JSONMember]) -> RecordedInput {
      RecordedInput(
        pointer: .root, outcome: nil, value: .object(members.filter { $0.name != "receivedAtMs" }),
        time: JSONValue.object(members)["receivedAtMs"], unknown: nil)
    }

    /// A step.
    fileprivate static func step(_ members: [JSONMember]) -> RecordedInput {
      let step = JSONValue.object(members)
      return RecordedInput(
        pointer: .root.appending("input"), outcome: step["outcome"], value: step["input"] ?? .null,
        time: step["receivedAtMs"], unknown: members.map(\.name).first { !stepMembers.contains($0) })
    }

    private static let stepMembers = ["receivedAtMs", "input", "outcome"]

    /// When the input was received; nil where the trace does not say.
    func receivedAt() throws(NavigationJSON.DecodingError) -> Instant? {
      guard let time else { return nil }
      return try Instant(time, at: .root.appending("receivedAtMs"))
    }

    /// The input itself.
    func input() throws(NavigationJSON.DecodingError) -> Input {
      if let unknown {
        throw .unknownMember(at: .root.appending(unknown), name: unknown, owner: "a step", known: Self.stepMembers)
      }
      return try Input(value, at: pointer)
    }
  }
}
