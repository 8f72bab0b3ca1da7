import Testing

@testable import taptop

/// The line that a command line or an environment is refused with; nil if it is not refused.
private func refusal(_ arguments: [String] = [], _ environment: [String: String] = [:]) -> String? {
  do {
    _ = try ServeOptions(arguments: arguments, environment: environment, processors: 4)
    return nil
  } catch {
    return error.line
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

  @Test("is refused even where a good one comes behind it")
  func outdone() {
    #expect(refusal(["--port", "x", "--port", "2"]) == "--port \"x\": must be \(wholePort)")
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
