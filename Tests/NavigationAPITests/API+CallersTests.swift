import HTTPMessages
import Testing

@testable import NavigationAPI

@Suite("A caller")
struct APICallersTests {
  private func api() -> APIUnderTest {
    var api = APIUnderTest()
    api.keys = .examples
    return api
  }

  private let tap = Request("POST", "/sessions/demo/taps", #"{"tab":"games"}"#)

  private static func refusal(_ detail: String, challenge: String = "Bearer") -> Answer {
    .problem(
      401, "unauthorized", "A key is needed to call", detail, fields: ["WWW-Authenticate: \(challenge)"])
  }

  @Test(
    "is known by a key, behind the scheme in any case",
    arguments: ["Bearer old", "bearer new", "BEARER wall", "Bearer   old"])
  func known(credentials: String) {
    var api = api()
    #expect(api.answer(to: tap.with("Authorization", credentials)).status == 200)
  }

  @Test(
    "who bears no key is told how to", arguments: [nil, "Bearer", "Basic b2xk", "old", "", "BearerX old"] as [String?])
  func withoutKey(credentials: String?) {
    let reason =
      switch credentials {
      case nil: "The request bears no key"
      case "Bearer": "Authorization has no key behind Bearer"
      default: "The scheme of Authorization must be Bearer"
      }
    var api = api()
    let request = credentials.map { tap.with("Authorization", $0) } ?? tap
    #expect(
      api.answer(to: request)
        == Self.refusal("\(reason); send Authorization: Bearer and a key that this server's owner gave you."))
  }

  @Test("may say who it is once, even if twice the same")
  func twice() {
    var api = api()
    #expect(
      api.answer(to: tap.with("Authorization", "Bearer old").with("Authorization", "Bearer old"))
        == Self.refusal(
          "Authorization must stand once; send Authorization: Bearer and a key that this server's owner gave you."))
  }

  @Test(
    "with a key that nobody has is not told what it sent", arguments: ["Old", "old,new", "old new", "é", "\"old\""])
  func unknown(key: String) {
    var api = api()
    #expect(
      api.answer(to: tap.with("Authorization", "Bearer \(key)"))
        == Self.refusal(
          "The key is none of this server's; it may have been replaced: ask the server's owner for another.",
          challenge: #"Bearer error="invalid_token""#))
  }

  @Test("is asked who it is on every route but those that are open")
  func routes() {
    let open = Route.all.filter { route in
      var api = api()
      let path = route.path.replacing("{id}", with: "demo").replacing("{code}", with: "unauthorized")
      return api.answer(to: Request(route.method, path, "{}")).status != 401
    }
    #expect(Set(open.map(\.path)) == ["/policies", "/healthz", "/readyz", "/openapi.json", "/problems/{code}"])
  }

  @Test("asks without a key which methods there are, and of a path or a method that there is not")
  func questions() {
    var api = api()
    #expect(api.answer(to: Request("OPTIONS", "/sessions/demo/taps")).status == 204)
    #expect(api.answer(to: Request("OPTIONS", "*")).status == 204)
    #expect(api.answer(to: Request("GET", "/nowhere")).status == 404)
    #expect(api.answer(to: Request("PATCH", "/sessions/demo")).status == 405)
  }

  @Test("has sessions of its own: those of another name do not exist, and those of one name are the same for its keys")
  func owners() {
    var api = api()
    let answers = ["old", "new", "wall"].map { key in
      api.answer(to: tap.with("Authorization", "Bearer \(key)")).value(of: "ETag")
    }
    #expect(answers == [#""aaaaaaaa-1""#, #""aaaaaaaa-2""#, #""aaaaaaaa-1""#])

    let read = Request("GET", "/sessions/demo")
    #expect(api.answer(to: Request("DELETE", "/sessions/demo").with("Authorization", "Bearer wall")).status == 204)
    #expect(api.answer(to: read.with("Authorization", "Bearer wall")).problemCode == "unknown-session")
    #expect(api.answer(to: read.with("Authorization", "Bearer new")).status == 200)
    // Nor do those that were made before there were keys, or are made after.
    api.keys = nil
    #expect(api.answer(to: read).problemCode == "unknown-session")
  }

  @Test("whose key is taken away is unknown at once")
  func revoked() throws {
    var api = api()
    let request = tap.with("Authorization", "Bearer old")
    #expect(api.answer(to: request).status == 200)
    api.keys = try APIKeys("phones sha256:11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437")
    #expect(api.answer(to: request).status == 401)
  }

  @Test("of an allowed origin can read that it needs a key")
  func pages() throws {
    let origin = try #require(Origin("https://app.example"))
    var api = APIUnderTest(API.Configuration(origins: [origin]))
    api.keys = .examples
    let answer = api.answer(to: tap.with("Origin", origin.text))
    #expect(answer.status == 401)
    #expect(answer.value(of: "Access-Control-Allow-Origin") == origin.text)
  }
}
