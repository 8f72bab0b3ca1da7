public import NavigationCore

/// Which life of a session: eight random characters, made when it is created and kept when it is replaced, so that a session
/// deleted and made again is never mistaken for its forerunner.
public struct Incarnation: Hashable, Sendable {
  /// The characters, each out of `a-z 2-7`.
  public let text: String

  /// How many characters there are.
  public static let characters = 8

  /// A new life.
  init(using generator: inout some RandomNumberGenerator) {
    text = randomText(characters: Self.characters, using: &generator)
  }
}

/// A state that a session was in; what an entity tag says.
public struct SessionVersion: Hashable, Sendable {
  /// Which life of the session.
  public let incarnation: Incarnation
  /// How far in it.
  public let revision: Int64
}

extension Navigation.ID {
  /// An id that nobody can guess: 128 random bits in base 32, lower case.
  public static func random(using generator: inout some RandomNumberGenerator) -> Navigation.ID {
    // Five bits a character: 26 characters hold 128 bits and two more.
    guard let id = Navigation.ID(randomText(characters: 26, using: &generator)) else {
      preconditionFailure("base 32 has only characters that an id can have")
    }
    return id
  }
}

/// Random characters of base 32 (RFC 4648, section 6) in lower case, five bits each.
private func randomText(characters: Int, using generator: inout some RandomNumberGenerator) -> String {
  let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
  var text: [UInt8] = []
  while text.count < characters {
    var bits = generator.next()
    for _ in 0..<min(12, characters - text.count) {
      text.append(alphabet[Int(bits & 31)])
      bits >>= 5
    }
  }
  return String(decoding: text, as: UTF8.self)
}
