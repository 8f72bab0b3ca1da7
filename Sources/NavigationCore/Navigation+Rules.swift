/// A list of rules walked by one function: there is no code per preset (docs/SPEC.md, section 5).
extension Navigation {
  /// The triggers of a tap.
  ///
  /// `tap` is always among them.
  struct Triggers {
    var reselect: Bool
    var doubleTap: Bool
  }

  /// Answers a gesture that is no tap on a tab.
  mutating func gesture(_ trigger: Rule.Trigger, onTabAt index: Int, receivedAt: Instant) -> Effect {
    answer(onTabAt: index, receivedAt: receivedAt, otherwise: .noRule) { $0 == trigger }
  }

  /// Answers a tap on a tab.
  mutating func answer(
    _ triggers: Triggers, onTabAt index: Int, receivedAt: Instant, otherwise: Reason
  ) -> Effect {
    answer(onTabAt: index, receivedAt: receivedAt, otherwise: otherwise) { trigger in
      switch trigger {
      case .tap: true
      case .reselect: triggers.reselect
      case .doubleTap: triggers.doubleTap
      case .statusBarTap, .longPress: false
      }
    }
  }

  private mutating func answer(
    onTabAt index: Int, receivedAt: Instant, otherwise: Reason, isOn: (Rule.Trigger) -> Bool
  ) -> Effect {
    let tab = tabs[index].id
    var someMatched = false
    for rule in policy.rules where isOn(rule.on) && matches(rule, tabs[index]) {
      someMatched = true
      if let directive = perform(rule.action, onTabAt: index, receivedAt: receivedAt) {
        return Effect(tab: tab, directive: directive, reason: .rule(rule.on))
      }
    }
    return Effect(tab: tab, reason: someMatched ? .notPossible : otherwise)
  }

  private func matches(_ rule: Rule, _ tab: Tab) -> Bool {
    guard rule.tab == nil || rule.tab == tab.id else { return false }
    return rule.when.allSatisfy { condition in
      switch condition {
      case .deep: tab.isDeep
      case .root: !tab.isDeep
      case .atTop: tab.top.isAtTop
      case .scrolled: tab.top.isScrolled
      }
    }
  }

  /// Does what an action does to the state; nil, and nothing done, where it is not possible.
  private mutating func perform(_ action: Action, onTabAt index: Int, receivedAt: Instant) -> Directive? {
    let move: Directive.Move? =
      switch action {
      case .scrollToTop: tabs[index].top.scrollToTop(at: receivedAt).map(Directive.Move.scrollToTop)
      case .popToRoot: tabs[index].popToRoot() ? .popToRoot : nil
      case .returnToPosition:
        tabs[index].top.returnToPosition(at: receivedAt, within: policy.returnTTL)
          .map(Directive.Move.returnToPosition)
      case .custom(let word): .custom(word)
      }
    guard let move else { return nil }
    return Directive(move: move, tab: tabs[index].id, screen: tabs[index].top.id, animated: !reduceMotion)
  }
}

extension Tab {
  /// Leaves the root alone on the stack; false where it was alone already.
  @discardableResult
  mutating func popToRoot() -> Bool {
    guard isDeep else { return false }
    screens.removeSubrange(1...)
    return true
  }
}

extension Screen {
  /// Goes to the top, if there is one, and remembers where the user was.
  fileprivate mutating func scrollToTop(at now: Instant) -> Directive.ScrollTarget? {
    guard supportsScrollToTop else { return nil }
    if isScrolled, let position { returnPosition = ReturnPosition(position: position, savedAt: now) }
    position = .top
    return target.map(Directive.ScrollTarget.item) ?? .topEdge
  }

  /// Goes back to where the user was, if that was less than `ttl` ago, and forgets it.
  fileprivate mutating func returnToPosition(at now: Instant, within ttl: Microseconds) -> Position? {
    guard let saved = returnPosition else { return nil }
    let age = now - saved.savedAt
    guard age >= 0, age < ttl else { return nil }
    position = saved.position
    returnPosition = nil
    return saved.position
  }
}
