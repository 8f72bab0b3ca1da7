import JSONText
import NavigationAPI
import NavigationCore
import NavigationJSON

/// A trace run through the core, line by line (README.md, "Replay"): lines in, lines out.
///
/// What is wrong inside an input or a step is an error of that input, and the trace goes on. What is wrong with any
/// other line, one with a session among them, ends it: what follows would mean nothing.
struct Replay {
  /// Why the trace can't go on.
  struct Failure: Error, Hashable {
    /// The line that is at fault, from 1.
    let line: Int
    /// What is wrong with it, as a clause for a person.
    let problem: String
  }

  /// What came of an input.
  struct Result: Hashable {
    /// The outcome, or `{"error": …}`, as JSON.
    let text: [UInt8]
    /// How that differs from the outcome in the trace; nil where it does not, or where the trace has none.
    let difference: Difference?
  }

  /// An outcome that is not the one in the trace.
  struct Difference: Hashable {
    /// The line with the step, from 1.
    let line: Int
    /// The outcome in the trace, as JSON.
    let expected: [UInt8]
    /// What came of the input now, as JSON.
    let found: [UInt8]
  }

  /// The longest line, in bytes: several times what a step or a whole session can take.
  static let lineLimit = 1 << 20

  private var navigation: Navigation
  private var receivedAt = Instant(microseconds: 0)
  private var line = 0
  private let defaultID: Navigation.ID

  /// Begins with an empty session that learns its tabs; `id` is the id of sessions that bring none.
  init(id: Navigation.ID) {
    navigation = Navigation(id: id, openTabs: true)
    defaultID = id
  }

  /// Reads the next line, without its line feed.
  ///
  /// - Returns: What came of an input; nil for a line that has none.
  /// - Throws: `Failure` where the line is neither blank nor of a kind that a trace has.
  mutating func read(_ text: [UInt8]) throws(Failure) -> Result? {
    line += 1
    guard text.count <= Self.lineLimit else {
      throw Failure(line: line, problem: "this is longer than \(Self.lineLimit) bytes")
    }
    switch try kind(text) {
    case .blank, .deletion: return nil
    case .input(let recorded): return run(recorded)
    case .session(let session):
      do throws(NavigationJSON.DecodingError) {
        navigation = try decodeSession(
          session, at: .root.appending("session"), identity: .open(default: defaultID), revision: .taken)
      } catch {
        throw Failure(line: line, problem: "no session can start from this: \(error.detail)")
      }
      return nil
    }
  }

  /// The session as it is now, as `{"session": …}`.
  var final: [UInt8] {
    json { json in
      json.object { json in
        json.name("session")
        json.write(navigation)
      }
    }
  }

  private func kind(_ text: [UInt8]) throws(Failure) -> ReplayLine {
    do throws(ReplayLine.Fault) {
      return try ReplayLine(text)
    } catch {
      throw Failure(line: line, problem: error.problem)
    }
  }

  private mutating func run(_ recorded: ReplayLine.RecordedInput) -> Result {
    let found: [UInt8]
    do throws(Problem) {
      let outcome = try apply(recorded)
      found = json { $0.write(outcome) }
    } catch {
      found = json { json in
        json.object { json in
          json.name("error")
          json.write(error)
        }
      }
    }
    guard let expected = recorded.outcome, !isSame(expected, found) else {
      return Result(text: found, difference: nil)
    }
    return Result(
      text: found, difference: Difference(line: line, expected: json { $0.write(expected) }, found: found))
  }

  private mutating func apply(_ recorded: ReplayLine.RecordedInput) throws(Problem) -> Outcome {
    let input: Input
    do throws(NavigationJSON.DecodingError) {
      let time = try recorded.receivedAt()
      receivedAt = time ?? receivedAt
      input = try recorded.input()
      receivedAt = time ?? input.at ?? receivedAt
    } catch {
      throw Problem(error)
    }
    do throws(NavigationError) {
      return try navigation.apply(input, receivedAt: receivedAt)
    } catch {
      throw Problem(error, input, at: recorded.pointer)
    }
  }

  /// Whether a text says what a value says.
  private func isSame(_ expected: JSONValue, _ found: [UInt8]) -> Bool {
    (try? JSONValue(parsing: found))?.withOrderedMembers == expected.withOrderedMembers
  }

  private func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }
}
