import Glibc
import TestSupport
import Testing

@testable import taptop

@Suite("taptop replay, from a descriptor to descriptors")
struct ReplayCommandTests {
  private struct Run: Hashable {
    let status: Int32
    let output: String
    let errors: String
  }

  private func run(_ trace: String, final: Bool = false) throws -> Run {
    let input = try TemporaryFile(trace)
    let output = try TemporaryFile()
    let errors = try TemporaryFile()
    let command = ReplayCommand(output: output.descriptor, errors: errors.descriptor)
    let status = command.run(input: input.descriptor, final: final)
    return Run(status: status, output: output.text, errors: errors.text)
  }

  private let applied =
    #"{"revision":1,"type":"configure","tab":null,"previousTab":null,"selectedTab":null,"directive":null,"reason":"applied"}"#

  @Test("a trace that comes out as it says is exit 0, with a line for each input and none on standard error")
  func same() throws {
    #expect(try run("") == Run(status: 0, output: "", errors: ""))
    let step = #"{"input":{"type":"configure"},"outcome":\#(applied)}"#
    #expect(try run("\n\(step)\n\n") == Run(status: 0, output: applied + "\n", errors: ""))
    #expect(try run(step) == Run(status: 0, output: applied + "\n", errors: ""))
  }

  @Test("the session comes last if it is asked for")
  func final() throws {
    let run = try run(#"{"session":{"tabs":["a"]}}"#, final: true)
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.hasPrefix(#"{"session":{"id":"replay","revision":0,"selectedTab":"a","#))
    #expect(run.output.hasSuffix("}}\n"))
  }

  @Test("an outcome that differs is exit 1, with both on standard error, and the trace goes on")
  func different() throws {
    let trace = #"{"input":{"type":"configure"},"outcome":{"revision":7}}"# + "\n" + #"{"type":"pop"}"# + "\n"
    let run = try run(trace)
    #expect(run.status == 1)
    #expect(
      run.errors == #"taptop: line 1: the trace has the outcome {"revision":7}, and now it is \#(applied)"# + "\n")
    #expect(run.output.hasPrefix(applied + "\n" + #"{"error":{"type":"/problems/no-selected-tab","#))
  }

  @Test("a line of no kind that a trace has is exit 2, after what came before it and without what comes behind")
  func failure() throws {
    let line = #"{"type":"configure"}"#
    #expect(
      try run("\(line)\nx\n\(line)\n", final: true)
        == Run(
          status: 2, output: applied + "\n",
          errors: "taptop: line 2: this is not JSON at column 1: x stands where a value belongs\n"))
    #expect(try run(#"{"input":{"type":"configure"},"outcome":{}}"# + "\n{}").status == 2)
  }

  @Test("a line without end is refused once it is too long")
  func endless() throws {
    let run = try run(String(repeating: "[", count: Replay.lineLimit + 100_000))
    #expect(run == Run(status: 2, output: "", errors: "taptop: line 1: this is longer than 1048576 bytes\n"))
  }

  @Test("a file that can't be read is exit 2")
  func unreadable() throws {
    let output = try TemporaryFile()
    let errors = try TemporaryFile()
    let command = ReplayCommand(output: output.descriptor, errors: errors.descriptor)
    let directory = unsafe open("/", O_RDONLY | O_CLOEXEC)
    #expect(command.run(input: directory, final: true) == 2)
    close(directory)
    #expect(command.run(input: -1, final: true) == 2)
    #expect(output.text == "")
    #expect(
      errors.text == """
        taptop: the trace can't be read: it is a directory
        taptop: the trace can't be read: the system says error 9

        """)
    #expect(runReplay(file: "/there/is/no/such/file", final: false) == 2)
  }

  @Test("outcomes that can't be written are exit 2")
  func unwritable() throws {
    let input = try TemporaryFile(#"{"type":"configure"}"#)
    let errors = try TemporaryFile()
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    #expect(ReplayCommand(output: full, errors: errors.descriptor).run(input: input.descriptor, final: false) == 2)
    #expect(errors.text == "taptop: the outcomes can't be written: the disk is full\n")
  }

  @Test("lines are the same however they are cut into pieces")
  func pieces() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<500 {
      let lines = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        [UInt8](repeating: UInt8(ascii: "x"), count: random.one(of: [0, 0, 1, 2, 30]))
      }
      let text = lines.flatMap { $0 + [UInt8(ascii: "\n")] } + (random.chance(50) ? [UInt8(ascii: "y")] : [])
      var splitter = ReplayLineSplitter()
      var found: [[UInt8]] = []
      var rest = text[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...10, using: &random))
        found += splitter.split(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      found += splitter.finish()
      #expect(found == lines + (text.last == UInt8(ascii: "y") ? [[UInt8(ascii: "y")]] : []), "seed \(random.seed)")
    }
  }
}

/// A file without a name, gone when it is let go.
///
/// Safe to hold: the stream is this object's alone and is closed once, in `deinit`.
@safe
private final class TemporaryFile {
  let descriptor: Int32
  private let stream: UnsafeMutablePointer<FILE>

  /// Makes a file that holds a text, to be read from its beginning.
  init(_ text: String = "") throws {
    unsafe stream = try #require(unsafe tmpfile())
    descriptor = unsafe fileno(stream)
    let bytes = Array(text.utf8)
    // Safe: write(2) reads the whole of the array and no more.
    let written = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    try #require(written == bytes.count)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    unsafe fclose(stream)
  }

  /// All that is in the file.
  var text: String {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    // Safe: pread(2) fills at most the buffer's length.
    return unsafe String(unsafeUninitializedCapacity: size) { buffer in
      unsafe max(pread(descriptor, buffer.baseAddress, buffer.count, 0), 0)
    }
  }
}
