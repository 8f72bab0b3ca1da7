import NavigationCore

/// What a log line says under a name of its own.
enum LogValue: Hashable, Sendable, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  case text(String)
  case number(Int)

  init(stringLiteral text: String) {
    self = .text(text)
  }

  init(integerLiteral number: Int) {
    self = .number(number)
  }
}

/// Bytes of UTF-8 that are logged of one text: enough for any path we serve, and too few for a client to fill a disk.
let longestLogText = 1024

/// A line of the log, line feed included: a JSON object of `time`, `level`, `message` and the members in their order.
func logLine(
  time: Instant, level: LogLevel, message: String, members: KeyValuePairs<String, LogValue>
) -> [UInt8] {
  var line = Array(#"{"time":"\#(timestamp(time))","level":"\#(level.rawValue)","message":"#.utf8)
  line.appendJSONString(message, longest: longestLogText)
  for (name, value) in members {
    line.append(UInt8(ascii: ","))
    line.appendJSONString(name, longest: longestLogText)
    line.append(UInt8(ascii: ":"))
    switch value {
    case .text(let text): line.appendJSONString(text, longest: longestLogText)
    case .number(let number): line.append(contentsOf: String(number).utf8)
    }
  }
  line.append(contentsOf: "}\n".utf8)
  return line
}
