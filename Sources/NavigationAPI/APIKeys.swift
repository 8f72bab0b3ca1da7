import Digests
public import NavigationCore
public import SessionEngine

/// The keys that callers may bear, and whose each is: never the keys themselves, only their SHA-256.
///
/// Its text has a line for each: `name sha256:<64 hexadecimal digits>`. A name may have several keys, so that one can be
/// replaced while both still work. What stands behind a `#`, and lines with nothing else, are passed over.
public struct APIKeys: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let digest: SHA256Digest
    let name: Caller.Name
  }

  private let entries: [Entry]

  /// Reads the text; says what is wrong with the first line that is wrong.
  public init(_ text: String) throws(Fault) {
    var entries: [Entry] = []
    var lineOfDigest: [SHA256Digest: (line: Int, name: Caller.Name)] = [:]
    // Not by characters: a line feed behind a carriage return is none of its own among them.
    for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    {
      let words = bytes.prefix { $0 != UInt8(ascii: "#") }.split(whereSeparator: isBlank).map { String($0) ?? "" }
      if words.isEmpty { continue }
      let line = index + 1
      guard let name = Caller.Name(words[0]) else { throw .malformedName(line: line) }
      guard words.count == 2, words[1].hasPrefix(Self.digestPrefix),
        let digest = SHA256Digest(hex: words[1].dropFirst(Self.digestPrefix.count))
      else { throw .malformedDigest(line: line) }
      if let first = lineOfDigest[digest] {
        guard first.name == name else { throw .sharedKey(line: line, first: first.line) }
        continue
      }
      lineOfDigest[digest] = (line, name)
      entries.append(Entry(digest: digest, name: name))
    }
    guard !entries.isEmpty else { throw .noKeys }
    self.entries = entries
  }

  /// How many keys there are.
  public var count: Int { entries.count }

  /// How many names have them.
  public var nameCount: Int { Set(entries.map(\.name)).count }

  /// Whose key it is; nil if it is nobody's.
  ///
  /// Looks at all of them, each in a time that does not depend on what is in it, so that answers tell nobody who tries
  /// how near a try came.
  public func caller(bearing key: String) -> Caller.Name? {
    let digest = SHA256Digest(of: key)
    var caller: Caller.Name?
    for entry in entries where entry.digest.matches(digest) { caller = entry.name }
    return caller
  }

  /// The line that gives a name a key.
  public static func line(for name: Caller.Name, key: String) -> String {
    "\(name.text) \(digestPrefix)\(SHA256Digest(of: key).hex)"
  }

  private static let digestPrefix = "sha256:"
}

extension APIKeys {
  /// Why a text gives no keys.
  ///
  /// Nothing of the text is in it: whoever wrote a key where its digest belongs does not want to find it in a log.
  public enum Fault: Error, Hashable, Sendable {
    /// What stands first is no name.
    case malformedName(line: Int)
    /// Behind the name is not a digest and nothing else.
    case malformedDigest(line: Int)
    /// A key that an earlier line gives to another name.
    case sharedKey(line: Int, first: Int)
    /// Nobody could call.
    case noKeys
  }
}

extension APIKeys.Fault: CustomStringConvertible {
  /// Where it is, and what would be right.
  public var description: String {
    switch self {
    case .malformedName(let line):
      "line \(line): it must begin with a name of 1 to 64 characters out of A-Z a-z 0-9 . _ ~ : -, not . or .."
    case .malformedDigest(let line):
      "line \(line): behind the name must stand sha256: and 64 hexadecimal digits, as \"taptop key\" prints them"
    case .sharedKey(let line, let first):
      "line \(line): it has the key of line \(first), where another name stands; a key must have one name"
    case .noKeys:
      "it has no key, so that nobody could call; add a line that \"taptop key\" prints, or leave --api-keys out"
    }
  }
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}
