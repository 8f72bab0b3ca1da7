import NavigationCore

extension Metrics {
  /// What was counted, in Prometheus' text format, version 0.0.4.
  ///
  /// - Parameter gauges: What there is now.
  /// - Returns: The text, in an order that does not change.
  public func text(_ gauges: Gauges) -> String {
    var page = MetricsPage()
    page.family("taptop_build_info", .gauge, "The version that runs, as a label; always 1.") {
      $0.sample([("version", version)], "1")
    }
    page.family("process_start_time_seconds", .gauge, "When the server started, in seconds since 1970.") {
      $0.sample([], seconds(startedAt.microseconds))
    }
    page.family("taptop_taps_total", .counter, "Taps that were accepted, by what they were taken for.") {
      $0.samples("result", named(TapResult.allCases, taps))
    }
    page.family("taptop_directives_total", .counter, "What clients were told to do; custom stands for their own words.")
    {
      $0.samples("action", named(DirectiveKind.allCases, directives))
    }
    page.family(
      "taptop_inputs_refused_total", .counter, "Requests on taps and inputs that were refused, by the problem's code."
    ) {
      $0.samples("code", refusedInputs)
    }
    page.family(
      "taptop_answers_replayed_total", .counter, "Requests that were retries, and got the answer that was kept."
    ) {
      $0.sample([], "\(replayedAnswers)")
    }
    writeRequests(to: &page)
    writeCommits(to: &page)
    page.family("taptop_sessions", .gauge, "Sessions that there are, in memory and on disk.") {
      $0.sample([], "\(gauges.sessions)")
    }
    page.family("taptop_sessions_resident", .gauge, "Sessions that are in memory.") {
      $0.sample([], "\(gauges.residentSessions)")
    }
    page.family("taptop_event_readers", .gauge, "Clients that read events or wait for steps.") {
      $0.sample([], "\(gauges.readers)")
    }
    page.family(
      "taptop_event_readers_cut_total", .counter, "Readers of events that were cut off since they did not keep up."
    ) {
      $0.sample([], "\(slowReaders)")
    }
    return page.text
  }

  private func writeRequests(to page: inout MetricsPage) {
    page.family("taptop_http_requests_total", .counter, "Requests that were answered.") { page in
      for (kind, durations) in requests.sorted(by: { $0.key.order < $1.key.order }) {
        page.sample(kind.labels.pairs + [("status", "\(kind.status)")], "\(durations.count)")
      }
    }
    var durations: [RequestLabels: Histogram] = [:]
    for (kind, those) in requests { durations[kind.labels, default: Histogram(upTo: Self.durationBounds)].add(those) }
    page.family(
      "taptop_http_request_duration_seconds", .histogram,
      "From a request's head to its answer, the wait for the disk included."
    ) { page in
      for (labels, histogram) in durations.sorted(by: { $0.key.order < $1.key.order }) {
        page.samples(labels.pairs, histogram, seconds)
      }
    }
  }

  private func writeCommits(to page: inout MetricsPage) {
    page.family("taptop_commit_duration_seconds", .histogram, "How long commits took, failed ones too.") {
      $0.samples([], commitDurations, seconds)
    }
    page.family(
      "taptop_commit_sessions", .histogram, "How many sessions were written together, in commits that succeeded."
    ) {
      $0.samples([], commitSizes) { "\($0)" }
    }
    page.family("taptop_commit_failures_total", .counter, "Commits that failed; nothing of them was acknowledged.") {
      $0.sample([], "\(failedCommits)")
    }
  }
}

extension RequestLabels {
  fileprivate var pairs: [(String, String)] { [("route", routeName), ("method", methodName)] }
  fileprivate var order: String { "\(routeName) \(methodName)" }
}

extension Metrics.RequestKind {
  fileprivate var order: String { "\(labels.order) \(status)" }
}

/// Counts under the names of their places.
private func named<Name>(_ names: [Name], _ counts: [Int]) -> [String: Int] {
  Dictionary(uniqueKeysWithValues: zip(names.map { "\($0)" }, counts))
}

/// Microseconds as seconds.
private func seconds(_ microseconds: Int64) -> String {
  let fraction = String(microseconds % 1_000_000)
  let digits = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
  let zeros = digits.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
  return "\(microseconds / 1_000_000)" + (zeros == 6 ? "" : "." + digits.dropLast(zeros))
}
