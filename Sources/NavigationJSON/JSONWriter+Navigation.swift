public import JSONText
public import NavigationCore

extension JSONWriter {
  /// Writes a session, all of it (docs/SPEC.md, section 8).
  ///
  /// - Parameters:
  ///   - navigation: The session.
  ///   - incarnation: Which life of the session this is, for the answers of the server; nil leaves the member out.
  public mutating func write(_ navigation: Navigation, incarnation: String? = nil) {
    object { json in
      json.name("id")
      json.string(navigation.id.text)
      json.name("revision")
      json.integer(navigation.revision)
      if let incarnation {
        json.name("incarnation")
        json.string(incarnation)
      }
      json.member("selectedTab", navigation.selectedTab)
      json.name("openTabs")
      json.bool(navigation.openTabs)
      json.name("reduceMotion")
      json.bool(navigation.reduceMotion)
      json.name("tabs")
      json.array { json in
        for tab in navigation.tabs { json.write(tab) }
      }
      json.name("lastTap")
      if let lastTap = navigation.lastTap { json.write(lastTap) } else { json.null() }
      json.name("policy")
      json.write(navigation.policy)
    }
  }

  /// Writes a policy with all its members, rules written out (docs/SPEC.md, section 5).
  public mutating func write(_ policy: Policy) {
    object { json in
      json.name("windowMs")
      json.thousandths(policy.window)
      json.name("minIntervalMs")
      json.thousandths(policy.minInterval)
      json.name("afterExpiry")
      json.string(policy.afterExpiry.rawValue)
      json.name("returnTtlMs")
      json.thousandths(policy.returnTTL)
      json.name("rules")
      json.array { json in
        for rule in policy.rules { json.write(rule) }
      }
    }
  }

  private mutating func write(_ tab: Tab) {
    object { json in
      json.name("id")
      json.string(tab.id.text)
      json.name("selectable")
      json.bool(tab.isSelectable)
      json.name("screens")
      json.array { json in
        for screen in tab.screens { json.write(screen) }
      }
    }
  }

  private mutating func write(_ screen: Screen) {
    object { json in
      json.name("id")
      json.string(screen.id.text)
      json.name("supportsScrollToTop")
      json.bool(screen.supportsScrollToTop)
      json.name("target")
      if let target = screen.target { json.write(target) } else { json.null() }
      json.name("position")
      if let position = screen.position { json.write(position) } else { json.null() }
      json.name("returnPosition")
      if let saved = screen.returnPosition { json.write(saved) } else { json.null() }
    }
  }

  private mutating func write(_ saved: ReturnPosition) {
    object { json in
      json.members(of: saved.position)
      json.name("savedAtMs")
      json.write(saved.savedAt)
    }
  }

  private mutating func write(_ lastTap: LastTap) {
    object { json in
      json.name("tab")
      json.string(lastTap.tab.text)
      json.member("device", lastTap.device)
      json.name("atMs")
      if let at = lastTap.at { json.write(at) } else { json.null() }
      json.name("receivedAtMs")
      json.write(lastTap.receivedAt)
      json.name("armed")
      json.bool(lastTap.isArmed)
    }
  }

  private mutating func write(_ rule: Rule) {
    object { json in
      json.name("on")
      json.string(rule.on.rawValue)
      if let tab = rule.tab { json.member("tab", tab) }
      if !rule.when.isEmpty {
        json.name("when")
        json.array { json in
          for condition in rule.when { json.string(condition.rawValue) }
        }
      }
      json.name("do")
      json.string(rule.action.name)
    }
  }
}

/// What stands both in sessions and elsewhere.
extension JSONWriter {
  /// Writes a member that is an id, or null.
  mutating func member<Subject>(_ name: String, _ id: Identifier<Subject>?) {
    self.name(name)
    if let id { string(id.text) } else { null() }
  }

  /// Writes a time in milliseconds.
  public mutating func write(_ instant: Instant) {
    thousandths(instant.microseconds)
  }

  mutating func write(_ item: ListItem) {
    object { json in
      json.name("section")
      json.integer(Int64(item.section))
      json.name("row")
      json.integer(Int64(item.row))
    }
  }

  mutating func write(_ position: Position) {
    object { json in json.members(of: position) }
  }

  private mutating func members(of position: Position) {
    name("offset")
    thousandths(position.offset.thousandths)
    name("anchor")
    if let anchor = position.anchor { string(anchor.text) } else { null() }
  }
}
