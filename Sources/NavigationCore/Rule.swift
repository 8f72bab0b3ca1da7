/// A line of a policy: on this trigger, if all this holds, do that.
public struct Rule: Hashable, Sendable {
  /// What a rule answers to.
  public enum Trigger: String, CaseIterable, Hashable, Sendable {
    /// Any tap that is not a repetition.
    case tap
    /// A tap on the tab that was selected already.
    case reselect
    /// The second half of a double tap.
    case doubleTap
    /// A tap on the status bar.
    case statusBarTap
    /// A long press on a tab.
    case longPress
  }

  /// What a rule can ask of the tab and its top screen.
  public enum Condition: String, CaseIterable, Hashable, Sendable {
    /// More than one screen on the stack.
    case deep
    /// The root alone on the stack.
    case root
    /// The top screen is known to be at its top.
    case atTop
    /// The top screen is known to be scrolled.
    case scrolled
  }

  /// The gesture that it answers to.
  public let on: Trigger
  /// The only tab it is for; nil for all.
  ///
  /// The tab need not exist.
  public let tab: Tab.ID?
  /// What must hold, all of it, without repeats; empty where nothing must.
  public let when: [Condition]
  /// What it does.
  public let action: Action

  /// A rule.
  public init(on trigger: Trigger, tab: Tab.ID? = nil, when conditions: [Condition] = [], do action: Action) {
    self.on = trigger
    self.tab = tab
    self.when = conditions
    self.action = action
  }
}
