public import NavigationCore

/// Whoever calls the service, where it can tell callers apart.
public enum Caller {
  /// What the service calls a caller.
  public typealias Name = Identifier<Caller>
}

/// Which session: whose it is, and what its owner calls it.
public struct SessionID: Hashable, Sendable {
  /// The owner's name, a slash that neither name can have, and the session's; without an owner the session's alone.
  ///
  /// One text rather than two, since a million of them are kept in memory.
  public let text: String

  /// A session's; `owner` is nil where all callers share what there is.
  public init(_ id: Navigation.ID, of owner: Caller.Name? = nil) {
    text = owner.map { "\($0.text)/\(id.text)" } ?? id.text
  }

  /// One that was written down; nil where the text can't be one.
  public init?(_ text: String) {
    let names = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let last = names.last, Navigation.ID(last) != nil, names.count == 1 || Caller.Name(names[0]) != nil else {
      return nil
    }
    self.text = text
  }

  /// Whose session it is; nil where all callers share it.
  public var owner: Caller.Name? {
    text.utf8.firstIndex(of: UInt8(ascii: "/")).flatMap { Caller.Name(String(text[..<$0])) }
  }

  /// What its owner calls it.
  public var navigationID: Navigation.ID {
    let start = text.utf8.firstIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) } ?? text.startIndex
    guard let id = Navigation.ID(String(text[start...])) else { preconditionFailure("made of a session's name") }
    return id
  }
}
