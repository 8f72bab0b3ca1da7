import HTTPMessages
import SQLiteSessionStore
import Testing

@testable import taptop

/// The options of a machine with four processors, so that nothing depends on this one.
private func options(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> ServeOptions {
  try ServeOptions(arguments: arguments, environment: environment, processors: 4)
}

private func changed(_ change: (inout ServeOptions) throws -> Void) rethrows -> ServeOptions {
  var options = ServeOptions(processors: 4)
  try change(&options)
  return options
}

/// The line that a command line or an environment is refused with; nil if it is not refused.
private func refusal(_ arguments: [String] = [], _ environment: [String: String] = [:]) -> String? {
  do {
    _ = try ServeOptions(arguments: arguments, environment: environment, processors: 4)
    return nil
  } catch {
    return error.line
  }
}

/// One value of each option that is not its default, and what comes of it.
private struct Example: Sendable, CustomTestStringConvertible {
  let name: String
  /// Nil for an option that stands alone.
  let value: String?
  let expected: ServeOptions
  /// An option that it makes no sense without, on the command line and in the environment.
  var companion: (argument: String, variable: String)?

  var testDescription: String { name }

  static var all: [Example] {
    get throws {
      let pages = [try #require(Origin("https://app.example")), try #require(Origin("http://[::1]:3000"))]
      let hosts = [try #require(Host("app.example")), try #require(Host("::2"))]
      let anyAddress = try #require(Host("::"))
      return [
        Example(name: "host", value: "::", expected: changed { $0.host = anyAddress }),
        Example(name: "port", value: "65535", expected: changed { $0.port = 65_535 }),
        Example(name: "data", value: ":memory:", expected: changed { $0.data = .memory }),
        Example(name: "durability", value: "normal", expected: changed { $0.durability = .normal }),
        Example(name: "loops", value: "64", expected: changed { $0.loops = 64 }),
        Example(name: "max-sessions", value: "7", expected: changed { $0.maxSessions = 7 }),
        Example(name: "resident-sessions", value: "9", expected: changed { $0.residentSessions = 9 }),
        Example(name: "step-memory", value: "1MiB", expected: changed { $0.stepMemory = 1_048_576 }),
        Example(name: "session-ttl", value: "12h", expected: changed { $0.sessionTTL = .seconds(43_200) }),
        Example(name: "max-readers", value: "6", expected: changed { $0.maxReaders = 6 }),
        Example(name: "max-connections", value: "8", expected: changed { $0.maxConnections = 8 }),
        Example(name: "max-body", value: "1MiB", expected: changed { $0.maxBody = 1_048_576 }),
        Example(name: "timeout", value: "2m", expected: changed { $0.timeout = .seconds(120) }),
        Example(name: "request-timeout", value: "5s", expected: changed { $0.requestTimeout = .seconds(5) }),
        Example(name: "explicit-sessions", value: nil, expected: changed { $0.explicitSessions = true }),
        Example(
          name: "allow-origin", value: "https://app.example,http://[::1]:3000",
          expected: changed { $0.allowOrigins = pages }),
        Example(name: "allow-host", value: "app.example,[::2]", expected: changed { $0.allowHosts = hosts }),
        Example(name: "api-keys", value: "keys", expected: changed { $0.apiKeys = "keys" }),
        Example(
          name: "tls-certificate", value: "c.pem",
          expected: changed {
            $0.tlsCertificate = "c.pem"
            $0.tlsKey = "k"
          }, companion: ("--tls-key=k", "TAPTOP_TLS_KEY")),
        Example(
          name: "tls-key", value: "k.pem",
          expected: changed {
            $0.tlsCertificate = "k"
            $0.tlsKey = "k.pem"
          }, companion: ("--tls-certificate=k", "TAPTOP_TLS_CERTIFICATE")),
        Example(name: "drain-delay", value: "5s", expected: changed { $0.drainDelay = .seconds(5) }),
        Example(name: "drain", value: "0", expected: changed { $0.drain = .zero }),
        Example(name: "log", value: "debug", expected: changed { $0.logLevel = .debug }),
      ]
    }
  }
}

@Suite("The options of serve")
struct ServeOptionsTests {
  @Test("have the documented defaults where nothing is said")
  func defaults() throws {
    let options = try options()
    #expect(options == ServeOptions(processors: 4))
    #expect(options.host.text == "127.0.0.1")
    #expect(options.port == 8080)
    #expect(options.data == .file("taptop.db"))
    #expect(options.durability == .full)
    #expect(options.maxSessions == 1_000_000)
    #expect(options.residentSessions == 100_000)
    #expect(options.stepMemory == 67_108_864)
    #expect(options.maxReaders == 1_000)
    #expect(options.sessionTTL == .seconds(30 * 86_400))
    #expect(options.maxConnections == 10_000)
    #expect(options.maxBody == 262_144)
    #expect(options.timeout == .seconds(30))
    #expect(options.requestTimeout == .seconds(20))
    #expect(!options.explicitSessions)
    #expect(options.allowOrigins.isEmpty && options.allowHosts.isEmpty)
    #expect(options.apiKeys == nil && options.tlsCertificate == nil && options.tlsKey == nil)
    #expect(options.drainDelay == .zero)
    #expect(options.drain == .seconds(10))
    #expect(options.logLevel == .info)
  }

  @Test(
    "run half as many loops as there are processors, 1 to 64",
    arguments: [
      (1, 1), (2, 1), (3, 1), (4, 2), (127, 63), (128, 64), (1024, 64),
    ])
  func loops(processors: Int, loops: Int) {
    #expect(ServeOptions(processors: processors).loops == loops)
  }

  @Test("have an example here each")
  func examplesAreComplete() throws {
    #expect(try Example.all.map(\.name) == ServeOption.all.map(\.name))
    #expect(Set(ServeOption.all.map(\.name)).count == ServeOption.all.count)
  }

  @Test("are taken from the command line, as --name value and --name=value", arguments: try Example.all)
  fileprivate func commandLine(example: Example) throws {
    guard let value = example.value else {
      #expect(try options(["--\(example.name)"]) == example.expected)
      return
    }
    let others = example.companion.map { [$0.argument] } ?? []
    #expect(try options(["--\(example.name)", value] + others) == example.expected)
    #expect(try options(others + ["--\(example.name)=\(value)"]) == example.expected)
  }

  @Test("are taken from the environment", arguments: try Example.all)
  fileprivate func environment(example: Example) throws {
    let option = try #require(ServeOption.all.first { $0.name == example.name })
    var environment = [option.variable: example.value ?? "1"]
    if let companion = example.companion { environment[companion.variable] = "k" }
    #expect(try options([], environment) == example.expected)
    #expect(try options([], [option.variable: ""]) == ServeOptions(processors: 4))
  }

  @Test("are named in the environment in capitals, with underscores")
  func variables() {
    #expect(
      ServeOption.all.map(\.variable) == [
        "TAPTOP_HOST", "TAPTOP_PORT", "TAPTOP_DATA", "TAPTOP_DURABILITY", "TAPTOP_LOOPS", "TAPTOP_MAX_SESSIONS",
        "TAPTOP_RESIDENT_SESSIONS", "TAPTOP_STEP_MEMORY", "TAPTOP_SESSION_TTL", "TAPTOP_MAX_READERS",
        "TAPTOP_MAX_CONNECTIONS",
        "TAPTOP_MAX_BODY", "TAPTOP_TIMEOUT", "TAPTOP_REQUEST_TIMEOUT", "TAPTOP_EXPLICIT_SESSIONS",
        "TAPTOP_ALLOW_ORIGIN", "TAPTOP_ALLOW_HOST",
        "TAPTOP_API_KEYS", "TAPTOP_TLS_CERTIFICATE", "TAPTOP_TLS_KEY", "TAPTOP_DRAIN_DELAY", "TAPTOP_DRAIN",
        "TAPTOP_LOG",
      ])
  }

  @Test("win over the environment, whatever that has")
  func precedence() throws {
    #expect(try options(["--port", "1"], ["TAPTOP_PORT": "2"]).port == 1)
    #expect(try options(["--port", "1"], ["TAPTOP_PORT": "tcp://10.0.0.1:80"]).port == 1)
    #expect(try options(["--explicit-sessions"], ["TAPTOP_EXPLICIT_SESSIONS": "0"]).explicitSessions)
    let environment = ["TAPTOP_ALLOW_HOST": "a.example,b.example"]
    #expect(try options(["--allow-host", "c.example"], environment).allowHosts.map(\.text) == ["c.example"])
    #expect(try options(["--allow-host", ""], environment).allowHosts.isEmpty)
    #expect(try options(["--log", "debug"], environment).allowHosts.map(\.text) == ["a.example", "b.example"])
  }

  @Test("count by their last value if given twice, lists by all")
  func repetition() throws {
    #expect(try options(["--port", "1", "--port=2"]).port == 2)
    #expect(refusal(["--port", "x", "--port", "2"])?.hasPrefix(#"--port "x": "#) == true)
    #expect(
      try options(["--allow-host", "a,b", "--log", "error", "--allow-host=c", "--allow-host="]).allowHosts.map(\.text)
        == ["a", "b", "c"])
  }

  @Test("stand alone on the command line and are 1 or 0 in the environment, if they are switches")
  func flags() throws {
    #expect(try !options([], ["TAPTOP_EXPLICIT_SESSIONS": "0"]).explicitSessions)
    #expect(try options(["--explicit-sessions", "--explicit-sessions"]).explicitSessions)
  }

  @Test("tell which variables begin as ours do and are none")
  func unknownVariables() {
    let environment = [
      "TAPTOP_PROT": "1", "TAPTOP_PORT": "2", "TAPTOP_": "", "taptop_port": "3", "PATH": "/", "TAPTOP_MAX-BODY": "4",
      "TAPTOP_SERVICE_HOST": "10.0.0.1", "XTAPTOP_LOG": "info",
    ]
    #expect(
      ServeOptions.unknownVariables(in: environment)
        == ["TAPTOP_", "TAPTOP_MAX-BODY", "TAPTOP_PROT", "TAPTOP_SERVICE_HOST"])
  }
}

private let wholePort = "a whole number from 0 to 65535 (0: any free one)"
private let spanToADay = "a length of time with its unit (s, m, h or d), such as 90s or 10m, from 0s to 1d"
private let listenHost = "an IPv4 address, an IPv6 address without brackets, or a host name"
private let fieldHost =
  "a host name, an IPv4 address or an IPv6 address in brackets, without a port, such as app.example"
private let browserOrigin =
  "an origin as browsers send it, scheme://host[:port] without a path, such as https://app.example"
private let bodySize = "a number of bytes, such as 262144, 256KiB or 64MiB, from 1024 to 64MiB"
private let connectionTimeout =
  "a length of time with its unit (s, m, h or d), such as 90s or 10m, from 1s to 1d"

@Suite("A bad option of serve")
struct BadServeOptionTests {
  @Test(
    "is refused with what would be right, from the command line and from the environment",
    arguments: [
      ("host", ["", " ", "127.0.0.256", "[::1]", "::1::", "a b", "a:80", "-a", "http://a"], listenHost),
      ("port", ["", "65536", "-1", "+1", "1.0", "0x50", " 80", "８０", "99999999999999999999"], wholePort),
      ("data", [":Memory:", ":", "file:taptop.db"], "a file's path, or :memory:"),
      ("durability", ["Full", "fast"], "full or normal"),
      ("resident-sessions", ["0", "-1"], "a whole number from 1 to 100000000"),
      ("max-readers", ["0", "-1", "many"], "a whole number from 1 to 1000000"),
      (
        "session-ttl", ["30", "1w", "36501d"],
        "a length of time with its unit (s, m, h or d), such as 90s or 10m, from 0s to 36500d (0: never)"
      ),
      ("loops", ["0", "65", "two"], "a whole number from 1 to 64"),
      ("max-sessions", ["0", "100000001", "1e6"], "a whole number from 1 to 100000000"),
      ("max-connections", ["0", "1000001"], "a whole number from 1 to 1000000"),
      ("max-body", ["1023", "65MiB", "64MB", "1 MiB", "MiB", "9223372036854775807GiB"], bodySize),
      ("timeout", ["0", "0s", "30", "1.5s", "25h", "2d", "s", "30 s", "30S", "106751991167301d"], connectionTimeout),
      (
        "request-timeout", ["30", "-1s", "25h"],
        "a length of time with its unit (s, m, h or d), such as 90s or 10m, from 0s to 1d (0: never)"
      ),
      ("allow-origin", ["https://app.example/", "*", "null", "app.example", "https://a b"], browserOrigin),
      ("allow-host", ["app.example:80", "::1", "*", "https://app.example", "*.app.example"], fieldHost),
      ("api-keys", [""], "the path of a file"),
      ("tls-certificate", [""], "the path of a file"),
      ("tls-key", [""], "the path of a file"),
      ("drain-delay", ["-1s", "1441m", "1w"], spanToADay),
      ("drain", ["10", "1ms"], spanToADay),
      ("log", ["INFO", "trace", "warn"], "error, warning, info or debug"),
    ])
  func badValue(name: String, values: [String], expected: String) throws {
    let option = try #require(ServeOption.all.first { $0.name == name })
    for value in values {
      // A variable that is set to nothing counts as not set.
      let isNotSet = value.isEmpty
      #expect(refusal(["--\(name)=\(value)"]) == #"--\#(name) "\#(value)": must be \#(expected)"#)
      #expect(
        refusal([], [option.variable: value])
          == (isNotSet ? nil : #"\#(option.variable) "\#(value)": must be \#(expected)"#))
    }
  }

  @Test("is named alone where the other values of its list are good")
  func badElement() {
    #expect(
      refusal(["--allow-host", "a.example,b:1", "--allow-host", "c"]) == #"--allow-host "b:1": must be \#(fieldHost)"#)
    #expect(
      refusal([], ["TAPTOP_ALLOW_HOST": "a.example,,b"]) == #"TAPTOP_ALLOW_HOST "": must be \#(fieldHost)"#)
  }

  @Test("is refused if a switch is neither 1 nor 0 in the environment, or has a value on the command line")
  func flags() {
    #expect(
      refusal([], ["TAPTOP_EXPLICIT_SESSIONS": "true"]) == #"TAPTOP_EXPLICIT_SESSIONS "true": must be 1 or 0"#)
    #expect(
      refusal(["--explicit-sessions=0"])
        == #"--explicit-sessions="0": --explicit-sessions takes no value, it stands alone"#)
    #expect(
      refusal(["--explicit-sessions", "0"])
        == #"unexpected argument "0"; "taptop serve --help" shows what serve takes"#)
  }

  @Test("is refused where it makes no sense without another, wherever that would stand")
  func companions() {
    let line = " beside it: a certificate and its private key are of use only together"
    #expect(
      refusal(["--tls-certificate", "c"])
        == "--tls-certificate (TAPTOP_TLS_CERTIFICATE) needs --tls-key (TAPTOP_TLS_KEY)" + line)
    #expect(
      refusal([], ["TAPTOP_TLS_KEY": "k"])
        == "--tls-key (TAPTOP_TLS_KEY) needs --tls-certificate (TAPTOP_TLS_CERTIFICATE)" + line)
    #expect(refusal(["--tls-certificate", "c"], ["TAPTOP_TLS_KEY": "k"]) == nil)
  }

  @Test("is refused if its value is missing")
  func missingValue() {
    #expect(refusal(["--port"]) == "--port lacks its value: \(wholePort)")
    #expect(refusal(["--port", "--host", "::"]) == "--port lacks its value: \(wholePort)")
    #expect(refusal(["--port", "-1"]) == #"--port "-1": must be \#(wholePort)"#)
    #expect(refusal(["--allow-host"]) == "--allow-host lacks its value: \(fieldHost)")
  }

  @Test(
    "is refused with the nearest name if it is unknown",
    arguments: [
      ("--prot", "did you mean --port? "), ("-port", "did you mean --port? "),
      ("--max_body", "did you mean --max-body? "),
      ("--Host", "did you mean --host? "), ("--allow-orgins", "did you mean --allow-origin? "), ("--frobnicate", ""),
      ("-p", ""), ("--", ""), ("-", ""),
    ])
  func unknown(argument: String, hint: String) {
    let line = #"unknown option "\#(argument)"; \#(hint)"taptop serve --help" lists the options"#
    #expect(refusal([argument]) == line)
    #expect(refusal([argument + "=1"]) == line)
  }

  @Test("is explained as Kubernetes' doing where it is")
  func serviceLinks() {
    #expect(
      refusal([], ["TAPTOP_PORT": "tcp://10.0.0.1:80"])
        == #"TAPTOP_PORT "tcp://10.0.0.1:80": must be \#(wholePort) (Kubernetes sets this for a Service named taptop: "#
        + "set enableServiceLinks: false in the pod)")
  }

  @Test("stays on one line, and a short one, whatever was given")
  func oneLine() {
    #expect(
      refusal(["--port", "8\n0\u{1B}[2J\u{85}\u{2028}\"\\"])
        == #"--port "8\n0\u001b[2J\u0085\u2028\"\\": must be \#(wholePort)"#)
    let long = String(repeating: "9", count: 10_000)
    #expect(
      refusal(["--port", long]) == #"--port "\#(long.prefix(200))…": must be \#(wholePort)"#)
    #expect(refusal(["--\n\(long)"])?.utf8.count ?? 0 < 300)
  }
}
