/// Why a text is not the JSON that is taken here, and where it stops being that.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// What is wrong with the text.
  public enum Fault: Hashable, Sendable {
    /// It is no JSON text (RFC 8259), it says what can't be kept, or it is nested too deep.
    case malformed
    /// An object has two members of one name.
    case duplicateMember
  }

  /// What is wrong with the text.
  public let fault: Fault
  /// The line where that begins, from 1; lines end with a line feed.
  public let line: Int
  /// The character of the line where that begins, from 1; a character is a Unicode scalar value.
  public let column: Int
  /// What stands there, as a clause for a person: no capital, no full stop.
  public let problem: String
}
