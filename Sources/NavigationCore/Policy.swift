/// How a session answers gestures: what counts as a double tap, and a short list of rules.
public struct Policy: Hashable, Sendable {
  /// What a second tap that came too late leaves behind.
  public enum AfterExpiry: String, CaseIterable, Hashable, Sendable {
    /// Nothing: the next tap is a first tap again.
    case forget
    /// Itself, as a new first tap.
    case rearm
  }

  /// The longest time between the halves of a double tap; exactly this long is too long.
  public var window: Microseconds
  /// The shortest; anything quicker is a contact that bounced.
  public var minInterval: Microseconds
  /// What a second tap that came too late leaves behind.
  public var afterExpiry: AfterExpiry
  /// How long there is a way back to where the user was; exactly this long is too long.
  public var returnTTL: Microseconds
  /// The rules, tried in this order.
  public var rules: [Rule]

  /// A policy; what is left out is as in the default recipe.
  public init(
    window: Microseconds = 3_000_000, minInterval: Microseconds = 0, afterExpiry: AfterExpiry = .forget,
    returnTTL: Microseconds = 300_000_000, rules: [Rule] = Preset.doubleTap.rules
  ) {
    self.window = window
    self.minInterval = minInterval
    self.afterExpiry = afterExpiry
    self.returnTTL = returnTTL
    self.rules = rules
  }

  /// The windows that can be chosen, in whole milliseconds.
  public static let windowMilliseconds: ClosedRange<Int64> = 1...60_000
  /// The times for which a way back can be kept, in whole milliseconds.
  public static let returnTTLMilliseconds: ClosedRange<Int64> = 0...86_400_000
}
