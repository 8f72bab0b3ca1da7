import NavigationCore
import Testing

@testable import SessionEngine

@Suite("A session's id")
struct SessionIDTests {
  @Test("says whose session it is and what its owner calls it, also when it was written down")
  func names() throws {
    let demo = try Navigation.ID.named("demo")
    for (owner, text) in [(nil, "demo"), (try Caller.Name.named("tv"), "tv/demo")] {
      let id = SessionID(demo, of: owner)
      #expect(id.text == text)
      #expect((id.owner, id.navigationID) == (owner, demo))
      #expect(SessionID(text) == id)
    }
  }

  @Test(
    "is nothing else", arguments: ["", "/", "/demo", "tv/", "tv/demo/", "tv//demo", "a b", "tv/a b", "t v/demo", "."])
  func refused(text: String) {
    #expect(SessionID(text) == nil)
  }
}

@Suite("An engine with several owners")
struct OwnerTests {
  @Test("keeps the sessions of one apart from another's of the same name")
  func apart() throws {
    var engine = EngineUnderTest()
    let demo = try Navigation.ID.named("demo")
    let owners = [nil, try Caller.Name.named("tv"), try Caller.Name.named("phone")]
    let ids = owners.map { SessionID(demo, of: $0) }
    let navigation = Navigation(id: demo, openTabs: true)
    var versions: [SessionVersion] = []
    for owner in owners {
      let reply = try engine.put(navigation, of: owner)
      let version = try #require(reply.version)
      versions.append(version)
      #expect(reply == .session(navigation, version, created: true))
    }
    #expect(Set(versions.map(\.incarnation)).count == owners.count)

    #expect(try engine.delete(ids[1]) == .deleted)
    #expect(try engine.read(ids[1]) == .refused(.unknownSession(ids[1])))
    #expect(try engine.read(ids[0]) == .session(navigation, versions[0], created: false))
    #expect(try engine.read(ids[2]) == .session(navigation, versions[2], created: false))
  }
}
