import JSONText
import NavigationCore

/// A policy that was read, before `minIntervalMs` is held against `windowMs`: what concerns several members is judged
/// after everything else in the text (docs/SPEC.md, section 7).
struct PolicyDraft {
  private let policy: Policy
  private let pointer: JSONPointer

  /// A policy: an object, or the name of a preset.
  init(_ json: Located) throws(DecodingError) {
    pointer = json.pointer
    if let name = json.string {
      guard let preset = Preset(rawValue: name) else { throw json.invalid(Expected.policy) }
      policy = preset.policy
      return
    }
    let object = try ObjectReader(json, .policy)
    var policy = Policy()
    for (name, member) in object.members {
      switch name {
      case "windowMs": policy.window = try member.milliseconds(Policy.windowMilliseconds)
      case "minIntervalMs":
        policy.minInterval = try member.milliseconds(0...Policy.windowMilliseconds.upperBound)
      case "afterExpiry": policy.afterExpiry = try member.word()
      case "returnTtlMs": policy.returnTTL = try member.milliseconds(Policy.returnTTLMilliseconds)
      case "rules": policy.rules = try rules(member)
      default: throw object.unknown(name)
      }
    }
    self.policy = policy
  }

  /// The policy, all of it judged.
  func finished() throws(DecodingError) -> Policy {
    guard policy.minInterval <= policy.window else {
      throw .invalidValue(at: pointer.appending("minIntervalMs"), expected: Expected.minInterval)
    }
    return policy
  }
}

/// Rules: an array of them, or the name of a preset.
private func rules(_ json: Located) throws(DecodingError) -> [Rule] {
  if let name = json.string {
    guard let preset = Preset(rawValue: name) else { throw json.invalid(Expected.rules) }
    return preset.rules
  }
  let elements = try json.elements(orElse: Expected.rules)
  guard elements.count <= Limits.rules else { throw json.invalid(Expected.rules) }
  var rules: [Rule] = []
  for element in elements { rules.append(try Rule(element)) }
  return rules
}

extension Rule {
  init(_ json: Located) throws(DecodingError) {
    let object = try ObjectReader(json, .rule)
    var trigger: Trigger?
    var tab: Tab.ID?
    var conditions: [Condition] = []
    var action: Action?
    for (name, member) in object.members {
      switch name {
      case "on": trigger = try member.word()
      case "tab": tab = try member.id()
      case "when": conditions = try NavigationJSON.conditions(member)
      case "do": action = try member.action()
      default: throw object.unknown(name)
      }
    }
    self.init(
      on: try object.require(trigger, "on", Expected.word(Trigger.self)), tab: tab, when: conditions,
      do: try object.require(action, "do", Expected.action))
  }
}

private func conditions(_ json: Located) throws(DecodingError) -> [Rule.Condition] {
  var conditions: [Rule.Condition] = []
  for element in try json.elements(orElse: Expected.conditions) {
    let condition: Rule.Condition = try element.word()
    guard !conditions.contains(condition) else { throw element.invalid(Expected.newCondition) }
    conditions.append(condition)
  }
  return conditions
}
