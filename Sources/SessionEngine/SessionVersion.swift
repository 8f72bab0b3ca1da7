public import NavigationCore

/// Which life of a session: eight random characters, made when it is created and kept when it is replaced, so that a session
/// deleted and made again is never mistaken for its forerunner.
public struct Incarnation: Hashable, Sendable {
  /// The characters, each out of `a-z 2-7`.
  public let text: String

  /// How many characters there are.
  public static let characters = 8

  /// A new life.
  public init(using generator: inout some RandomNumberGenerator) {
    text = randomBase32(characters: Self.characters, using: &generator)
  }

  /// A life that was stored; nil where the text can't be one.
  public init?(_ text: String) {
    guard text.utf8.count == Self.characters, text.utf8.allSatisfy(base32.contains) else { return nil }
    self.text = text
  }

  /// A life that is neither of two, always the same for the same two.
  public func mixed(with other: Incarnation) -> Incarnation {
    let digits = zip(text.utf8, other.text.utf8).map { first, second in
      base32[((base32.firstIndex(of: first) ?? 0) + (base32.firstIndex(of: second) ?? 0) + 1) % base32.count]
    }
    return Incarnation(unchecked: String(decoding: digits, as: UTF8.self))
  }

  private init(unchecked text: String) {
    self.text = text
  }
}

/// A state that a session was in; what an entity tag says.
public struct SessionVersion: Hashable, Sendable {
  /// Which life of the session.
  public let incarnation: Incarnation
  /// How far in it.
  public let revision: Int64

  /// A state.
  public init(incarnation: Incarnation, revision: Int64) {
    self.incarnation = incarnation
    self.revision = revision
  }
}

/// A state as a client names it: of any of the session's lives where the incarnation is nil.
public struct StateName: Hashable, Sendable {
  /// The life it is of; nil for any.
  public let incarnation: Incarnation?
  /// How many changes that life had.
  public let revision: Int64

  /// A state.
  public init(incarnation: Incarnation?, revision: Int64) {
    self.incarnation = incarnation
    self.revision = revision
  }
}

extension Navigation.ID {
  /// An id that nobody can guess: 128 random bits in base 32, lower case.
  public static func random(using generator: inout some RandomNumberGenerator) -> Navigation.ID {
    // Five bits a character: 26 characters hold 128 bits and two more.
    guard let id = Navigation.ID(randomBase32(characters: 26, using: &generator)) else {
      preconditionFailure("base 32 has only characters that an id can have")
    }
    return id
  }
}

/// The digits of base 32 (RFC 4648, section 6) in lower case.
private let base32 = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

/// Random digits of base 32, five bits each.
public func randomBase32(characters: Int, using generator: inout some RandomNumberGenerator) -> String {
  var text: [UInt8] = []
  while text.count < characters {
    var bits = generator.next()
    for _ in 0..<min(12, characters - text.count) {
      text.append(base32[Int(bits & 31)])
      bits >>= 5
    }
  }
  return String(decoding: text, as: UTF8.self)
}
