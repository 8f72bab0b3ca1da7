/// What the user did, or the app itself, as the client reports it (docs/SPEC.md, section 3).
public struct Input: Hashable, Sendable {
  /// What was done.
  public let kind: Kind
  /// The device it was done on; nil where the client does not say.
  ///
  /// Only a tap looks at it.
  public let device: Device.ID?
  /// When it was done, on the device's own monotonic clock; nil where the client does not say.
  ///
  /// Only a tap looks at it.
  public let at: Instant?

  /// Something that was done.
  public init(_ kind: Kind, device: Device.ID? = nil, at: Instant? = nil) {
    self.kind = kind
    self.device = device
    self.at = at
  }

  /// The types of input, each with its members.
  ///
  /// Where `tab` may be nil, the selected tab is meant.
  public enum Kind: Hashable, Sendable {
    /// A tap on a tab.
    case tap(Tab.ID)
    /// A long press on a tab.
    case longPress(Tab.ID)
    /// A tap on the status bar.
    case statusBarTap
    /// The app itself changed tabs.
    case select(Tab.ID)
    /// A screen came onto a stack.
    case push(Screen, onto: Tab.ID?)
    /// Screens left a stack: as many as `count` says, one where it says nothing.
    case pop(count: Int?, from: Tab.ID?)
    /// All screens but the root left a stack.
    case popToRoot(Tab.ID?)
    /// A screen came to rest; the top one where `screen` names none.
    case scroll(to: Position, screen: Screen.ID?, of: Tab.ID?)
    /// The session gets another policy, another `reduceMotion`, or both.
    case configure(policy: Policy?, reduceMotion: Bool?)
  }

  /// The word for a kind of input.
  public enum InputType: String, CaseIterable, Hashable, Sendable {
    // The words of the specification's table of inputs, in its order; `Kind` says what each is.
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    case tap, longPress, statusBarTap, select, push, pop, popToRoot, scroll, configure
  }

  /// The word for what was done.
  public var type: InputType {
    switch kind {
    case .tap: .tap
    case .longPress: .longPress
    case .statusBarTap: .statusBarTap
    case .select: .select
    case .push: .push
    case .pop: .pop
    case .popToRoot: .popToRoot
    case .scroll: .scroll
    case .configure: .configure
    }
  }
}
