public import JSONText
public import NavigationCore

/// Reads a session (docs/SPEC.md, section 8); no bytes at all are `{}`.
///
/// - Throws: The first thing wrong.
public func decodeSession(
  json: [UInt8], identity: SessionIdentity, revision: RevisionHandling
) throws(DecodingError) -> Navigation {
  let value = json.isEmpty ? .object([]) : try JSONValue(reading: json)
  return try decodeSession(value, identity: identity, revision: revision)
}

/// Reads a session that stands somewhere in a value (docs/SPEC.md, section 8).
///
/// - Throws: The first thing wrong.
public func decodeSession(
  _ value: JSONValue, at pointer: JSONPointer = .root, identity: SessionIdentity, revision: RevisionHandling
) throws(DecodingError) -> Navigation {
  let object = try ObjectReader(Located(value, at: pointer), .session)
  var members = SessionMembers()
  for (name, member) in object.members {
    guard ObjectKind.session.members.contains(name) else { throw object.unknown(name) }
    try members.read(member, name, identity)
  }
  members.selectsNothing = object.isNull("selectedTab")
  return try members.session(at: pointer, identity, revision)
}

/// What a session's members said.
private struct SessionMembers {
  var id: Navigation.ID?
  var revision: Int64?
  var tabs: [Tab]?
  var selectedTab: Tab.ID?
  /// Whether `selectedTab` was sent as null, which is not the same as leaving it out.
  var selectsNothing = false
  var openTabs: Bool?
  var reduceMotion: Bool?
  var lastTap: LastTap?
  var policy: PolicyDraft?

  /// Reads a member that a session has.
  mutating func read(_ member: Located, _ name: String, _ identity: SessionIdentity) throws(DecodingError) {
    switch name {
    case "id": id = try sessionID(member, identity)
    case "revision": revision = try member.whole(0...Limits.milliseconds, Expected.revision)
    // The server's own: it says which life of the session was read, and is nothing to take over.
    case "incarnation": _ = try member.text()
    case "selectedTab": selectedTab = try member.id()
    case "openTabs": openTabs = try member.bool()
    case "reduceMotion": reduceMotion = try member.bool()
    case "tabs": tabs = try NavigationJSON.tabs(member)
    case "lastTap": lastTap = try LastTap(member)
    case "policy": policy = try PolicyDraft(member)
    default: preconditionFailure("a member that no session has")
    }
  }

  /// Judges what concerns several members, and puts them together.
  func session(
    at pointer: JSONPointer, _ identity: SessionIdentity, _ handling: RevisionHandling
  ) throws(DecodingError) -> Navigation {
    let tabs = tabs ?? []
    let openTabs = openTabs ?? (self.tabs == nil)
    guard openTabs || !tabs.isEmpty else {
      throw self.tabs == nil
        ? .invalidValue(at: pointer.appending("openTabs"), expected: Expected.openTabs)
        : .invalidValue(at: pointer.appending("tabs"), expected: Expected.someTabs)
    }
    if let selectedTab {
      guard tabs.contains(where: { $0.id == selectedTab && $0.isSelectable }) else {
        throw .invalidValue(at: pointer.appending("selectedTab"), expected: Expected.selectedTab)
      }
    }
    let policy = try policy?.finished() ?? Policy()
    let firstSelectable = selectsNothing ? nil : tabs.first(where: \.isSelectable)?.id
    let revision: Int64 =
      switch handling {
      case .passedOver: 0
      case .taken: self.revision ?? 0
      }
    return Navigation(
      id: id ?? identity.id, revision: revision, tabs: tabs, selectedTab: selectedTab ?? firstSelectable,
      openTabs: openTabs, reduceMotion: reduceMotion ?? false, lastTap: lastTap, policy: policy)
  }
}

extension SessionIdentity {
  /// The id of a session that was sent without one.
  fileprivate var id: Navigation.ID {
    switch self {
    case .named(let id), .assigned(let id), .open(default: let id): id
    }
  }
}

private func sessionID(_ json: Located, _ identity: SessionIdentity) throws(DecodingError) -> Navigation.ID {
  switch identity {
  case .assigned: throw json.invalid(Expected.assignedID)
  case .open: return try json.id()
  case .named(let id):
    guard json.string == id.text else { throw json.invalid(Expected.named(id)) }
    return id
  }
}

/// The tabs of a session; how many there are, and screens in them, counts before what is wrong inside.
private func tabs(_ json: Located) throws(DecodingError) -> [Tab] {
  let elements = try json.elements(orElse: Expected.tabs)
  guard
    elements.count <= Limits.tabs, elements.reduce(0, { $0 + screenCount(ofTab: $1.value) }) <= Limits.screens
  else { throw json.invalid(Expected.tabs) }
  var tabs: [Tab] = []
  for element in elements {
    let tab = try Tab(element)
    guard !tabs.contains(where: { $0.id == tab.id }) else { throw element.repeatedID(Expected.newTab) }
    tabs.append(tab)
  }
  return tabs
}

/// How many screens a tab will have, if it turns out to be one.
private func screenCount(ofTab json: JSONValue) -> Int {
  switch json {
  case .string: return 1
  case .null, .bool, .number, .array: return 0
  case .object(let members):
    switch members.first(where: { $0.name == "screens" })?.value {
    case .array(let screens): return screens.count
    case nil, .null: return 1
    case .bool, .number, .string, .object: return 0
    }
  }
}

extension Tab {
  /// A tab: an object, or its id alone.
  fileprivate init(_ json: Located) throws(DecodingError) {
    if json.string != nil {
      self.init(id: try json.id())
      return
    }
    let object = try ObjectReader(json, .tab)
    var id: ID?
    var isSelectable: Bool?
    var screens: [Screen]?
    for (name, member) in object.members {
      switch name {
      case "id": id = try member.id()
      case "selectable": isSelectable = try member.bool()
      case "screens": screens = try NavigationJSON.screens(member)
      default: throw object.unknown(name)
      }
    }
    self.init(
      id: try object.require(id, "id", Expected.id), isSelectable: isSelectable ?? true, screens: screens)
  }
}

/// The stack of a tab.
private func screens(_ json: Located) throws(DecodingError) -> [Screen] {
  let elements = try json.elements(orElse: Expected.screens)
  guard !elements.isEmpty else { throw json.invalid(Expected.screens) }
  var screens: [Screen] = []
  for element in elements {
    let screen = try Screen(element)
    guard !screens.contains(where: { $0.id == screen.id }) else { throw element.repeatedID(Expected.newScreen) }
    screens.append(screen)
  }
  return screens
}

extension LastTap {
  fileprivate init(_ json: Located) throws(DecodingError) {
    let object = try ObjectReader(json, .lastTap)
    var tab: Tab.ID?
    var device: Device.ID?
    var at: Instant?
    var receivedAt: Instant?
    var isArmed: Bool?
    for (name, member) in object.members {
      switch name {
      case "tab": tab = try member.id()
      case "device": device = try member.id()
      case "atMs": at = try member.instant()
      case "receivedAtMs": receivedAt = try member.instant()
      case "armed": isArmed = try member.bool()
      default: throw object.unknown(name)
      }
    }
    self.init(
      tab: try object.require(tab, "tab", Expected.id), device: device, at: at,
      receivedAt: try object.require(receivedAt, "receivedAtMs", Expected.instant),
      isArmed: try object.require(isArmed, "armed", Expected.bool))
  }
}

extension Located {
  /// The error that the tab or the screen here bears an id that is taken: at the id itself, whatever form it has.
  fileprivate func repeatedID(_ expected: String) -> DecodingError {
    .invalidValue(at: string == nil ? pointer.appending("id") : pointer, expected: expected)
  }
}
