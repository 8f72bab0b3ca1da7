import HTTPMessages
import NavigationCore
import SessionEngine

extension SessionListRequest {
  /// The most sessions that a client can ask for at once.
  static let maximum = 1_000
  /// How many it gets where it does not say.
  static let unlessTold = 100

  /// What the query of `GET /sessions` asks for; parameters that are not known are passed over.
  ///
  /// - Throws: `bad-request` where `limit` or `after` can't be read.
  init(_ query: Query, of owner: Caller.Name?) throws(Problem) {
    var after: Navigation.ID?
    if let text = try query.value("after") {
      guard let id = Navigation.ID(text) else { throw .malformedAfter(text) }
      after = id
    }
    var limit = Self.unlessTold
    if let text = try query.value("limit") {
      // A number has one form only: no sign, no zeros before it.
      guard let number = Int(text), (1...Self.maximum).contains(number), String(number) == text else {
        throw .malformedLimit(text)
      }
      limit = number
    }
    self.init(of: owner, after: after, limit: limit)
  }
}

extension Query {
  /// The value of a parameter that may stand once; nil where it does not.
  ///
  /// - Throws: `bad-request` where it stands more than once.
  func value(_ name: String) throws(Problem) -> String? {
    let values = values(named: name)
    guard values.count < 2 else { throw .repeatedParameter(name) }
    return values.first
  }
}
