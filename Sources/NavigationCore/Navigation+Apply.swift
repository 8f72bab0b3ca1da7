extension Navigation {
  /// Applies one input and says what came of it.
  ///
  /// A refused input leaves the session equal to what it was.
  ///
  /// - Parameters:
  ///   - input: What the client reports.
  ///   - receivedAt: The server's clock now; the same for all inputs of one request.
  /// - Returns: The outcome, with the revision after the input.
  /// - Throws: `NavigationError` where the input can't be applied.
  public mutating func apply(_ input: Input, receivedAt: Instant) throws(NavigationError) -> Outcome {
    var next = self
    let effect = try next.move(by: input, receivedAt: receivedAt)
    next.revision += 1
    next.assertInvariants()
    let outcome = Outcome(
      revision: next.revision, type: input.type, tab: effect.tab, previousTab: selectedTab,
      selectedTab: next.selectedTab, tap: effect.tap, directive: effect.directive, reason: effect.reason)
    self = next
    return outcome
  }

  /// The part of an outcome that depends on the type of the input.
  struct Effect {
    let tab: Tab.ID?
    var tap: TapReading?
    var directive: Directive?
    var reason = Reason.applied
  }

  /// Moves this value, which is a draft: `apply` drops it where an error is thrown.
  private mutating func move(by input: Input, receivedAt: Instant) throws(NavigationError) -> Effect {
    switch input.kind {
    case .tap(let tab):
      return tap(tabAt: try admit(tab), device: input.device, at: input.at, receivedAt: receivedAt)
    case .longPress(let tab):
      let index = try admit(tab)
      lastTap?.isArmed = false
      return gesture(.longPress, onTabAt: index, receivedAt: receivedAt)
    case .statusBarTap:
      return gesture(.statusBarTap, onTabAt: try admit(nil), receivedAt: receivedAt)
    case .select(let tab):
      return try select(tabAt: try admit(tab))
    case .push(let screen, onto: let tab):
      return try push(screen, ontoTabAt: try admit(tab))
    case .pop(let count, from: let tab):
      return try pop(count ?? 1, fromTabAt: try admit(tab))
    case .popToRoot(let tab):
      let index = try admit(tab)
      tabs[index].popToRoot()
      return Effect(tab: tabs[index].id)
    case .scroll(to: let position, let screen, of: let tab):
      return try scroll(to: position, screen: screen, ofTabAt: try admit(tab))
    case .configure(let policy, let reduceMotion):
      self.policy = policy ?? self.policy
      self.reduceMotion = reduceMotion ?? self.reduceMotion
      return Effect(tab: nil)
    }
  }
}
