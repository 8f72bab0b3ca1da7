import Glibc
import Testing

@testable import taptop

private func order(_ arguments: [String], _ environment: [String: String] = [:]) -> Result<Command, UsageError> {
  Result { () throws(UsageError) in try Command(arguments: ["backup"] + arguments, environment: environment) }
}

@Suite("The command line of a backup")
struct BackupOrderTests {
  @Test(
    "names the new file, and the data by option, variable or default, in this order",
    arguments: [
      (["b"], [:], "b", "taptop.db"), (["b"], ["TAPTOP_DATA": "d"], "b", "d"),
      (["b", "--data", "e"], ["TAPTOP_DATA": "d"], "b", "e"),
      (["--data=e", "b"], ["TAPTOP_DATA": ":memory:"], "b", "e"),
      (["--data", "e", "--data", "f", "b"], [:], "b", "f"), (["--data=--e", "--", "--data"], [:], "--data", "--e"),
      (["b"], ["TAPTOP_DATA": "", "TAPTOP_PORT": "bad"], "b", "taptop.db"),
    ] as [([String], [String: String], String, String)])
  func accepted(arguments: [String], environment: [String: String], target: String, data: String) {
    #expect(order(arguments, environment) == .success(.backup(BackupOrder(target: target, data: data))))
  }

  @Test(
    "is refused where it makes no sense",
    arguments: [
      ([], [:], .missingArgument("FILE", of: .backup)), (["a", "b"], [:], .unexpectedArgument("b", of: .backup)),
      ([""], [:], .badValue(source: "FILE", value: "", expected: "the path of a file")),
      (["a", "--data"], [:], .missingValue(option: "--data", expected: "a file's path, or :memory:")),
      (["a", "--data", "--"], [:], .missingValue(option: "--data", expected: "a file's path, or :memory:")),
      (["a", "--data="], [:], .badValue(source: "--data", value: "", expected: "a file's path, or :memory:")),
      (["a", "--date=b"], [:], .unknownOption("--date", nearest: "--data", of: .backup)),
      (
        ["a", "--data", ":memory:"], ["TAPTOP_DATA": "b"],
        .badValue(
          source: "--data", value: ":memory:",
          expected: "a file's path, since only the server itself sees what is in its memory")
      ),
      (
        ["a"], ["TAPTOP_DATA": ":memory:"],
        .badValue(
          source: "TAPTOP_DATA", value: ":memory:",
          expected: "a file's path, since only the server itself sees what is in its memory")
      ),
    ] as [([String], [String: String], UsageError)])
  func refused(arguments: [String], environment: [String: String], error: UsageError) {
    #expect(order(arguments, environment) == .failure(error))
  }

  @Test("a relative path means what it does in this folder")
  func absolute() {
    #expect(absolutePath("/a/b") == "/a/b")
    let path = absolutePath("a/b")
    #expect(path?.hasPrefix("/") == true)
    #expect(path?.hasSuffix("/a/b") == true)
  }
}

@Suite("The control socket's lines")
struct ControlMessageTests {
  @Test(
    "are read as they were written",
    arguments: ["/a", "/ä b/\"c\"\n\\", "/" + String(repeating: "\u{1}", count: 4_095)])
  func roundTrip(text: String) {
    for line in [ControlRequest.backup(target: text).line, ControlAnswer.failed(text).line] {
      #expect(!line.contains(UInt8(ascii: "\n")))
    }
    #expect(ControlRequest(line: ControlRequest.backup(target: text).line) == .backup(target: text))
    #expect(ControlAnswer(line: ControlAnswer.failed(text).line) == .failed(text))
    #expect(ControlAnswer(line: ControlAnswer.done(pages: 7).line) == .done(pages: 7))
  }

  @Test(
    "are none where they say nothing known",
    arguments: ["", "{}", "x", "[]", #"{"backup":1}"#, #"{"backup":"a"}"#, #"{"backup":"/\u0000"}"#, #"{"pages":1.5}"#])
  func unknown(line: String) {
    #expect(ControlRequest(line: Array(line.utf8)) == nil)
    #expect(ControlAnswer(line: Array(line.utf8)) == nil)
  }
}

@Suite("A socket's path")
struct LocalAddressTests {
  @Test("is at most as long as the system takes, in bytes")
  func length() {
    #expect(LocalAddress.longestPath == 107)
    #expect(LocalAddress(path: String(repeating: "a", count: 107))?.path.utf8.count == 107)
    #expect(LocalAddress(path: String(repeating: "a", count: 108)) == nil)
    #expect(LocalAddress(path: String(repeating: "ä", count: 54)) == nil)
    #expect(LocalAddress(path: "") == nil)
    #expect(LocalAddress(ofServerUsing: "a/b.db")?.path == "a/b.db-control")
  }

  @Test("of nobody says so")
  func nobody() throws {
    let address = try #require(LocalAddress(path: "/nowhere/at-all"))
    let descriptor = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    #expect(address.connect(descriptor.number) == ENOENT)
    #expect(address.bind(descriptor.number) == ENOENT)
  }
}
