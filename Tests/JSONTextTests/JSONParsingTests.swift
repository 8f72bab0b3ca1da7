import Testing

@testable import JSONText

@Suite("Reading JSON")
struct JSONParsingTests {
  @Test(
    "a number is the double nearest to it",
    arguments: [
      ("0", 0), ("-0", -0.0), ("-0.0", -0.0), ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("1.0005", 1.0005),
      ("9007199254740991", 9_007_199_254_740_991), ("9007199254740992", 9_007_199_254_740_992),
      ("9007199254740993", 9_007_199_254_740_992), ("18446744073709551616", 18_446_744_073_709_551_616),
      ("1e308", 1e308), ("-1e308", -1e308), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e-400", 0),
      ("5e-324", .leastNonzeroMagnitude), ("0." + String(repeating: "0", count: 400) + "1", 0),
    ])
  func number(text: String, value: Double) throws {
    let read = try JSONValue(parsing: Array(text.utf8))
    #expect(read == .number(value))
    #expect(read.number?.sign == value.sign)
  }

  @Test(
    "a string is its characters, escapes undone",
    arguments: [
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9\u65e5""#, "é日"),
      (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00""#, "😀"), ("\"é日😀\"", "é日😀"), (#""a\u0000b""#, "a\u{0}b"),
      (#""\u0000""#, "\u{0}"), ("\"\u{7F}\"", "\u{7F}"), ("\"\u{FFFF}\u{10FFFF}\"", "\u{FFFF}\u{10FFFF}"),
    ])
  func string(text: String, value: String) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)).string.map { Array($0.utf8) } == Array(value.utf8))
  }

  @Test("literals, arrays and objects are read, members in the order in which they stand")
  func structure() throws {
    let text = " [ null , true, false, [ ], { } ,\r\n\t{\"b\" : 1, \"a\":{\"\":\"x\"}, \"aa\":[2]} ] "
    #expect(
      try JSONValue(parsing: Array(text.utf8))
        == .array([
          .null, .bool(true), .bool(false), .array([]), .object([]),
          .object([
            JSONMember(name: "b", value: .number(1)),
            JSONMember(name: "a", value: .object([JSONMember(name: "", value: .string("x"))])),
            JSONMember(name: "aa", value: .array([.number(2)])),
          ]),
        ]))
  }

  @Test("two values say the same when only the order of members differs")
  func orderedMembers() throws {
    let one = try JSONValue(parsing: Array(#"{"a":[{"x":1,"y":2}],"b":null}"#.utf8))
    let other = try JSONValue(parsing: Array(#"{"b":null,"a":[{"y":2,"x":1}]}"#.utf8))
    #expect(one != other)
    #expect(one.withOrderedMembers == other.withOrderedMembers)
    let third = try JSONValue(parsing: Array(#"{"b":null,"a":[{"y":2,"x":2}]}"#.utf8))
    #expect(one.withOrderedMembers != third.withOrderedMembers)
  }

  /// A text, and the error it gives.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: [UInt8]
    let error: JSONSyntaxError

    init(_ text: String, line: Int = 1, _ column: Int, _ problem: String) {
      self.init(Array(text.utf8), line: line, column, problem)
    }

    init(_ text: [UInt8], line: Int = 1, _ column: Int, _ problem: String) {
      self.text = text
      error = JSONSyntaxError(fault: .malformed, line: line, column: column, problem: problem)
    }

    var testDescription: String { String(decoding: text.prefix(40), as: UTF8.self) }
  }

  private func check(_ refusal: Refusal) {
    #expect(throws: refusal.error) { try JSONValue(parsing: refusal.text) }
  }

  @Test(
    "a text that ends too early is refused at its end",
    arguments: [
      Refusal("", 1, "the text is empty"), Refusal("  ", 3, "the text is empty"),
      Refusal(" \n\n", line: 3, 1, "the text is empty"),
      Refusal(#"{"tab":"a""#, 11, "the text ends in the middle of a value"),
      Refusal("{", 2, "the text ends in the middle of a value"),
      Refusal("[1,\n", line: 2, 1, "the text ends in the middle of a value"),
      Refusal(#"{"a""#, 5, "the text ends in the middle of a value"),
      Refusal(#""abc"#, 5, "the text ends in the middle of a string"),
      Refusal(#"["é\"#, 5, "the text ends in the middle of a string"),
      Refusal(#"["\""#, 5, "the text ends in the middle of a string"),
      Refusal(#"["\\\""#, 7, "the text ends in the middle of a string"),
    ])
  func early(_ refusal: Refusal) { check(refusal) }

  @Test(
    "what can't stand where it stands is named, at its beginning",
    arguments: [
      Refusal(#"{"tab":"a"}x"#, 12, "x stands behind the value, where nothing may"),
      Refusal("[1] [2]", 5, "[ stands behind the value, where nothing may"),
      Refusal("{\"tab\":\n\n games}", line: 3, 2, "games stands where a value belongs"),
      Refusal("{'tab':'a'}", 2, "'tab' stands where a name in double quotes or } belongs"),
      Refusal(#"{"tab":"a",}"#, 12, "} stands where a name in double quotes or } belongs"),
      Refusal(#"{"tab":NaN}"#, 8, "NaN stands where a value belongs"),
      Refusal("[-Infinity]", 2, "-Infinity stands where a value belongs"),
      Refusal("[ 01]", 3, "01 stands where a value belongs"), Refusal("[1.]", 2, "1. stands where a value belongs"),
      Refusal("[.5]", 2, ".5 stands where a value belongs"), Refusal("[+1]", 2, "+1 stands where a value belongs"),
      Refusal("[1e]", 2, "1e stands where a value belongs"), Refusal("[-]", 2, "- stands where a value belongs"),
      Refusal("[tru]", 2, "tru stands where a value belongs"),
      Refusal("nullx", 1, "nullx stands where a value belongs"),
      Refusal("[True]", 2, "True stands where a value belongs"), Refusal("}", 1, "} stands where a value belongs"),
      Refusal("[1,,2]", 4, ", stands where a value belongs"), Refusal("[1,]", 4, "] stands where a value belongs"),
      Refusal("[1 2]", 4, "2 stands where a comma or ] belongs"),
      Refusal("[1}", 3, "} stands where a comma or ] belongs"),
      Refusal(#"["日" "x"]"#, 6, #""x" stands where a comma or ] belongs"#),
      Refusal(#"{"a" 1}"#, 6, "1 stands where a colon belongs"),
      Refusal(#"{"a":1 "b":2}"#, 8, #""b" stands where a comma or } belongs"#),
      Refusal("{1:2}", 2, "1 stands where a name in double quotes or } belongs"),
      Refusal("{]", 2, "] stands where a name in double quotes or } belongs"),
      Refusal("// x\n{}", 1, "// stands where a value belongs"),
      Refusal("[\u{A0}1]", 2, "\u{A0}1 stands where a value belongs"),
      Refusal(
        "[" + String(repeating: "x", count: 50) + "]", 2,
        String(repeating: "x", count: 40) + "… stands where a value belongs"),
    ])
  func unexpected(_ refusal: Refusal) { check(refusal) }

  @Test(
    "what a string can't hold is named, at its place",
    arguments: [
      Refusal("[\"a\nb\"]", 4, "a control character stands in a string; write it as an escape, such as \\n"),
      Refusal("[\"é\tb\"]", 4, "a control character stands in a string; write it as an escape, such as \\n"),
      Refusal(#"["a\xb"]"#, 4, "a string has an escape that JSON does not have"),
      Refusal(#"["a\u12"]"#, 4, "a string has an escape that JSON does not have"),
      Refusal(#"["\u+123"]"#, 3, "a string has an escape that JSON does not have"),
      Refusal(#"{"tab":"\ud800"}"#, 9, "a string has one half of a surrogate pair without the other"),
      Refusal(#"["\\\udc00"]"#, 5, "a string has one half of a surrogate pair without the other"),
      Refusal(#"["\ud800\u0041"]"#, 3, "a string has one half of a surrogate pair without the other"),
      Refusal(#"["\ud800\ud800"]"#, 3, "a string has one half of a surrogate pair without the other"),
      Refusal(#"["\ude00\ud83d"]"#, 3, "a string has one half of a surrogate pair without the other"),
      Refusal(#"{"a":{"b\u0000c":1}}"#, 7, "a member's name has a NUL character in it"),
      Refusal(#"{"\u0000":1}"#, 2, "a member's name has a NUL character in it"),
    ])
  func strings(_ refusal: Refusal) { check(refusal) }

  @Test(
    "bytes that are not UTF-8 are refused where they begin",
    arguments: [
      ("a lone continuation byte", [0x80]), ("an overlong slash", [0xC0, 0xAF]), ("an overlong NUL", [0xC0, 0x80]),
      ("an overlong three-byte character", [0xE0, 0x80, 0xAF]),
      ("an overlong four-byte one", [0xF0, 0x80, 0x80, 0xAF]),
      ("a surrogate", [0xED, 0xA0, 0x80]), ("a pair of surrogates", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
      ("beyond the last character", [0xF4, 0x90, 0x80, 0x80]), ("a five-byte form", [0xF8, 0x88, 0x80, 0x80, 0x80]),
      ("a character cut short", [0xE2, 0x82]), ("0xFE", [0xFE]), ("0xFF", [0xFF]), ("Latin-1", [0xE9]),
    ] as [(String, [UInt8])])
  func invalidUTF8(name: String, bytes: [UInt8]) {
    let problem = "the bytes here are not UTF-8"
    check(Refusal(Array("{\n\"é\":\"".utf8) + bytes + Array("\"}".utf8), line: 2, 6, problem))
    check(Refusal(Array("[\"".utf8) + bytes, 3, problem))
    check(Refusal(Array("[1,".utf8) + bytes + Array("]".utf8), 4, problem))
    check(Refusal(Array("[1".utf8) + bytes + Array("]".utf8), 3, problem))
    check(Refusal(Array("[1]".utf8) + bytes, 4, problem))
  }

  @Test("a byte order mark is refused", arguments: ["{}", "", "[1]"])
  func byteOrderMark(text: String) {
    check(Refusal("\u{FEFF}" + text, 1, "a byte order mark stands here; plain UTF-8 has none"))
  }

  @Test(
    "a NUL byte is refused wherever it stands",
    arguments: [
      Refusal("\u{0}", 1, "a NUL character stands here"), Refusal("[1\u{0}]", 3, "a NUL character stands here"),
      Refusal("[1]\u{0}", 4, "a NUL character stands here"), Refusal("7\u{0}", 2, "a NUL character stands here"),
      Refusal("[true\u{0}]", 6, "a NUL character stands here"),
      Refusal("[\"a\u{0}b\"]", 4, "a NUL character stands here"),
      Refusal("{\"a\u{0}\":1}", 4, "a NUL character stands here"),
      Refusal("{\n\u{0}}", line: 2, 1, "a NUL character stands here"),
      Refusal("[x,\u{0}]", 2, "x stands where a value belongs"),
    ])
  func nulByte(_ refusal: Refusal) { check(refusal) }

  @Test(
    "a number that no double holds is refused",
    arguments: ["1e309", "-1e309", "1e400", "1" + String(repeating: "0", count: 400), "1.8e308", "1e99999999999"])
  func tooLarge(number: String) {
    let shown = number.count > 40 ? number.prefix(40) + "…" : number
    check(Refusal("{\"a\":\n \(number)}", line: 2, 2, "the number \(shown) is too large for a double"))
  }

  @Test("arrays and objects are nested at most 32 deep")
  func depth() throws {
    func nested(_ depth: Int, _ inner: String = "") -> [UInt8] {
      Array((String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)).utf8)
    }
    func nestedObjects(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)).utf8)
    }
    let problem = "arrays and objects are nested deeper than 32"
    #expect(throws: Never.self) { try JSONValue(parsing: nested(32, "7")) }
    #expect(throws: Never.self) { try JSONValue(parsing: nested(31, "{}")) }
    #expect(throws: Never.self) { try JSONValue(parsing: nestedObjects(32)) }
    check(Refusal(nested(33), 33, problem))
    check(Refusal(nested(32, "\n{}"), line: 2, 1, problem))
    check(Refusal(nestedObjects(33), 161, problem))
    check(Refusal(nested(32, "\"[[[\",[ ]"), 39, problem))
    #expect(throws: Never.self) { try JSONValue(parsing: nested(32, "\"[[\\\"[\"")) }
    #expect(throws: Never.self) {
      try JSONValue(parsing: Array(("[" + Array(repeating: "[[]]", count: 1_000).joined(separator: ",") + "]").utf8))
    }
  }

  @Test("the first of two faults is named, too deep or not")
  func firstFault() {
    let deep = String(repeating: "[", count: 100_000)
    let problem = "arrays and objects are nested deeper than 32"
    check(Refusal(deep, 33, problem))
    check(Refusal(String(repeating: "{\"a\":", count: 50_000), 161, problem))
    check(Refusal(deep + "x", 33, problem))
    check(Refusal(String(repeating: "[", count: 40) + "x", 33, problem))
    check(Refusal("[x," + deep, 2, "x stands where a value belongs"))
    check(Refusal("\u{FEFF}" + deep, 1, "a byte order mark stands here; plain UTF-8 has none"))
  }

  @Test(
    "a name that an object has already is refused, at the second",
    arguments: [
      (#"{"tab":"a","tab":"b"}"#, 1, 12, #""tab""#), (#"{"a":{"b":1,\#n"c":[{"d":0}],"b":3}}"#, 2, 15, #""b""#),
      (#"[{"é":1,"\u00e9":2}]"#, 1, 9, #""\u00e9""#), (#"{"":1,"":2}"#, 1, 7, #""""#),
    ])
  func duplicate(text: String, line: Int, column: Int, name: String) {
    let error = JSONSyntaxError(
      fault: .duplicateMember, line: line, column: column, problem: "the member \(name) is there twice")
    #expect(throws: error) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test("names that differ in case or in normalization are different names")
  func differentNames() throws {
    let text = "{\"é\":1,\"e\u{301}\":2,\"É\":3}"
    guard case .object(let members) = try JSONValue(parsing: Array(text.utf8)) else {
      Issue.record("no object")
      return
    }
    #expect(members.map { Array($0.name.utf8) } == ["é", "e\u{301}", "É"].map { Array($0.utf8) })
  }
}
