/// Why a request can't be trusted to be what it seems; its connection ends with the answer.
public enum HTTPRequestFault: Error, Hashable, Sendable {
  /// The method is not a token.
  case malformedMethod
  /// The target is not one.
  case malformedTarget(RequestTarget.Fault)
  /// A field's name is not a token: a folded line, white space before the colon, or worse.
  case malformedFieldName
  /// A field's value has a control character that could end a line.
  case malformedFieldValue(String)
  /// A field that may stand once stands more often.
  case repeatedField(String)
  /// `Content-Length` is not a whole number.
  case malformedContentLength
  /// Both `Content-Length` and `Transfer-Encoding` say where the body ends.
  case ambiguousLength
  /// HTTP/1.0 knows no `Transfer-Encoding`.
  case transferEncodingInHTTP10
  /// HTTP/1.1 wants a `Host`.
  case missingHost
  /// `Host` names no host.
  case malformedHost
  /// A transfer coding other than `chunked`.
  case unknownTransferCoding
  /// An expectation other than `100-continue`.
  case unknownExpectation
}

extension HTTPRequestHead {
  /// Looks for all that RFC 9112 wants refused, and takes the target apart.
  ///
  /// - Returns: The target, and the host that is asked: the target's own where it names one, else `Host`; nil in HTTP/1.0
  ///   without one.
  /// - Throws: `HTTPRequestFault`, the first that is found.
  public func validated() throws(HTTPRequestFault) -> (target: RequestTarget, host: Authority?) {
    guard method.isToken else { throw .malformedMethod }
    try validateFieldLines()
    try validateFraming()
    let host = try validatedHost()
    let target: RequestTarget
    do { target = try RequestTarget(self.target) } catch { throw .malformedTarget(error) }
    if target.form == .asterisk, method != "OPTIONS" { throw .malformedTarget(.unknownForm) }
    let expectations = fields.values(of: "Expect")
    guard expectations.allSatisfy({ $0.equalsIgnoringCase("100-continue") }) else { throw .unknownExpectation }
    if case .absolute(let authority) = target.form { return (target, authority) }
    return (target, host)
  }

  private func validateFieldLines() throws(HTTPRequestFault) {
    for line in fields.lines {
      guard line.name.isToken else { throw .malformedFieldName }
      guard line.value.utf8.allSatisfy({ $0 != 0x00 && $0 != 0x0A && $0 != 0x0D }) else {
        throw .malformedFieldValue(line.name)
      }
    }
  }

  /// Whether it is clear where the body ends (section 6).
  private func validateFraming() throws(HTTPRequestFault) {
    let lengths = fields.values(of: "Content-Length")
    let codings = fields.values(of: "Transfer-Encoding")
    guard lengths.count < 2 else { throw .repeatedField("Content-Length") }
    if !lengths.isEmpty {
      guard codings.isEmpty else { throw .ambiguousLength }
      guard contentLength != nil else { throw .malformedContentLength }
    }
    if !codings.isEmpty {
      guard version == .http11 else { throw .transferEncodingInHTTP10 }
      guard codings.count == 1, codings[0].equalsIgnoringCase("chunked") else { throw .unknownTransferCoding }
    }
  }

  private func validatedHost() throws(HTTPRequestFault) -> Authority? {
    let hosts = fields.values(of: "Host")
    guard hosts.count < 2 else { throw .repeatedField("Host") }
    guard let host = hosts.first else {
      if version == .http11 { throw .missingHost }
      return nil
    }
    guard let authority = Authority(host) else { throw .malformedHost }
    return authority
  }

  /// The length that `Content-Length` announces, in bytes; nil where it announces none or no number.
  public var contentLength: UInt64? {
    guard let text = fields["Content-Length"], text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt64(text)
  }
}

extension String {
  /// Whether this is a token (RFC 9110, section 5.6.2).
  package var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default:
          "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
