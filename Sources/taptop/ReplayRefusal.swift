import JSONText
import NavigationCore
import NavigationJSON

/// Why there is no outcome of an input in a trace.
enum ReplayRefusal: Error {
  /// The input or its time can't be read.
  case unreadable(NavigationJSON.DecodingError)
  /// The core refused it; the pointer is into the line.
  case notApplicable(NavigationError, pointer: JSONPointer)
}

extension JSONWriter {
  /// Writes `{"error": …}` with the problem (RFC 9457) that the server would answer with.
  mutating func write(_ refusal: ReplayRefusal) {
    switch refusal {
    case .unreadable(let error):
      writeProblem(code: error.code, title: error.title, detail: error.detail, pointer: error.pointer)
    case .notApplicable(let error, let pointer):
      writeProblem(code: error.code, title: error.title, detail: error.detail, pointer: pointer)
    }
  }

  private mutating func writeProblem(code: String, title: String, detail: String, pointer: JSONPointer?) {
    object { json in
      json.name("error")
      json.object { json in
        json.name("type")
        json.string("/problems/" + code)
        json.name("title")
        json.string(title)
        json.name("status")
        // The line was read as JSON before, so it is well formed: every error that is left is 422.
        json.integer(422)
        json.name("detail")
        json.string(detail)
        if let pointer {
          json.name("pointer")
          json.string(pointer.text)
        }
      }
    }
  }
}
