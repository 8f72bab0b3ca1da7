/// A page in Prometheus' text format, version 0.0.4; labels hold nothing that would have to be escaped.
struct MetricsPage {
  enum Kind: String {
    case counter, gauge, histogram
  }

  private(set) var text = ""
  private var name = ""

  /// Writes all that is told under one name.
  mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: (inout MetricsPage) -> Void) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    self.name = name
    samples(&self)
  }

  /// Writes a value under some labels.
  mutating func sample(_ labels: [(String, String)], _ value: String, suffix: String = "") {
    text += name + suffix
    if !labels.isEmpty {
      text += "{" + labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  /// Writes a count for each value of a label.
  mutating func samples(_ label: String, _ counts: [String: Int]) {
    for (value, count) in counts.sorted(by: { $0.key < $1.key }) { sample([(label, value)], "\(count)") }
  }

  /// Writes how many values lay below each bound, and their sum.
  mutating func samples(_ labels: [(String, String)], _ histogram: Histogram, _ number: (Int64) -> String) {
    var below = 0
    for (bound, count) in zip(histogram.bounds.map(number) + ["+Inf"], histogram.counts) {
      below += count
      sample(labels + [("le", bound)], "\(below)", suffix: "_bucket")
    }
    sample(labels, number(histogram.sum), suffix: "_sum")
    sample(labels, "\(below)", suffix: "_count")
  }
}
