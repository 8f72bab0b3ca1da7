/// Where in a JSON value something is (RFC 6901).
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The pointer as it is written: empty for the whole value, else each step behind a `/`.
  public let text: String

  /// Points to the whole value.
  public static let root = JSONPointer(text: "")

  private init(text: String) {
    self.text = text
  }

  /// Points to a member of the object that this points to.
  public func appending(_ name: String) -> JSONPointer {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return JSONPointer(text: text + "/" + name)
    }
    var escaped = text + "/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return JSONPointer(text: escaped)
  }

  /// Points to an element of the array that this points to, counted from 0.
  public func appending(_ index: Int) -> JSONPointer {
    JSONPointer(text: text + "/" + String(index))
  }

  /// The pointer as it is written.
  public var description: String { text }
}
