extension Navigation {
  /// What must be true of every session after every input.
  public enum Invariant: String, CaseIterable, Sendable {
    /// The session has at most `Limits.tabs` tabs and, over all, `Limits.screens` screens.
    case limits
    /// No two tabs have the same id.
    case tabsUnique
    /// No stack is empty.
    case stacksNotEmpty
    /// No two screens of a stack have the same id.
    case screensUnique
    /// The selected tab exists and is selectable.
    case selectionExists
    /// A session that does not learn its tabs has some.
    case closedSessionHasTabs
    /// The policy's numbers are in range, it has at most `Limits.rules` rules, and none repeats a condition.
    case policyInRange
    /// Times and offsets are in range.
    case numbersInRange
    /// The revision is not negative.
    case revisionCounts
  }

  /// The invariants that do not hold; empty for every session that decoding and `apply` can bring about.
  public var brokenInvariants: [Invariant] {
    Invariant.allCases.filter { !holds($0) }
  }

  /// Stops a debug build in which an invariant does not hold.
  func assertInvariants() {
    assert(brokenInvariants.isEmpty, "a session whose invariants do not hold")
  }

  private func holds(_ invariant: Invariant) -> Bool {
    switch invariant {
    case .limits: tabs.count <= Limits.tabs && screenCount <= Limits.screens
    case .tabsUnique: areUnique(tabs.map(\.id))
    case .stacksNotEmpty: tabs.allSatisfy { !$0.screens.isEmpty }
    case .screensUnique: tabs.allSatisfy { areUnique($0.screens.map(\.id)) }
    case .selectionExists:
      selectedTab.map { selected in tabs.contains { $0.id == selected && $0.isSelectable } } ?? true
    case .closedSessionHasTabs: openTabs || !tabs.isEmpty
    case .policyInRange: policy.isInRange
    case .numbersInRange:
      (lastTap.map { $0.receivedAt.isInRange && ($0.at.map(\.isInRange) ?? true) } ?? true)
        && tabs.allSatisfy { $0.screens.allSatisfy(\.isInRange) }
    case .revisionCounts: revision >= 0
    }
  }
}

extension Policy {
  fileprivate var isInRange: Bool {
    isWhole(window, in: Policy.windowMilliseconds) && isWhole(minInterval, in: 0...window / 1_000)
      && isWhole(returnTTL, in: Policy.returnTTLMilliseconds) && rules.count <= Limits.rules
      && rules.allSatisfy { areUnique($0.when) }
  }
}

extension Screen {
  fileprivate var isInRange: Bool {
    (position.map(\.isInRange) ?? true)
      && (returnPosition.map { $0.position.isInRange && $0.savedAt.isInRange } ?? true)
      && (target.map { $0.section >= 0 && $0.row >= 0 } ?? true)
  }
}

extension Position {
  fileprivate var isInRange: Bool {
    offset.thousandths.magnitude <= UInt64(Limits.offsetPoints) * 1_000
  }
}

extension Instant {
  fileprivate var isInRange: Bool { (0...Limits.milliseconds * 1_000).contains(microseconds) }
}

private func isWhole(_ duration: Microseconds, in milliseconds: ClosedRange<Int64>) -> Bool {
  duration % 1_000 == 0 && milliseconds.contains(duration / 1_000)
}

private func areUnique<Element: Equatable>(_ elements: [Element]) -> Bool {
  elements.indices.allSatisfy { !elements[..<$0].contains(elements[$0]) }
}
