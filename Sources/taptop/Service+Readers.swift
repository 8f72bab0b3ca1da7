import HTTPDaemon
import NavigationAPI
import SessionEngine
import Threading

/// What readers are told, and when.
extension Service {
  static func telling(_ effect: Engine.Effect) -> Telling? {
    switch effect {
    case .answer(let waiting, .following(let reader, let start, let version)): .open(waiting, reader, start, version)
    case .tell(let readers, let events): .send(readers, events)
    case .end(let readers): .finish(readers)
    case .answer, .ask, .wait: nil
    }
  }

  /// Tells readers all that they have yet to be told, in order: whoever comes second finds it told.
  func deliver() {
    delivery.withLock { _ in
      let tellings = outbox.withLock { tellings in
        defer { tellings = [] }
        return tellings
      }
      for telling in tellings { tell(telling) }
    }
  }

  private func tell(_ telling: Telling) {
    switch telling {
    case .open(let waiting, let reader, let start, let version):
      let response = api.opening(with: start, version, for: waiting.presentation)
      let stream = HTTPStream(keepAlive: Self.keepAlive(waiting.presentation.feedFormat)) { end in
        self.left(reader, end)
      }
      waiting.token.open(noted(waiting.line, waiting.presentation.labels, response), stream: stream)
      // Those that have begun by then are ended where the keys are changed.
      if waiting.keys != keys.withLock({ $0 }) { waiting.token.finish() }
    case .send(let readers, let events):
      // Written once for all who read it so.
      for format in [FeedFormat.serverSentEvents, .jsonLines] {
        let those = readers.filter { $0.presentation.feedFormat == format }
        guard !those.isEmpty else { continue }
        let text = api.text(of: events, as: format)
        for reader in those { reader.token.send(text) }
      }
    case .finish(let readers):
      for reader in readers { reader.token.finish() }
    }
  }

  private func left(_ reader: ReaderID, _ end: HTTPStreamEnd) {
    engine.withLock { $0.leave(reader) }
    switch end {
    case .tooSlow: metrics.withLock { $0.readerCutOff() }
    case .finished, .clientLeft, .stopped: break
    }
  }

  /// Proxies end what is quiet for long; a file of JSON lines has no line that says nothing.
  private static func keepAlive(_ format: FeedFormat) -> HTTPStream.KeepAlive? {
    switch format {
    case .serverSentEvents: HTTPStream.KeepAlive(bytes: API.comment, seconds: 15)
    case .jsonLines: nil
    }
  }
}
