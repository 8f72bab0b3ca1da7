import NavigationCore
import SessionEngine
import Testing

@testable import taptop

private let callerName = "1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not . or .."

private func refusal(_ arguments: [String], _ environment: [String: String] = [:]) -> String? {
  do {
    _ = try Command(arguments: arguments, environment: environment)
    return nil
  } catch {
    return error.line
  }
}

@Suite("A command line")
struct CommandTests {
  @Test("without a command serves")
  func serves() throws {
    let plain = Command.serve(ServeOptions(), unknownVariables: [])
    #expect(try Command(arguments: [], environment: [:]) == plain)
    #expect(try Command(arguments: ["serve"], environment: [:]) == plain)
    var other = ServeOptions()
    other.port = 0
    other.logLevel = .error
    #expect(
      try Command(arguments: ["--port", "0"], environment: ["TAPTOP_LOG": "error", "TAPTOP_LGO": "x"])
        == .serve(other, unknownVariables: ["TAPTOP_LGO"]))
    #expect(
      try Command(arguments: ["serve", "--port", "0"], environment: ["TAPTOP_LOG": "error"])
        == .serve(other, unknownVariables: []))
  }

  @Test(
    "replays a file or standard input, and whatever stands behind -- as a file",
    arguments: [
      ([], nil, false), (["trace"], "trace", false), (["--final"], nil, true), (["trace", "--final"], "trace", true),
      (["--final", "trace"], "trace", true), (["--", "--final"], "--final", false),
      (["--final", "--", "-h"], "-h", true),
    ] as [([String], String?, Bool)])
  func replays(arguments: [String], file: String?, final: Bool) throws {
    #expect(
      try Command(arguments: ["replay"] + arguments, environment: ["TAPTOP_PORT": "bad"])
        == .replay(file: file, final: final))
  }

  @Test("makes a key for a name", arguments: [["ci"], ["--", "-ci"], ["A.b_c~d:e-9"]])
  func makesKeys(arguments: [String]) throws {
    let name = try #require(Caller.Name(arguments.last ?? ""))
    #expect(try Command(arguments: ["key"] + arguments, environment: ["TAPTOP_PORT": "bad"]) == .key(name))
  }

  @Test("asks for health where it is told, else where the environment has the server")
  func health() throws {
    #expect(
      try Command(arguments: ["health", "http://a:1/b"], environment: ["TAPTOP_PORT": "bad"])
        == .health(HealthTarget(url: "http://a:1/b")))
    #expect(
      try Command(arguments: ["health"], environment: ["TAPTOP_PORT": "81"])
        == .health(HealthTarget(url: "http://127.0.0.1:81/readyz")))
    let tls = ["TAPTOP_TLS_CERTIFICATE": "c.pem", "TAPTOP_TLS_KEY": "k.pem"]
    #expect(
      try Command(arguments: ["health"], environment: tls)
        == .health(HealthTarget(url: "https://127.0.0.1:8080/readyz", certificate: "c.pem")))
    #expect(
      try Command(arguments: ["health", "https://a"], environment: tls)
        == .health(HealthTarget(url: "https://a:443", certificate: "c.pem")))
    #expect(
      try Command(arguments: ["health", "https://a"], environment: ["TAPTOP_TLS_CERTIFICATE": ""])
        == .health(HealthTarget(url: "https://a:443")))
  }

  @Test(
    "asks for the version or for help",
    arguments: [
      (["version"], .version), (["--version"], .version), (["help"], .help(nil)), (["--help"], .help(nil)),
      (["-h"], .help(nil)), (["--port", "x", "--help"], .help(nil)), (["serve", "--help"], .help(.serve)),
      (["serve", "--port", "x", "-h"], .help(.serve)), (["replay", "--help"], .help(.replay)),
      (["health", "-h"], .help(.health)), (["version", "--help"], .help(.version)), (["help", "--help"], .help(nil)),
      (["help", "serve"], .help(.serve)), (["help", "replay"], .help(.replay)), (["help", "help"], .help(.help)),
    ] as [([String], Command)])
  func versionAndHelp(arguments: [String], command: Command) throws {
    #expect(try Command(arguments: arguments, environment: ["TAPTOP_PORT": "bad"]) == command)
  }

  @Test(
    "that makes no sense is refused with what would",
    arguments: [
      (["sreve"], #"unknown command "sreve"; did you mean serve? "taptop help" lists the commands"#),
      (["x"], #"unknown command "x"; "taptop help" lists the commands"#),
      ([""], #"unknown command ""; "taptop help" lists the commands"#),
      (["help", "healht"], #"unknown command "healht"; did you mean health? "taptop help" lists the commands"#),
      (["help", "serve", "x"], #"unexpected argument "x"; "taptop help --help" shows what help takes"#),
      (["serve", "x"], #"unexpected argument "x"; "taptop serve --help" shows what serve takes"#),
      (["version", "x"], #"unexpected argument "x"; "taptop version --help" shows what version takes"#),
      (["version", "-x"], #"unknown option "-x"; "taptop version --help" lists the options"#),
      (["--version", "x"], #"unknown option "--version"; "taptop serve --help" lists the options"#),
      (["replay", "a", "b"], #"unexpected argument "b"; "taptop replay --help" shows what replay takes"#),
      (
        ["replay", "--finale"],
        #"unknown option "--finale"; did you mean --final? "taptop replay --help" lists the options"#
      ),
      (["key"], #"key lacks its NAME; "taptop key --help" shows what key takes"#),
      (["key", "a", "b"], #"unexpected argument "b"; "taptop key --help" shows what key takes"#),
      (["key", "a/b"], #"NAME "a/b": must be \#(callerName)"#),
      (["key", ""], #"NAME "": must be \#(callerName)"#),
      (["key", ".."], #"NAME "..": must be \#(callerName)"#),
      (["health", "http://a", "b"], #"unexpected argument "b"; "taptop health --help" shows what health takes"#),
      (
        ["health", "ftp://a"],
        #"URL "ftp://a": must be http://host[:port][/path] or https://host[:port][/path], "#
          + "such as http://127.0.0.1:8080"
      ),
    ])
  func refused(arguments: [String], line: String) {
    #expect(refusal(arguments) == line)
  }

  @Test("for health is refused if the environment says nothing of where the server is")
  func healthWithoutPort() {
    #expect(
      refusal(["health"], ["TAPTOP_PORT": "0"])
        == "TAPTOP_PORT is 0, any free port, so that the server may be anywhere: give its URL, "
        + "such as taptop health http://127.0.0.1:8080")
    #expect(refusal(["health"], ["TAPTOP_HOST": "a:b"])?.hasPrefix(#"TAPTOP_HOST "a:b": must be"#) == true)
  }
}

@Suite("Help")
struct HelpTests {
  @Test(
    "lists every option of the table with its variable and default, and no other",
    arguments: [nil, .serve] as [CommandName?])
  func optionsBothWays(command: CommandName?) {
    let lines = Help.text(about: command).split(separator: "\n").map(String.init)
    let defaults = [
      "127.0.0.1", "8080", "taptop.db", "full", "half the processors, at least 1", "1000000", "100000", "64MiB", "30d",
      "1000", "10000",
      "262144", "30s", "20s", "0",
      "none", "none", "none", "none", "none", "0s", "10s", "info",
    ]
    let listed = lines.filter { $0.hasPrefix("  --") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed == ServeOption.all.map(\.dashed))
    let variables = lines.filter { $0.hasPrefix("                              TAPTOP_") }.map { $0.drop { $0 == " " } }
    #expect(
      variables.map(String.init)
        == zip(ServeOption.all, defaults).map { "\($0.variable), default \($1)" })
    for option in ServeOption.all where option.arity != .flag {
      #expect(lines.contains { $0.hasPrefix("  \(option.dashed) \(option.placeholder)  ") })
    }
  }

  @Test("lists every command")
  func commands() {
    let overview = Help.text(about: nil)
    #expect(overview.hasPrefix("taptop 0.1.0: "))
    for command in CommandName.allCases where command != .serve {
      #expect(overview.contains("\n  taptop \(command.rawValue)"))
    }
    #expect(overview.contains("\n  taptop [serve] "))
    #expect(Help.text(about: .help) == overview)
  }

  @Test(
    "about a command shows how it is called",
    arguments: [
      (.serve, "Usage:\n  taptop [serve] [OPTION …]"), (.replay, "Usage:\n  taptop replay [FILE] [--final]\n"),
      (.key, "Usage:\n  taptop key NAME "), (.health, "Usage:\n  taptop health [URL] "),
      (.version, "Usage:\n  taptop version "),
    ] as [(CommandName, String)])
  func oneCommand(command: CommandName, beginning: String) {
    #expect(Help.text(about: command).hasPrefix(beginning))
  }

  @Test(
    "is at most 100 columns wide, in explanations that all begin at the same", arguments: [nil] + CommandName.allCases)
  func width(command: CommandName?) {
    for line in Help.text(about: command).split(separator: "\n") {
      #expect(line.count <= 100)
      #expect(line.last != " ")
      if line.hasPrefix("   ") {
        #expect(line.prefix { $0 == " " }.count == 30)
      }
    }
  }
}
