import HTTPMessages
import Testing

@testable import HTTPDaemon

@Suite("What a head says of its body")
struct RequestFramingTests {
  @Test(
    "is read as libmicrohttpd reads it",
    arguments: [
      ([], RequestFraming.noBody),
      ([HTTPField("Content-Length", "0")], .noBody),
      ([HTTPField("content-length", "7")], .length(7)),
      ([HTTPField("Content-Length", "7"), HTTPField("Content-Length", "9")], .length(7)),
      ([HTTPField("Content-Length", "18446744073709551615")], .length(.max)),
      ([HTTPField("Content-Length", "7"), HTTPField("Transfer-Encoding", "chunked")], .unknown),
      ([HTTPField("Transfer-Encoding", "gzip")], .unknown),
    ] as [([HTTPField], RequestFraming)])
  func framing(lines: [HTTPField], framing: RequestFraming) {
    #expect(RequestFraming(HTTPFields(lines)) == framing)
  }
}
