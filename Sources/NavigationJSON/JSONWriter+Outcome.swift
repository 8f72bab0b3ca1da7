public import JSONText
public import NavigationCore

extension JSONWriter {
  /// Writes an outcome (docs/SPEC.md, section 6).
  public mutating func write(_ outcome: Outcome) {
    object { json in
      json.name("revision")
      json.integer(outcome.revision)
      json.name("type")
      json.string(outcome.type.rawValue)
      json.member("tab", outcome.tab)
      json.member("previousTab", outcome.previousTab)
      json.member("selectedTab", outcome.selectedTab)
      if let tap = outcome.tap { json.members(of: tap) }
      json.name("directive")
      if let directive = outcome.directive { json.write(directive) } else { json.null() }
      json.name("reason")
      json.string(outcome.reason.name)
    }
  }

  /// Writes an array of outcomes.
  public mutating func write(_ outcomes: [Outcome]) {
    array { json in
      for outcome in outcomes { json.write(outcome) }
    }
  }

  private mutating func members(of tap: TapReading) {
    name("reselected")
    bool(tap.reselected)
    name("doubleTap")
    bool(tap.doubleTap)
    name("intervalMs")
    if let interval = tap.interval { thousandths(interval.duration) } else { null() }
    name("clock")
    if let interval = tap.interval { string(interval.clock.rawValue) } else { null() }
  }

  private mutating func write(_ directive: Directive) {
    object { json in
      json.name("action")
      json.string(directive.action.name)
      json.name("tab")
      json.string(directive.tab.text)
      json.name("screen")
      json.string(directive.screen.text)
      switch directive.move {
      case .scrollToTop(let target):
        json.name("target")
        json.write(target)
      case .returnToPosition(let position):
        json.name("position")
        json.write(position)
      case .popToRoot, .custom: break
      }
      json.name("animated")
      json.bool(directive.animated)
    }
  }

  private mutating func write(_ target: Directive.ScrollTarget) {
    switch target {
    case .item(let item): write(item)
    case .topEdge:
      object { json in
        json.name("edge")
        json.string("top")
      }
    }
  }
}
