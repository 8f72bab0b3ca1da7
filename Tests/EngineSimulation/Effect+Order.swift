import SessionEngine

extension SessionEngine.Effect {
  /// What the store is asked, where it is.
  var order: StoreOrder? {
    switch self {
    case .ask(let order): order
    case .answer, .wait, .tell, .end: nil
    }
  }
}

extension StoreOrder {
  /// The order as it is told of, the same each time: a dictionary's own text is another in each process.
  var told: String {
    switch self {
    case .commit(let writes):
      "commit(" + writes.sorted { $0.key < $1.key }.map { "\($0.key.number): \($0.value)" }.joined(separator: ", ")
        + ")"
    case .load, .loadAnswer, .list, .findUnused, .probe: "\(self)"
    }
  }
}
