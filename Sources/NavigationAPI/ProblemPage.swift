/// What `GET /problems/{code}` shows: plain text, as good to read in a terminal as in a browser.
struct ProblemPage: Hashable, Sendable {
  /// The page, as UTF-8.
  let text: [UInt8]

  /// The page about a kind of problem.
  init(_ code: ProblemCode) {
    let explanation = code.explanation
    let page = """
      \(code.rawValue) (\(code.status))
      \(code.title)

      What it means
      \(wrapped(explanation.meaning))

      What to do
      \(wrapped(explanation.remedy))

      As an answer tells it
      \(wrapped(code.example.detail))

      """
    text = Array(page.utf8)
  }
}

/// A paragraph in lines of at most 76 characters, indented.
private func wrapped(_ paragraph: String) -> String {
  var lines = [" "]
  for word in paragraph.split(separator: " ") {
    if lines[lines.count - 1].count + 1 + word.count > 76 { lines.append(" ") }
    lines[lines.count - 1] += " " + word
  }
  return lines.joined(separator: "\n")
}
