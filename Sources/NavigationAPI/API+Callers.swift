import HTTPMessages
import SessionEngine

extension API {
  /// Who calls, as the key says that the request bears (RFC 6750, section 2.1).
  ///
  /// - Throws: `unauthorized` where it bears none, or one that nobody has.
  func caller(of head: HTTPRequestHead, _ keys: APIKeys) throws(Problem) -> Caller.Name {
    let credentials = head.fields.values(of: "Authorization")
    guard credentials.count < 2 else { throw .unauthorized("Authorization must stand once") }
    guard let credentials = credentials.first else { throw .unauthorized("The request bears no key") }
    let words = credentials.split(separator: " ", maxSplits: 1)
    guard let scheme = words.first, String(scheme).equalsIgnoringCase("Bearer") else {
      throw .unauthorized("The scheme of Authorization must be Bearer")
    }
    let key = words.count == 2 ? words[1].drop { $0 == " " } : ""
    guard !key.isEmpty else { throw .unauthorized("Authorization has no key behind Bearer") }
    guard let caller = keys.caller(bearing: String(key)) else { throw .unknownKey }
    return caller
  }
}

extension Problem {
  /// No key was understood; nothing of what was sent is told back.
  fileprivate static func unauthorized(_ reason: String) -> Problem {
    var problem = Problem(
      .unauthorized, "\(reason); send Authorization: Bearer and a key that this server's owner gave you.")
    problem.challenge = "Bearer"
    return problem
  }

  static let unknownKey: Problem = {
    var problem = Problem(
      .unauthorized, "The key is none of this server's; it may have been replaced: ask the server's owner for another.")
    problem.challenge = #"Bearer error="invalid_token""#
    return problem
  }()
}
