import Glibc
import NavigationCore

/// Replays a trace from a file, or from standard input where none is named; `final` writes the session last.
///
/// - Returns: The exit status: 0; 1 if any outcome differed from the trace's; 2 if the trace can't be read, or a line of
///   it is of no kind that a trace has.
func runReplay(file: String?, final: Bool) -> Int32 {
  let command = ReplayCommand(trace: file ?? "the trace", output: STDOUT_FILENO, errors: STDERR_FILENO)
  guard let file else { return command.run(input: STDIN_FILENO, final: final) }
  let input = unsafe open(file, O_RDONLY | O_CLOEXEC)
  guard input >= 0 else { return command.refuse("\(file) can't be opened: \(ReplayCommand.explanation(of: errno))") }
  defer { close(input) }
  return command.run(input: input, final: final)
}

/// The part of `taptop replay` that reads and writes; what it says is up to `Replay`.
struct ReplayCommand {
  /// What a person knows the trace by.
  var trace = "the trace"
  /// The descriptor for outcomes.
  let output: Int32
  /// The descriptor for what a person should know.
  let errors: Int32

  /// Why a run stops before the end of the trace.
  private enum Stop: Error {
    case line(Replay.Failure)
    case reading(errno: Int32)
    case writing(errno: Int32)
  }

  /// The exit statuses of `taptop replay`.
  private enum Status {
    static let same: Int32 = 0
    static let different: Int32 = 1
    static let unreadable: Int32 = 2
  }

  /// How much of a trace is read at once, in bytes.
  private static let chunk = 65_536

  /// Replays what a descriptor gives, up to its end; what came of the lines that are there is written before it waits
  /// for more.
  func run(input: Int32, final: Bool) -> Int32 {
    guard let id = Navigation.ID("replay") else { preconditionFailure("replay is an id") }
    var replay = Replay(id: id)
    var lines = ReplayLineSplitter()
    var isSame = true
    do throws(Stop) {
      while true {
        let bytes = try read(input)
        let complete = bytes.isEmpty ? lines.finish() : lines.split(bytes)
        isSame = try answer(complete, with: &replay) && isSame
        if bytes.isEmpty { break }
      }
      if final { try write(line(replay.final), to: output) }
      return isSame ? Status.same : Status.different
    } catch {
      switch error {
      case .line(let failure): return refuse("line \(failure.line): \(failure.problem)")
      case .reading(let code): return refuse("\(trace) can't be read: \(Self.explanation(of: code))")
      case .writing(let code): return refuse("the outcomes can't be written: \(Self.explanation(of: code))")
      }
    }
  }

  /// Says why there is nothing to replay, or nothing more.
  func refuse(_ reason: String) -> Int32 {
    try? write(line(Array("taptop: \(reason)".utf8)), to: errors)
    return Status.unreadable
  }

  /// What an error of the operating system means here.
  static func explanation(of code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "there is no such file"
    case EACCES, EPERM: "reading it is not permitted"
    case EISDIR: "it is a directory"
    case EPIPE: "nobody reads them any longer"
    case ENOSPC: "the disk is full"
    default: "the system says error \(code)"
    }
  }

  /// Replays lines and writes what came of them, also where one of them is the last that can be replayed.
  ///
  /// - Returns: Whether all outcomes were those of the trace.
  private func answer(_ lines: [[UInt8]], with replay: inout Replay) throws(Stop) -> Bool {
    var outcomes: [UInt8] = []
    var differences: [UInt8] = []
    var stop: Stop?
    for text in lines {
      do throws(Replay.Failure) {
        guard let result = try replay.read(text) else { continue }
        outcomes += line(result.text)
        if let difference = result.difference { differences += line(self.text(difference)) }
      } catch {
        stop = .line(error)
        break
      }
    }
    try write(outcomes, to: output)
    try write(differences, to: errors)
    if let stop { throw stop }
    return differences.isEmpty
  }

  private func text(_ difference: Replay.Difference) -> [UInt8] {
    Array("taptop: line \(difference.line): the trace has the outcome ".utf8) + difference.expected
      + Array(", and now it is ".utf8) + difference.found
  }

  private func line(_ text: [UInt8]) -> [UInt8] {
    text + [UInt8(ascii: "\n")]
  }

  /// Reads what there is, waiting for at least one byte; nothing at the end.
  private func read(_ descriptor: Int32) throws(Stop) -> [UInt8] {
    while true {
      var count = 0
      // Safe: read(2) fills at most the buffer's length, and no more than that is taken as filled.
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
        count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(count, 0)
      }
      if count >= 0 { return bytes }
      guard errno == EINTR else { throw .reading(errno: errno) }
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(Stop) {
    var written = 0
    while written < bytes.count {
      // Safe: write(2) reads the bytes from `written` to the end, which the buffer has.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw .writing(errno: errno)
      }
    }
  }
}
