import HTTPMessages
import NavigationCore
import SessionEngine
import TestSupport
import Testing

@testable import NavigationAPI

@Suite("What is counted")
struct MetricsTests {
  private var metrics = Metrics(version: "1.2.3", startedAt: Instant(microseconds: 1_790_000_000_250_000))
  private let gauges = Metrics.Gauges(sessions: 7, residentSessions: 3, readers: 2)

  /// The lines of a page that begin so.
  private func lines(_ start: String) -> [String] {
    metrics.text(gauges).split(separator: "\n").map(String.init).filter { $0.hasPrefix(start) }
  }

  @Test("is there before anything happens, each count at 0")
  func fresh() {
    let lines = metrics.text(gauges).split(separator: "\n").map(String.init)
    let told = Set(lines.compactMap { $0.hasPrefix("# TYPE ") ? $0.split(separator: " ")[2] : nil }).map(String.init)
    #expect(
      told.sorted() == [
        "process_start_time_seconds", "taptop_answers_replayed_total", "taptop_build_info",
        "taptop_commit_duration_seconds", "taptop_commit_failures_total", "taptop_commit_sessions",
        "taptop_directives_total", "taptop_event_readers", "taptop_event_readers_cut_total",
        "taptop_http_request_duration_seconds", "taptop_http_requests_total", "taptop_inputs_refused_total",
        "taptop_sessions", "taptop_sessions_resident", "taptop_taps_total",
      ])
    let notZero = lines.filter { !$0.hasPrefix("#") && !$0.hasSuffix(" 0") }
    #expect(
      notZero == [
        "taptop_build_info{version=\"1.2.3\"} 1", "process_start_time_seconds 1790000000.25", "taptop_sessions 7",
        "taptop_sessions_resident 3", "taptop_event_readers 2",
      ])
    let impossible: Set<ProblemCode> = [.notFound, .methodNotAllowed, .tooManyReaders]
    #expect(
      self.lines("taptop_inputs_refused_total")
        == Set(ProblemCode.allCases).subtracting(impossible).map(\.rawValue).sorted().map {
          "taptop_inputs_refused_total{code=\"\($0)\"} 0"
        })
  }

  @Test("tells taps by what they were taken for, and directives by what is to be done")
  mutating func taps() throws {
    let home = try #require(Tab.ID("home"))
    var navigation = Navigation(id: try #require(Navigation.ID("demo")), openTabs: true)
    var outcomes: [Outcome] = []
    for milliseconds: Int64 in [0, 200, 210, 210, 5_000] {
      let at = Instant(microseconds: milliseconds * 1_000)
      outcomes.append(try navigation.apply(Input(.tap(home), at: at), receivedAt: at))
    }
    let reading = TapReading(reselected: true, doubleTap: false, interval: nil)
    outcomes.append(
      Outcome(
        revision: 6, type: .tap, tab: home, previousTab: home, selectedTab: home, tap: reading, directive: nil,
        reason: .bounce))
    let version = SessionVersion(incarnation: try #require(Incarnation("abcdefgh")), revision: 6)
    metrics.note(.outcomes(outcomes, version))
    #expect(
      lines("taptop_taps_total") == [
        "taptop_taps_total{result=\"bounce\"} 1", "taptop_taps_total{result=\"double\"} 1",
        "taptop_taps_total{result=\"duplicate\"} 1", "taptop_taps_total{result=\"expired\"} 1",
        "taptop_taps_total{result=\"first\"} 2",
      ])
    #expect(
      lines("taptop_directives_total") == [
        "taptop_directives_total{action=\"custom\"} 0", "taptop_directives_total{action=\"popToRoot\"} 0",
        "taptop_directives_total{action=\"returnToPosition\"} 0", "taptop_directives_total{action=\"scrollToTop\"} 1",
      ])
  }

  @Test("tells each kind of directive apart, a client's own words as one")
  mutating func directives() throws {
    let home = try #require(Tab.ID("home"))
    let words = try ["refresh", "focus"].map { try #require(Action($0)) }
    let own: [Directive.Move] = words.compactMap { if case .custom(let word) = $0 { .custom(word) } else { nil } }
    let returns = Directive.Move.returnToPosition(Position(offset: Offset(thousandths: 1), anchor: nil))
    let outcomes = try (own + [.popToRoot, .popToRoot, .popToRoot, returns]).map { move in
      Outcome(
        revision: 1, type: .tap, tab: home, previousTab: home, selectedTab: home, tap: nil,
        directive: Directive(move: move, tab: home, screen: try #require(Screen.ID("top")), animated: true),
        reason: .rule(.doubleTap))
    }
    let version = SessionVersion(incarnation: try #require(Incarnation("abcdefgh")), revision: 1)
    metrics.note(.outcomes(outcomes, version))
    #expect(
      lines("taptop_directives_total") == [
        "taptop_directives_total{action=\"custom\"} 2", "taptop_directives_total{action=\"popToRoot\"} 3",
        "taptop_directives_total{action=\"returnToPosition\"} 1", "taptop_directives_total{action=\"scrollToTop\"} 0",
      ])
  }

  @Test("counts a replayed answer as such and as nothing else")
  mutating func replays() throws {
    let version = SessionVersion(incarnation: try #require(Incarnation("abcdefgh")), revision: 5)
    metrics.note(.replayed(KeptAnswer(body: Array("{}".utf8), version: version)))
    #expect(lines("taptop_answers_replayed_total") == ["taptop_answers_replayed_total 1"])
    #expect(lines("taptop_taps_total").allSatisfy { $0.hasSuffix(" 0") })
  }

  @Test("counts readers that were cut off")
  mutating func slowReaders() {
    metrics.readerCutOff()
    #expect(lines("taptop_event_readers_cut_total") == ["taptop_event_readers_cut_total 1"])
  }

  @Test("tells requests by route, method and status, and refused inputs by code")
  mutating func requests() {
    var api = RequestLabels(HTTPRequestHead(method: "POST", target: "/"))
    api.route = Route.paths.firstIndex(of: "/sessions/{id}/taps")
    var refused = HTTPResponse(status: 422)
    refused.refusal = "unknown-tab"
    metrics.note(HTTPResponse(status: 200), to: api, after: 50)
    metrics.note(HTTPResponse(status: 200), to: api, after: 51)
    metrics.note(refused, to: api, after: 20_000_000)
    metrics.note(refused, to: RequestLabels(HTTPRequestHead(method: "BREW", target: "/")), after: 0)
    #expect(
      lines("taptop_http_requests_total") == [
        "taptop_http_requests_total{route=\"/sessions/{id}/taps\",method=\"POST\",status=\"200\"} 2",
        "taptop_http_requests_total{route=\"/sessions/{id}/taps\",method=\"POST\",status=\"422\"} 1",
        "taptop_http_requests_total{route=\"unknown\",method=\"other\",status=\"422\"} 1",
      ])
    #expect(
      lines("taptop_inputs_refused_total").filter { !$0.hasSuffix(" 0") } == [
        "taptop_inputs_refused_total{code=\"unknown-tab\"} 1"
      ])
    let name = "taptop_http_request_duration_seconds"
    let labels = "route=\"/sessions/{id}/taps\",method=\"POST\""
    let bounds = [
      "0.00005": 1, "0.0001": 2, "0.00025": 2, "0.0005": 2, "0.001": 2, "0.0025": 2, "0.005": 2, "0.01": 2, "0.025": 2,
      "0.05": 2, "0.1": 2, "0.25": 2, "0.5": 2, "1": 2, "2.5": 2, "5": 2, "10": 2, "+Inf": 3,
    ]
    #expect(
      Set(lines("\(name)_bucket{\(labels)"))
        == Set(bounds.map { "\(name)_bucket{\(labels),le=\"\($0)\"} \($1)" }))
    #expect(lines("\(name)_sum{\(labels)") == ["\(name)_sum{\(labels)} 20.000101"])
    #expect(lines("\(name)_count{\(labels)") == ["\(name)_count{\(labels)} 3"])
  }

  @Test("tells how long commits took and how much they wrote; of a failed one, only that it failed")
  mutating func commits() {
    let start = Instant(microseconds: 1_000)
    metrics.commitBegan(at: start, sessions: 3)
    metrics.commitEnded(at: Instant(microseconds: 3_500), isKept: true)
    metrics.commitBegan(at: start, sessions: 5)
    metrics.commitEnded(at: Instant(microseconds: 2_000), isKept: false)
    #expect(lines("taptop_commit_sessions_sum") == ["taptop_commit_sessions_sum 3"])
    #expect(lines("taptop_commit_sessions_count") == ["taptop_commit_sessions_count 1"])
    #expect(lines("taptop_commit_sessions_bucket{le=\"2\"}") == ["taptop_commit_sessions_bucket{le=\"2\"} 0"])
    #expect(lines("taptop_commit_sessions_bucket{le=\"4\"}") == ["taptop_commit_sessions_bucket{le=\"4\"} 1"])
    #expect(lines("taptop_commit_duration_seconds_sum") == ["taptop_commit_duration_seconds_sum 0.0035"])
    #expect(lines("taptop_commit_duration_seconds_count") == ["taptop_commit_duration_seconds_count 2"])
    #expect(lines("taptop_commit_failures_total") == ["taptop_commit_failures_total 1"])
  }
}
