import HTTPMessages

/// The client side of one small request: enough HTTP/1.1 to ask a server on the same machine whether it is ready.
enum HealthCheck {
  /// For everything together, but for what the resolver takes for a host that is a name.
  static let timeLimit = Duration.seconds(5)
  /// Bytes of an answer that are read.
  private static let longestAnswer = 65_536
  /// Characters of an answer's body that are shown.
  private static let longestBody = 400
  /// Bytes that are shown of what is no answer.
  private static let longestBeginning = 40

  /// Asks once; returns if the answer is 200.
  static func run(_ target: HealthTarget, within limit: Duration = timeLimit) throws(HealthFailure) {
    let deadline = Deadline(after: limit)
    let connection = try HealthConnection(to: target, deadline: deadline)
    try connection.send(Array(request(to: target).utf8))
    var answer = Answer()
    while answer.bytes.count < longestAnswer, !answer.isComplete,
      let part = try connection.receive(upTo: longestAnswer - answer.bytes.count)
    {
      answer.bytes += part
    }
    guard !answer.bytes.isEmpty else { throw .brokenOff }
    guard let status = answer.status else {
      throw answer.mayBecomeHTTP && answer.body == nil
        ? .brokenOff : .notHTTP(String(decoding: answer.bytes.prefix(longestBeginning), as: UTF8.self))
    }
    guard status == 200 else {
      throw .notReady(status: status, body: oneLine(answer.body ?? []))
    }
  }

  private static func request(to target: HealthTarget) -> String {
    """
    GET \(target.path) HTTP/1.1\r
    Host: \(target.host.authority):\(target.port)\r
    User-Agent: taptop/\(Version.number)\r
    Accept: application/json\r
    Connection: close\r
    \r

    """
  }

  /// A body as part of a line: a problem is short and says in its own words what is wrong.
  private static func oneLine(_ body: ArraySlice<UInt8>) -> String {
    let text = String(decoding: body, as: UTF8.self)
    let words = text.split { character in
      character.isWhitespace || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return String(words.joined(separator: " ").prefix(longestBody))
  }
}

/// What has come of an answer so far.
private struct Answer {
  var bytes: [UInt8] = []

  private static let headEnd = Array("\r\n\r\n".utf8)
  private static let beginning = Array("HTTP/1.".utf8)

  /// Whether the bytes are the beginning of an answer, as far as they go.
  var mayBecomeHTTP: Bool {
    zip(bytes, Self.beginning).allSatisfy { $0 == $1 }
  }

  /// Whether nothing more need be awaited: all of it is here, or it is no answer at all.
  var isComplete: Bool {
    guard mayBecomeHTTP else { return true }
    guard let body else { return false }
    return body.count >= contentLength ?? .max
  }

  /// The status code of a head that is here whole (RFC 9112, section 4).
  var status: Int? {
    guard let head, mayBecomeHTTP else { return nil }
    let line = head.prefix { $0 != UInt8(ascii: "\r") }
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[1].count == 3 else { return nil }
    return Int(digits: String(decoding: words[1], as: UTF8.self))
  }

  /// What stands behind the head, once that is here whole.
  var body: ArraySlice<UInt8>? {
    bytes.firstRange(of: Self.headEnd).map { bytes[$0.upperBound...] }
  }

  private var head: ArraySlice<UInt8>? {
    bytes.firstRange(of: Self.headEnd).map { bytes[..<$0.lowerBound] }
  }

  private var contentLength: Int? {
    guard let head else { return nil }
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      if String(line[..<colon]).equalsIgnoringCase("Content-Length") {
        return Int(digits: line[colon...].dropFirst().filter { $0 != " " && $0 != "\t" })
      }
    }
    return nil
  }
}
