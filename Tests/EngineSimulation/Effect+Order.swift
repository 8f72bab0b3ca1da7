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
