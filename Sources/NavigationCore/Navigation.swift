/// One running app's navigation: its tabs, what is selected, the last tap and the policy.
///
/// A value; `apply` is the only way in which it changes (docs/SPEC.md, sections 1 and 8).
public struct Navigation: Hashable, Sendable {
  /// What the client calls this session.
  public typealias ID = Identifier<Navigation>

  /// What the client calls this session.
  public let id: ID
  /// How many inputs were accepted.
  public internal(set) var revision: Int64
  /// The tab bar.
  public internal(set) var tabs: [Tab]
  /// The selected tab; nil while nothing is selected.
  public internal(set) var selectedTab: Tab.ID?
  /// Whether a tab that is named for the first time is added.
  public let openTabs: Bool
  /// Whether the user wants no animations.
  public internal(set) var reduceMotion: Bool
  /// The tap that the next one is compared with.
  public internal(set) var lastTap: LastTap?
  /// How gestures are answered.
  public internal(set) var policy: Policy

  /// A session with what is given; it must satisfy the invariants (`Navigation+Invariants.swift`).
  public init(
    id: ID, revision: Int64 = 0, tabs: [Tab] = [], selectedTab: Tab.ID? = nil, openTabs: Bool,
    reduceMotion: Bool = false, lastTap: LastTap? = nil, policy: Policy = Policy()
  ) {
    self.id = id
    self.revision = revision
    self.tabs = tabs
    self.selectedTab = selectedTab
    self.openTabs = openTabs
    self.reduceMotion = reduceMotion
    self.lastTap = lastTap
    self.policy = policy
    assertInvariants()
  }

  /// The same navigation as another session: under its name, at its revision.
  public func renamed(_ id: ID, revision: Int64) -> Navigation {
    Navigation(
      id: id, revision: revision, tabs: tabs, selectedTab: selectedTab, openTabs: openTabs,
      reduceMotion: reduceMotion, lastTap: lastTap, policy: policy)
  }
}
