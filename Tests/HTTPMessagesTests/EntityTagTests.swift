import HTTPMessages
import Testing

@Suite("A condition on entity tags")
struct EntityTagTests {
  @Test(
    "is a list of tags, in which elements may be empty",
    arguments: [
      (#""a""#, [EntityTag("a")]),
      (#""""#, [EntityTag("")]),
      (" \"a\"\t", [EntityTag("a")]),
      (#""a","b""#, [EntityTag("a"), EntityTag("b")]),
      (#""a" , "b""#, [EntityTag("a"), EntityTag("b")]),
      (",, \"a\",\t,\"b\" ,", [EntityTag("a"), EntityTag("b")]),
      (#"W/"a""#, [EntityTag("a", isWeak: true)]),
      (#"W/"a", "a""#, [EntityTag("a", isWeak: true), EntityTag("a")]),
      (#""a,b", "*""#, [EntityTag("a,b"), EntityTag("*")]),
      (#""W/", "\""#, [EntityTag("W/"), EntityTag(#"\"#)]),
      (#""!#~é""#, [EntityTag("!#~é")]),
    ])
  func lists(text: String, tags: [EntityTag]) {
    #expect(EntityTagCondition([text]) == .oneOf(tags))
  }

  @Test("is one list, in however many lines it comes")
  func lines() {
    #expect(
      EntityTagCondition([#""a", W/"b""#, "", #""c""#])
        == .oneOf([EntityTag("a"), EntityTag("b", isWeak: true), EntityTag("c")]))
  }

  @Test("is any state at all", arguments: ["*", " *", "*\t "])
  func any(text: String) {
    #expect(EntityTagCondition([text]) == .any)
  }

  @Test(
    "is none of these",
    arguments: [
      "", " ", ",", " , ,", "a", "7", "a\"", "\"", "\"a", "\"a\"\"", "\"a\" \"b\"", "\"a\"\"b\"", "\"a\"b", "b\"a\"",
      "'a'", "w/\"a\"", "W/", "W/a", "W /\"a\"", "W/ \"a\"", "W/W/\"a\"", "W\"a\"", "/\"a\"", "\"a\";\"b\"", "\"a b\"",
      "\"a\tb\"", "\"a\u{7F}\"", "\"a\u{1}\"", "**", "*,", ",*", "*,*", "* *", "W/*", "*, \"a\"", "\"a\", *",
      "\"a\", b", "\"a\", \"", "\"a\\\"b\"",
    ])
  func malformed(text: String) {
    #expect(EntityTagCondition([text]) == nil)
  }

  @Test("is none where one of its lines is malformed, or one beside * says anything")
  func malformedLines() {
    #expect(EntityTagCondition([]) == nil)
    #expect(EntityTagCondition([#""a""#, "b"]) == nil)
    #expect(EntityTagCondition(["*", #""a""#]) == nil)
    #expect(EntityTagCondition(["*", "*"]) == nil)
    // Lines are one value with commas between them, whatever they hold (RFC 9110, section 5.2).
    #expect(EntityTagCondition([#""a"#, #"b""#]) == .oneOf([EntityTag("a,b")]))
  }

  @Test("has tags that are written as they are read", arguments: [#""""#, #""abcdefgh-7""#, #"W/"x""#])
  func text(text: String) {
    guard case .oneOf(let tags)? = EntityTagCondition([text]) else {
      Issue.record("no list: \(text)")
      return
    }
    #expect(tags.map(\.text) == [text])
  }
}
