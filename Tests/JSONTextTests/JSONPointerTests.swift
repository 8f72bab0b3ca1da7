import JSONText
import Testing

@Suite("JSON pointers")
struct JSONPointerTests {
  @Test("the whole value is the empty pointer")
  func root() {
    #expect(JSONPointer.root.text == "")
    #expect("\(JSONPointer.root)" == "")
  }

  @Test("each step stands behind a slash, tildes and slashes in names escaped")
  func steps() {
    let pointer = JSONPointer.root.appending("tabs").appending(12).appending("a/b~c~1").appending("").appending("é\"")
    #expect(pointer.text == "/tabs/12/a~1b~0c~01//é\"")
  }
}
