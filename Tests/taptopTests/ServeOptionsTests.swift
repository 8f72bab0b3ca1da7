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
