import JSONText
import NavigationCore
import NavigationJSON
import TestSupport
import Testing

@Suite("The core on the vectors")
struct VectorTests {
  @Test(
    "every outcome, every refusal and every session at the end is the expected one",
    arguments: ["scenarios.jsonl", "random.jsonl", "client-clock.jsonl"])
  func vectors(file: String) throws {
    for (number, line) in VectorFile(file).lines.enumerated() {
      let vector = try JSONValue(parsing: line)
      let name = vector["name"]?.string ?? ""
      try check(vector, "\(file), line \(number + 1) \(name)")
    }
  }

  private func check(_ vector: JSONValue, _ place: String) throws {
    let id = try #require(Navigation.ID("s"))
    let session = if let session = vector["session"], session != .null { session } else { JSONValue.object([]) }
    var navigation = try decodeSession(session, identity: .open(default: id), revision: .taken)
    guard case .array(let steps)? = vector["steps"] else {
      Issue.record("no steps: \(place)")
      return
    }
    for (index, step) in steps.enumerated() {
      try check(step, on: &navigation, "\(place), step \(index)")
    }
    #expect(json { $0.write(navigation) } == vector["final"], "\(place)")
  }

  private func check(_ step: JSONValue, on navigation: inout Navigation, _ place: String) throws {
    let input = try Input(#require(step["input"]))
    let receivedAt = try Instant(#require(step["receivedAtMs"]), at: .root)
    let before = navigation
    let found: JSONValue?
    do throws(NavigationError) {
      let outcome = try navigation.apply(input, receivedAt: receivedAt)
      found = json { $0.write(outcome) }
    } catch {
      found = .object([JSONMember(name: "error", value: .string(error.code))])
      #expect(navigation == before, "\(place)")
    }
    #expect(found == step["expect"], "\(place)")
  }
}

/// The value that a text means which was just written.
private func json(_ write: (inout JSONWriter) -> Void) -> JSONValue? {
  var writer = JSONWriter()
  write(&writer)
  return try? JSONValue(parsing: writer.bytes)
}
