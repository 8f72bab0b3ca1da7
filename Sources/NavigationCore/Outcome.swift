/// What came of an input: where the session is now, what the client should do, and why (docs/SPEC.md, section 6).
public struct Outcome: Hashable, Sendable {
  /// The session's revision after the input.
  public let revision: Int64
  /// What kind of input it was.
  public let type: Input.InputType
  /// The tab acted on; nil for `configure`, which acts on none.
  public let tab: Tab.ID?
  /// The tab that was selected before.
  public let previousTab: Tab.ID?
  /// The tab that is selected now.
  public let selectedTab: Tab.ID?
  /// What a tap was taken for; nil for every other type.
  public let tap: TapReading?
  /// What the client should do now; nil for nothing.
  public let directive: Directive?
  /// Why.
  public let reason: Reason

  /// An outcome.
  public init(
    revision: Int64, type: Input.InputType, tab: Tab.ID?, previousTab: Tab.ID?, selectedTab: Tab.ID?,
    tap: TapReading?, directive: Directive?, reason: Reason
  ) {
    self.revision = revision
    self.type = type
    self.tab = tab
    self.previousTab = previousTab
    self.selectedTab = selectedTab
    self.tap = tap
    self.directive = directive
    self.reason = reason
  }
}

/// What a tap was taken for.
public struct TapReading: Hashable, Sendable {
  /// Whether the tab was selected before this tap.
  public let reselected: Bool
  /// Whether this is the second half of a double tap.
  public let doubleTap: Bool
  /// The interval to the last tap, where that was on this tab and by this device.
  public let interval: TapInterval?

  /// A reading.
  public init(reselected: Bool, doubleTap: Bool, interval: TapInterval?) {
    self.reselected = reselected
    self.doubleTap = doubleTap
    self.interval = interval
  }
}

/// Why an outcome is what it is, so that nothing is ever silently ignored.
public enum Reason: Hashable, Sendable {
  /// A rule fired, on this trigger.
  case rule(Rule.Trigger)
  /// The same tap, delivered again.
  case duplicate
  /// A tap too soon after the last to be meant.
  case bounce
  /// Some rule matched, and none was possible.
  case notPossible
  /// The second tap came too late to make a double tap.
  case expired
  /// A tap that may become the first half of a double tap.
  case firstTap
  /// A gesture that no rule matches.
  case noRule
  /// An input that is no gesture: it was taken over.
  case applied

  /// The word that stands in an outcome.
  public var name: String {
    switch self {
    case .rule(let trigger): trigger.rawValue
    case .duplicate: "duplicate"
    case .bounce: "bounce"
    case .notPossible: "notPossible"
    case .expired: "expired"
    case .firstTap: "firstTap"
    case .noRule: "noRule"
    case .applied: "applied"
    }
  }
}
