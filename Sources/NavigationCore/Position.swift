/// A distance along a screen's scroll axis from its own resting top, in whole thousandths of a point; negative where
/// the screen is pulled beyond it.
public struct Offset: Hashable, Sendable {
  /// Thousandths of a point, within `Limits.offsetPoints` either way.
  public let thousandths: Int64

  /// An offset of so many thousandths of a point.
  public init(thousandths: Int64) {
    self.thousandths = thousandths
  }

  /// The resting top itself.
  public static let top = Offset(thousandths: 0)
}

/// Where a screen is scrolled to, and which item the user was reading there.
public struct Position: Hashable, Sendable {
  /// The distance from the resting top.
  public let offset: Offset
  /// The item the user was reading, in the client's own words; nil where it names none.
  public let anchor: Anchor?

  /// A place on a screen.
  public init(offset: Offset, anchor: Anchor? = nil) {
    self.offset = offset
    self.anchor = anchor
  }

  /// The resting top, no item in particular.
  public static let top = Position(offset: .top)

  /// Whether this counts as the top: less than one point below it.
  public var isAtTop: Bool { offset.thousandths < 1_000 }
}

/// A client's word for an item of a screen: at most 256 bytes of UTF-8, no control characters.
public struct Anchor: Hashable, Sendable {
  /// The word as it was sent.
  public let text: String

  /// Takes a word; nil where it is too long or has a control character.
  public init?(_ text: String) {
    let hasControl = text.unicodeScalars.contains { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    guard text.utf8.count <= Limits.anchorBytes, !hasControl else { return nil }
    self.text = text
  }
}

/// A position to come back to, and when it was left.
public struct ReturnPosition: Hashable, Sendable {
  /// Where the user was.
  public let position: Position
  /// The receipt time of the gesture that led away.
  public let savedAt: Instant

  /// Remembers a position.
  public init(position: Position, savedAt: Instant) {
    self.position = position
    self.savedAt = savedAt
  }
}
