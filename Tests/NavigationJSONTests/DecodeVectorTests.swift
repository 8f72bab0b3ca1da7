import JSONText
import NavigationCore
import NavigationJSON
import Testing
import TestSupport

@Suite("The decoding vectors")
struct DecodeVectorTests {
  /// One line of the file.
  struct Vector: Sendable, CustomTestStringConvertible {
    let form: String
    let body: String
    /// Nil where the body is accepted.
    let expected: Expected?

    struct Expected: Hashable, Sendable {
      let code: String
      var pointer: String?
      var line: Int?
    }

    var testDescription: String { "\(form) \(body.prefix(100))" }
  }

  static let vectors = VectorFile("decode.jsonl").lines.map(Vector.init)

  @Test("say what each body is taken for", arguments: vectors)
  func body(_ vector: Vector) throws {
    let error: NavigationJSON.DecodingError? = failure(of: vector)
    let found = error.map { Vector.Expected(code: $0.code, pointer: $0.pointer?.text, line: $0.line) }
    #expect(found == vector.expected, "\(error?.detail ?? "accepted")")
  }

  private func failure(of vector: Vector) -> NavigationJSON.DecodingError? {
    do {
      let json = Array(vector.body.utf8)
      switch vector.form {
      case "taps": _ = try InputBatch(json: json, form: .taps)
      case "inputs": _ = try InputBatch(json: json, form: .inputs)
      default:
        let id = try #require(Navigation.ID("s"))
        _ = try decodeSession(json: json, identity: .named(id), revision: .passedOver)
      }
    } catch let error as NavigationJSON.DecodingError {
      return error
    } catch {
      Issue.record(error)
    }
    return nil
  }
}

extension DecodeVectorTests.Vector {
  init(_ line: [UInt8]) {
    guard let value = try? JSONValue(parsing: line) else { preconditionFailure("a vector that is no JSON") }
    form = value["for"]?.string ?? ""
    body = value["body"]?.string ?? ""
    expected = value["expect"].flatMap { expected in
      expected["code"]?.string.map { code in
        Expected(
          code: code, pointer: expected["pointer"]?.string,
          line: expected["line"]?.number.map { Int($0) })
      }
    }
  }
}
