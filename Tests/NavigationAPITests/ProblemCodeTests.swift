import Testing

@testable import NavigationAPI

@Suite("A kind of problem")
struct ProblemCodeTests {
  @Test("has the status that the table of the API gives it")
  func statuses() {
    let table: [Int: Set<ProblemCode>] = [
      400: [.malformedJSON, .duplicateMember, .invalidSessionID, .badRequest],
      401: [.unauthorized],
      403: [.originNotAllowed],
      404: [.unknownSession, .notFound],
      405: [.methodNotAllowed],
      412: [.revisionMismatch],
      413: [.bodyTooLarge],
      415: [.unsupportedMediaType],
      417: [.expectationFailed],
      421: [.hostNotAllowed],
      422: [
        .invalidValue, .missingMember, .unknownMember, .tooManyInputs, .unknownTab, .unknownScreen, .noSelectedTab,
        .tabNotSelectable, .duplicateScreen, .tooManyScreens, .tooManyTabs, .cannotPopRoot,
        .idempotencyKeyReused,
      ],
      501: [.notImplemented],
      503: [.storageUnavailable, .draining, .tooManyConnections, .tooManySessions, .tooManyReaders],
    ]
    #expect(Dictionary(grouping: ProblemCode.allCases, by: \.status).mapValues(Set.init) == table)
  }

  @Test("has a title of its own, in words, and a name that can stand in a path")
  func titles() {
    #expect(Set(ProblemCode.allCases.map(\.title)).count == ProblemCode.allCases.count)
    for code in ProblemCode.allCases {
      #expect(code.title.contains(" ") && !code.title.hasSuffix("."))
      #expect(code.rawValue.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) })
    }
  }

  @Test("says when to come back only where it passes by itself")
  func retryAfter() {
    let passing = ProblemCode.allCases.filter { $0.retryAfterSeconds != nil }
    #expect(passing == [.storageUnavailable, .draining, .tooManyConnections])
  }
}
