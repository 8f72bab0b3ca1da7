import JSONText
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
  var writer = JSONWriter()
  writer.object { line in
    line.name("time")
    line.string(timestamp(time))
    line.name("level")
    line.string(level.rawValue)
    line.name("message")
    line.string(message.shortened(to: longestLogText))
    for (name, value) in members {
      line.name(name)
      switch value {
      case .text(let text): line.string(text.shortened(to: longestLogText))
      case .number(let number): line.integer(Int64(number))
      }
    }
  }
  return onOneLine(writer.bytes) + [UInt8(ascii: "\n")]
}
