/// The texts of `--help`, at most 100 columns wide.
enum Help {
  static let width = 100
  /// Where explanations begin; what stands before it is at least two columns shorter, or on a line of its own.
  private static let column = 30

  /// Help about one command, or about all.
  static func text(about command: CommandName?) -> String {
    switch command {
    case nil, .help: overview
    case .serve: section("Usage", [usage(of: .serve)]) + "\n" + options
    case .replay: section("Usage", [usage(of: .replay)]) + "\n" + replayNotes
    case .backup: section("Usage", [usage(of: .backup)]) + "\n" + backupNotes
    case .key: section("Usage", [usage(of: .key)]) + "\n" + keyNotes
    case .health: section("Usage", [usage(of: .health)]) + "\n" + healthNotes
    case .version: section("Usage", [usage(of: .version)])
    }
  }

  private static var overview: String {
    """
    \(Version.line): a navigation state machine behind HTTP

    \(section("Usage", CommandName.allCases.map { usage(of: $0) }))
    \(options)
    Exit status: 0; 1 if it could not be done; 2 if it was asked for in a wrong way.
    """
  }

  private static func usage(of command: CommandName) -> String {
    switch command {
    case .serve: entry("taptop [serve] [OPTION …]", "Serves until SIGTERM or SIGINT.")
    case .replay: entry("taptop replay [FILE] [--final]", "Applies recorded inputs, without a server.")
    case .backup:
      entry("taptop backup FILE [--data FILE]", "Copies the sessions into a new file, also while a server runs.")
    case .key: entry("taptop key NAME", "Makes a key for a caller of serve --api-keys.")
    case .health: entry("taptop health [URL]", "Asks a server whether it is ready.")
    case .version: entry("taptop version", "Prints the version.")
    case .help: entry("taptop help [COMMAND]", "Prints this, or help about one command; so does --help.")
    }
  }

  private static var options: String {
    let rows = ServeOption.all.map { option in
      let head = option.placeholder.isEmpty ? option.dashed : "\(option.dashed) \(option.placeholder)"
      return entry(head, option.summary) + entry("", "\(option.variable), default \(defaultText(option))")
    }
    return section("Options of serve", rows) + "\n" + optionNotes
  }

  private static func defaultText(_ option: ServeOption) -> String {
    let text = option.defaultText(ServeOptions(processors: 1))
    return text.isEmpty ? "none" : text
  }

  private static let optionNotes = """
    Each option is also the environment variable named below it; the option wins. A variable takes 1 or
    0 where the option stands alone, and one that is empty counts as not set. "--name value" and
    "--name=value" are the same; of an option given twice the last value counts, of a list all do.
    DURATION: a number and s, m, h or d, such as 90s; 0 needs no unit. SIZE: bytes, KiB, MiB or GiB.

    """

  private static let replayNotes = """
    Reads JSON lines, from standard input without FILE: inputs, steps and sessions. Writes one outcome
    or error for each input. With --final, the session is written last.

    Exit status: 0; 1 if an outcome differed from the recorded one; 2 if the file or one of its lines
    can't be read.

    """

  private static let backupNotes = """
    Copies the data file, --data or TAPTOP_DATA, default \(ServeOptions(processors: 1).data.text), into FILE, which must
    not exist. The server that uses the data makes the copy while it goes on, if it runs; so the copy
    belongs to that server's user, and its folder must be one that this user may write. Whatever was
    answered before is in it. It is itself a data file: to restore it, stop the server, put it in the
    data file's place, remove what is beside that with -wal or -shm at the end, and start.

    Exit status: 0 if FILE is whole and on disk; 1 with the reason if there is no backup; 2 if the
    command makes no sense.

    """

  private static let keyNotes = """
    Makes a key that nobody can guess and prints two lines: the key, which goes to the caller and is
    shown only here, and the line for the file of --api-keys, which has its SHA-256 and is no secret. A
    running server takes the file as it is after a SIGHUP. The caller sends the key with each request,
    as "Authorization: Bearer KEY". NAME stands for all keys of a caller and for its sessions: 1 to 64
    characters out of A-Z a-z 0-9 . _ ~ : -.

    In a script: { read -r key; cat >>keys; } < <(taptop key NAME)

    """

  private static let healthNotes = """
    Without URL it asks where serve would listen, going by its variables; without a path
    it asks for /readyz. It waits \(TimeSpan.text(HealthCheck.timeLimit)) at most.

    Where TAPTOP_TLS_CERTIFICATE names a file, a server that is asked in TLS must show the first
    certificate in it, and is then believed, whatever name or address it has. Without it, a URL that
    begins with https:// needs a certificate that this system trusts.

    Exit status: 0 if the answer is 200; 1 with the reason if not; 2 if the URL is none.

    """

  private static func section(_ title: String, _ entries: [String]) -> String {
    "\(title):\n" + entries.joined()
  }

  /// A term and its explanation beside it, wrapped.
  private static func entry(_ term: String, _ explanation: String) -> String {
    let indent = String(repeating: " ", count: column)
    var lines = wrapped(explanation, to: width - column).map { indent + $0 }
    let head = "  " + term
    if head.count <= column - 2, let first = lines.first {
      lines[0] = head + first.dropFirst(head.count)
    } else {
      lines.insert(head, at: 0)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
