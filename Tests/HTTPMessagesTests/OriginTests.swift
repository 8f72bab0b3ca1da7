import HTTPMessages
import Testing

@Suite("An origin")
struct OriginTests {
  @Test(
    "is a scheme, a host and perhaps a port, as a browser writes them",
    arguments: [
      ("https://app.example", "https://app.example"), ("http://localhost:3000", "http://localhost:3000"),
      ("HTTPS://App.Example", "https://app.example"), ("https://app.example:443", "https://app.example"),
      ("http://app.example:80", "http://app.example"), ("http://app.example:443", "http://app.example:443"),
      ("https://app.example:80", "https://app.example:80"), ("http://[::1]:8080", "http://[::1]:8080"),
      ("http://127.0.0.1:65535", "http://127.0.0.1:65535"), ("capacitor://localhost", "capacitor://localhost"),
      ("chrome-extension://abcdef", "chrome-extension://abcdef"), ("http://a:0080", "http://a"),
    ])
  func good(text: String, serialized: String) {
    #expect(Origin(text)?.text == serialized)
  }

  @Test(
    "is none of these",
    arguments: [
      "", "*", "null", "app.example", "//app.example", "://app.example", "https:app.example", "https:/app.example",
      "https://", "https:///", "https://app.example/", "https://app.example/path", "https://app.example?q",
      "https://app.example#f", "https://user@app.example", "https://user:secret@app.example", "https://app.example:",
      "https://app.example:0", "https://app.example:65536", "https://app.example:+1", "https://app.example:80:80",
      "https://::1", "https://[::1", "https://[::1]x", "https://[::1]:", "https://*.app.example", "https://app example",
      " https://app.example", "https://app.example ", "https://bücher.example", "1https://app.example",
      "ht tps://app.example", "https://https://app.example", "file://",
    ])
  func bad(text: String) {
    #expect(Origin(text) == nil)
  }
}
