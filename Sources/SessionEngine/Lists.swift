import NavigationCore

/// The pages that are being put together out of what the store has.
struct Lists<Client> {
  /// A page that is not whole yet.
  struct Page {
    let request: SessionListRequest
    let client: Client
    /// Sessions that were last used then, or before, have expired; nil where none does.
    let usedAfter: Instant?
    var place: SessionPlace
    var found: [SessionSummary] = []

    /// What is still to be read: one more than the page has, which tells whether another follows.
    var step: StoreOrder.ListStep {
      StoreOrder.ListStep(
        owner: request.owner, behind: place, usedAfter: usedAfter, limit: request.limit + 1 - found.count)
    }
  }

  /// Those that wait for changes which the store was not asked to make yet.
  var waiting: [Page] = []
  /// Those of which the store was asked for a step, in that order, in which it answers.
  var asked: [Page] = []
}

extension Lists: Sendable where Client: Sendable {}
extension Lists.Page: Sendable where Client: Sendable {}
