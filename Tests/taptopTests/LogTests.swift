import Glibc
import JSONText
import NavigationCore
import Testing

@testable import taptop

@Suite("A log line")
struct LogLineTests {
  private func line(
    _ level: LogLevel, _ message: String, _ members: KeyValuePairs<String, LogValue> = [:]
  ) -> String {
    let time = Instant(microseconds: 1_790_000_000_123_999)
    return String(decoding: logLine(time: time, level: level, message: message, members: members), as: UTF8.self)
  }

  @Test("is a JSON object of time, level, message and what else there is, in this order")
  func members() {
    #expect(
      line(.info, "listening", ["address": "127.0.0.1:8080", "loops": 2, "skew": -1])
        == #"{"time":"2026-09-21T14:13:20.123Z","level":"info","message":"listening","address":"127.0.0.1:8080","#
        + #""loops":2,"skew":-1}"# + "\n")
    #expect(line(.error, "") == #"{"time":"2026-09-21T14:13:20.123Z","level":"error","message":""}"# + "\n")
    #expect(line(.warning, "x", ["n": .number(.min)]).hasSuffix(#""n":-9223372036854775808}"# + "\n"))
  }

  @Test("is one line, whatever the texts in it have")
  func escapes() {
    #expect(
      line(.debug, "a\"b\\c\nd\re\tf\u{0}\u{1F}\u{7F}\u{9B}\u{2028}\u{2029}", ["ü\n": "😀/é"])
        == #"{"time":"2026-09-21T14:13:20.123Z","level":"debug","#
        + #""message":"a\"b\\c\nd\re\tf\u0000\u001f\u007f\u009b\u2028\u2029","ü\n":"😀/é"}"# + "\n")
    #expect(line(.info, "a\r\nb").contains(#""a\r\nb""#))
  }

  @Test("cuts texts that are too long, between characters")
  func cuts() {
    let fitting = String(repeating: "a", count: longestLogText)
    #expect(line(.info, fitting).hasSuffix(#""message":"\#(fitting)"}"# + "\n"))
    #expect(line(.info, fitting + "b").hasSuffix(#""message":"\#(fitting)…"}"# + "\n"))
    let almost = String(fitting.dropLast(3))
    #expect(line(.info, almost + "😀").hasSuffix(#""message":"\#(almost)…"}"# + "\n"))
  }
}

@Suite("A log")
struct LogTests {
  @Test(
    "has the lines of its level and of all that matter more",
    arguments: [
      (.error, [.error]), (.warning, [.error, .warning]), (.info, [.error, .warning, .info]),
      (.debug, [.error, .warning, .info, .debug]),
    ] as [(LogLevel, [LogLevel])])
  func levels(level: LogLevel, included: [LogLevel]) throws {
    let pipe = try Pipe()
    let log = Log(level: level, descriptor: pipe.writing)
    for line in LogLevel.allCases {
      #expect(level.includes(line) == included.contains(line))
      log.write(line, "said", ["n": 1])
    }
    let lines = pipe.contents().split(separator: "\n").map(String.init)
    #expect(lines.count == included.count)
    for (line, level) in zip(lines, included) {
      #expect(line.hasPrefix(#"{"time":"2"#))
      #expect(line.hasSuffix(#"Z","level":"\#(level.rawValue)","message":"said","n":1}"#))
    }
  }

  @Test("loses what can't be written and goes on")
  func closed() {
    Log(level: .info, descriptor: -1).write(.info, "nobody hears this")
    #expect(!write([1], to: -1))
    #expect(write([], to: -1))
  }

  @Test("waits for nobody who has stopped to read it: it drops whole lines, and says how many")
  func stoppedReader() throws {
    let pipe = try Pipe()
    let log = Log(level: .error, descriptor: pipe.writing)
    // The longest lines there are, more than a pipe takes at once, and more than it holds.
    let text = String(repeating: "\u{9B}", count: 512)
    let written = 100
    for number in 0..<written { log.write(.error, text, ["n": .number(number), text: .text(text)]) }
    let first = pipe.contents()
    #expect(first.last != "\n", "the pipe was full in the middle of a line")
    log.catchUp()
    log.write(.error, "heard again")
    log.catchUp()
    let lines = (first + pipe.contents()).split(separator: "\n")
    let told = try lines.map { try Said(String($0)) }
    let taken = lines.count - 2
    #expect((1..<written).contains(taken))
    #expect(told.prefix(taken) == (0..<taken).map { Said(level: "error", message: text, n: $0) }[...])
    #expect(
      told.suffix(2) == [
        Said(
          level: "warning", message: "lines of this log were dropped, for nobody had read those before them",
          lines: written - taken),
        Said(level: "error", message: "heard again"),
      ])
    log.catchUp()
    #expect(pipe.contents().isEmpty)
  }

  /// What a line says, but for its time.
  private struct Said: Equatable {
    var level: String?
    var message: String?
    var n: Int?
    var lines: Int?

    init(level: String, message: String, n: Int? = nil, lines: Int? = nil) {
      (self.level, self.message, self.n, self.lines) = (level, message, n, lines)
    }

    init(_ line: String) throws {
      guard case .object(let members) = try JSONValue(parsing: Array(line.utf8)) else { return }
      for member in members {
        switch (member.name, member.value) {
        case ("level", .string(let text)): level = text
        case ("message", .string(let text)): message = text
        case ("n", .number(let number)): n = Int(number)
        case ("lines", .number(let number)): lines = Int(number)
        default: break
        }
      }
    }
  }

  /// The two ends of a pipe, for as much as a pipe holds.
  private final class Pipe {
    let writing: Int32
    private let reading: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      // Safe: pipe(2) fills in two descriptors, and there is room for two.
      try #require(unsafe pipe(&ends) == 0)
      reading = ends[0]
      writing = ends[1]
    }

    deinit {
      close(reading)
      close(writing)
    }

    func contents() -> String {
      // As much as any pipe holds that nobody made larger (pipe(7)).
      var buffer = [UInt8](repeating: 0, count: 65_536)
      _ = fcntl(reading, F_SETFL, O_NONBLOCK)
      // Safe: read writes no more than the length of the array it is given.
      let count = unsafe read(reading, &buffer, buffer.count)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
  }
}

@Suite("A timestamp")
struct TimestampTests {
  @Test(
    "is the time in UTC, as date -u has it, cut to milliseconds",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (999, "1970-01-01T00:00:00.000Z"), (1000, "1970-01-01T00:00:00.001Z"),
      (86_399_999_999, "1970-01-01T23:59:59.999Z"), (86_400_000_000, "1970-01-02T00:00:00.000Z"),
      (31_535_999_999_999, "1970-12-31T23:59:59.999Z"), (31_536_000_000_000, "1971-01-01T00:00:00.000Z"),
      (68_169_600_000_000, "1972-02-29T00:00:00.000Z"), (68_256_000_000_000, "1972-03-01T00:00:00.000Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000Z"), (951_868_800_000_000, "2000-03-01T00:00:00.000Z"),
      (1_709_164_800_000_000, "2024-02-29T00:00:00.000Z"), (1_735_689_599_999_999, "2024-12-31T23:59:59.999Z"),
      (1_735_689_600_000_000, "2025-01-01T00:00:00.000Z"), (1_790_000_000_123_500, "2026-09-21T14:13:20.123Z"),
      (4_107_542_399_000_000, "2100-02-28T23:59:59.000Z"), (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
      (4_133_980_799_999_999, "2100-12-31T23:59:59.999Z"), (13_574_563_200_000_000, "2400-02-29T00:00:00.000Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999Z"), (253_402_300_800_000_000, "9999-12-31T23:59:59.999Z"),
      (Int64.max, "9999-12-31T23:59:59.999Z"), (-1, "1970-01-01T00:00:00.000Z"),
      (Int64.min, "1970-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func known(microseconds: Int64, text: String) {
    #expect(timestamp(Instant(microseconds: microseconds)) == text)
  }

  @Test("agrees with the C library on every day until 2401")
  func everyDay() {
    for day in 0..<157_500 {
      var seconds = time_t(day) * 86_400 + 86_399
      var fields = unsafe tm()
      // Safe: both are local variables, and the zone that tm points to is not looked at.
      unsafe gmtime_r(&seconds, &fields)
      let date = unsafe [fields.tm_year + 1900, fields.tm_mon + 1, fields.tm_mday].map { $0 < 10 ? "0\($0)" : "\($0)" }
      let text = timestamp(Instant(microseconds: Int64(seconds) * 1_000_000))
      guard text == date.joined(separator: "-") + "T23:59:59.000Z" else {
        Issue.record("day \(day): \(text)")
        return
      }
    }
  }
}
