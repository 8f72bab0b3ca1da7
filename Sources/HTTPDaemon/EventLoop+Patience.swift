extension EventLoop {
  /// How long an exchange waits for its answer, and what is done then.
  struct Patience {
    let due: MonotonicTime
    let over: @Sendable () -> Void
  }

  /// Has something done when an exchange has waited for so long, or its client has left; at once where it does not wait.
  func limit(_ serial: UInt64, _ patience: Patience) {
    guard let exchange = waiting[serial] else { return patience.over() }
    exchange.patience = patience
    if patient.isEmpty { patientWatchedAt = .now + Self.streamWatchInterval }
    patient[serial] = exchange
    patienceDue = .earlier(patienceDue, .earlier(patientWatchedAt, patience.due))
  }

  /// Does what is done for those that have waited for long enough, or whose clients have left.
  func tendPatience() {
    let now = MonotonicTime.now
    guard let due = patienceDue, due <= now else { return }
    var over = patient.values.filter { ($0.patience?.due ?? now) <= now }
    if patientWatchedAt <= now {
      over += withoutClient(patient.values.filter { ($0.patience?.due ?? now) > now })
      patientWatchedAt = now + Self.streamWatchInterval
    }
    for exchange in over { patient[exchange.serial] = nil }
    patienceDue = patient.isEmpty ? nil : patientWatchedAt
    for exchange in patient.values { patienceDue = .earlier(patienceDue, exchange.patience?.due) }
    for exchange in over.sorted(by: { $0.serial < $1.serial }) { exchange.patience?.over() }
  }
}
