/// What a rule does: one of the three that the state machine knows, or a word of the client's own.
public enum Action: Hashable, Sendable {
  /// Scroll the top screen to its top.
  case scrollToTop
  /// Leave the root alone on the stack.
  case popToRoot
  /// Scroll the top screen back to where the user was.
  case returnToPosition
  /// Anything that the client alone understands: `refresh`, `focusSearch`, `compose`.
  case custom(Word)

  /// A client's word for an action: `[a-z][A-Za-z0-9]{0,31}`, and none of the known three in other case.
  public struct Word: Hashable, Sendable {
    /// The word as it is written.
    public let text: String

    fileprivate init(text: String) {
      self.text = text
    }
  }

  /// The action of a name; nil where no action can have it.
  public init?(_ name: String) {
    if let known = Action.known.first(where: { $0.name == name }) {
      self = known
      return
    }
    let bytes = Array(name.utf8)
    guard
      let first = bytes.first, bytes.count <= Limits.actionCharacters, isSmallLetter(first),
      bytes.allSatisfy(isLetterOrDigit),
      !Action.known.contains(where: { $0.name.utf8.map(foldedCase) == bytes.map(foldedCase) })
    else { return nil }
    self = .custom(Word(text: name))
  }

  /// The name that stands in rules and directives.
  public var name: String {
    switch self {
    case .scrollToTop: "scrollToTop"
    case .popToRoot: "popToRoot"
    case .returnToPosition: "returnToPosition"
    case .custom(let word): word.text
    }
  }

  /// The client fetches what is new.
  static let refresh = Action.custom(Word(text: "refresh"))

  private static let known: [Action] = [.scrollToTop, .popToRoot, .returnToPosition]
}

private func isSmallLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  isSmallLetter(foldedCase(byte)) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func foldedCase(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
