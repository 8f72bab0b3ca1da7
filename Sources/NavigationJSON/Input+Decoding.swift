public import JSONText
public import NavigationCore

extension Input {
  /// Reads one input of any type.
  ///
  /// - Parameters:
  ///   - value: What was sent.
  ///   - pointer: Where that stands.
  /// - Throws: The first thing wrong.
  public init(_ value: JSONValue, at pointer: JSONPointer = .root) throws(DecodingError) {
    try self.init(Located(value, at: pointer), form: .inputs)
  }

  init(_ json: Located, form: InputBatch.Form) throws(DecodingError) {
    let type = try InputType(of: json, form: form)
    let object = try ObjectReader(json, type.objectKind)
    var members = InputMembers()
    for (name, member) in object.members where name != "type" {
      guard type.objectKind.members.contains(name) else { throw object.unknown(name) }
      try members.read(member, name, of: type)
    }
    self.init(try members.kind(type, object), device: members.device, at: members.at)
  }
}

/// What an input's members said, of whatever type it is.
private struct InputMembers {
  var tab: Tab.ID?
  var newScreen: Screen?
  var screen: Screen.ID?
  var count: Int?
  var offset: Offset?
  var anchor: Anchor?
  var policy: PolicyDraft?
  var reduceMotion: Bool?
  var device: Device.ID?
  var at: Instant?

  /// Reads a member that the type has.
  mutating func read(_ member: Located, _ name: String, of type: Input.InputType) throws(DecodingError) {
    switch name {
    case "tab": tab = try member.id()
    case "screen" where type == .push: newScreen = try Screen(member)
    case "screen": screen = try member.id()
    case "count": count = Int(try member.whole(1...Int64(Limits.popCount), Expected.popCount))
    case "offset": offset = try member.offset()
    case "anchor": anchor = try member.anchor()
    case "policy": policy = try PolicyDraft(member)
    case "reduceMotion": reduceMotion = try member.bool()
    case "device": device = try member.id()
    case "atMs": at = try member.instant()
    default: preconditionFailure("a member that no type of input has")
    }
  }

  /// Puts the members of a type together.
  func kind(_ type: Input.InputType, _ object: ObjectReader) throws(DecodingError) -> Input.Kind {
    switch type {
    case .tap: .tap(try object.require(tab, "tab", Expected.id))
    case .longPress: .longPress(try object.require(tab, "tab", Expected.id))
    case .statusBarTap: .statusBarTap
    case .select: .select(try object.require(tab, "tab", Expected.id))
    case .push: .push(try object.require(newScreen, "screen", Expected.screen), onto: tab)
    case .pop: .pop(count: count, from: tab)
    case .popToRoot: .popToRoot(tab)
    case .scroll:
      .scroll(
        to: Position(offset: try object.require(offset, "offset", Expected.offset), anchor: anchor), screen: screen,
        of: tab)
    case .configure: .configure(policy: try policy?.finished(), reduceMotion: reduceMotion)
    }
  }
}

extension Input.InputType {
  /// The type of an input, which decides what its members can be.
  fileprivate init(of json: Located, form: InputBatch.Form) throws(DecodingError) {
    guard case .object(let members) = json.value else { throw json.invalid(Expected.input) }
    let type = members.first { $0.name == "type" && !$0.value.isNull }.map { Located($0, of: json.pointer) }
    switch form {
    case .taps:
      guard type == nil || type?.string == Self.tap.rawValue else {
        throw .invalidValue(at: json.pointer.appending("type"), expected: "\"tap\", or left out: only taps come here")
      }
      self = .tap
    case .inputs:
      guard let type else {
        throw .missingMember(at: json.pointer.appending("type"), expected: Expected.word(Self.self))
      }
      self = try type.word()
    }
  }

  /// The objects of this type; all can have `type`, which is read before the rest.
  var objectKind: ObjectKind {
    switch self {
    case .tap: Self.tapObject
    case .longPress: Self.longPressObject
    case .statusBarTap: Self.statusBarTapObject
    case .select: Self.selectObject
    case .push: Self.pushObject
    case .pop: Self.popObject
    case .popToRoot: Self.popToRootObject
    case .scroll: Self.scrollObject
    case .configure: Self.configureObject
    }
  }

  private static let tapObject = object("a tap", ["tab"])
  private static let longPressObject = object("a longPress", ["tab"])
  private static let statusBarTapObject = object("a statusBarTap", [])
  private static let selectObject = object("a select", ["tab"])
  private static let pushObject = object("a push", ["screen", "tab"])
  private static let popObject = object("a pop", ["tab", "count"])
  private static let popToRootObject = object("a popToRoot", ["tab"])
  private static let scrollObject = object("a scroll", ["offset", "anchor", "tab", "screen"])
  private static let configureObject = object("a configure", ["policy", "reduceMotion"])

  private static func object(_ name: String, _ members: [String]) -> ObjectKind {
    ObjectKind(name: name, members: members + ["device", "atMs"], expected: Expected.input)
  }
}
