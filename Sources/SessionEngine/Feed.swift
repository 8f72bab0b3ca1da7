import NavigationCore

/// What happened in the sessions, for those who follow them: the steps that are held, and who is told of the next.
struct Feed<Client> {
  var histories: StepHistories
  var readers = Readers<Client>()
  /// What happened in this event, where nothing is kept on a disk, and has to be told at its end.
  var news: [Happening] = []
  /// Whether nobody may follow any longer.
  var isDraining = false

  init(_ configuration: EngineConfiguration) {
    histories = StepHistories(bytes: configuration.stepMemory)
  }
}

extension Feed: Sendable where Client: Sendable {}
