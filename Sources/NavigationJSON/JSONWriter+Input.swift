public import JSONText
public import NavigationCore

extension JSONWriter {
  /// Writes an input as it stands in a step: the members that the client gave, `type` first, then in
  /// the specification's order, without nulls.
  ///
  /// A screen or a policy is written out, whatever form it had.
  public mutating func write(_ input: Input) {
    object { json in
      json.name("type")
      json.string(input.type.rawValue)
      json.members(of: input.kind)
      if let device = input.device { json.member("device", device) }
      if let at = input.at {
        json.name("atMs")
        json.write(at)
      }
    }
  }

  private mutating func members(of kind: Input.Kind) {
    switch kind {
    case .tap(let tab), .longPress(let tab), .select(let tab): member("tab", tab)
    case .statusBarTap: break
    case .push(let screen, onto: let tab):
      name("screen")
      writeWithoutNulls(screen)
      if let tab { member("tab", tab) }
    case .pop(let count, from: let tab):
      if let tab { member("tab", tab) }
      if let count {
        name("count")
        integer(Int64(count))
      }
    case .popToRoot(let tab):
      if let tab { member("tab", tab) }
    case .scroll(to: let position, let screen, of: let tab):
      membersWithoutNulls(of: position)
      if let tab { member("tab", tab) }
      if let screen { member("screen", screen) }
    case .configure(let policy, let reduceMotion):
      if let policy {
        name("policy")
        write(policy)
      }
      if let reduceMotion {
        name("reduceMotion")
        bool(reduceMotion)
      }
    }
  }

  private mutating func writeWithoutNulls(_ screen: Screen) {
    object { json in
      json.member("id", screen.id)
      json.name("supportsScrollToTop")
      json.bool(screen.supportsScrollToTop)
      if let target = screen.target {
        json.name("target")
        json.write(target)
      }
      if let position = screen.position {
        json.name("position")
        json.object { json in json.membersWithoutNulls(of: position) }
      }
      if let saved = screen.returnPosition {
        json.name("returnPosition")
        json.object { json in
          json.membersWithoutNulls(of: saved.position)
          json.name("savedAtMs")
          json.write(saved.savedAt)
        }
      }
    }
  }

  private mutating func membersWithoutNulls(of position: Position) {
    name("offset")
    thousandths(position.offset.thousandths)
    if let anchor = position.anchor {
      name("anchor")
      string(anchor.text)
    }
  }
}
