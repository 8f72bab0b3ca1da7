internal import CMicrohttpd
internal import HTTPMessages

/// An answer as libmicrohttpd wants it; owns the C object, of which a connection takes its own reference.
@safe struct PreparedResponse: ~Copyable {
  // Safe: the handle is made in `init`, freed in `deinit`, and not copied in between.
  private let response: OpaquePointer
  private let status: UInt32

  /// Bytes that are sent at once of a body that comes in pieces, where that is not chunked.
  private static let pieceBytes = 4096

  /// Copies an answer; nil without memory.
  ///
  /// - Parameters:
  ///   - answer: what to send.
  ///   - closing: whether the connection ends with it.
  ///   - refused: told the fields that libmicrohttpd does not take: empty values, line breaks, `Content-Length`.
  init?(_ answer: HTTPResponse, closing: Bool, refused: (HTTPField) -> Void) {
    let made = unsafe answer.isHeadOfStream ? Self.headOfStream() : Self.response(of: answer.body)
    guard let made = unsafe made else { return nil }
    unsafe self.init(made, answer, closing: closing || answer.closesConnection, refused: refused)
  }

  private static func headOfStream() -> OpaquePointer? {
    let made = unsafe MHD_create_response_from_callback(
      UInt64.max, pieceBytes, { _, _, _, _ in shim_stream_end }, nil, nil)
    // Chunked, libmicrohttpd 0.9.75 would send the last chunk even to HEAD, where the next answer is awaited.
    if let made = unsafe made { unsafe shim_set_unchunked(made) }
    return unsafe made
  }

  private static func response(of body: [UInt8]) -> OpaquePointer? {
    unsafe body.withUnsafeBytes { bytes in
      // The copy is made before the call returns, so that the cast away of const is never acted on.
      unsafe MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
  }

  /// Takes the head of an answer whose body comes in pieces, and which ends its connection; nil without memory.
  ///
  /// - Parameters:
  ///   - answer: its status and fields.
  ///   - stream: has the pieces; kept until libmicrohttpd is through with the answer.
  ///   - refused: told the fields that libmicrohttpd does not take.
  init?(_ answer: HTTPResponse, stream: OpenStream, refused: (HTTPField) -> Void) {
    let context = unsafe Unmanaged.passRetained(stream)
    let made = unsafe MHD_create_response_from_callback(
      UInt64.max, Self.pieceBytes,
      { context, _, buffer, room in
        guard let context = unsafe context, let buffer = unsafe buffer else { return shim_stream_broken }
        let stream = unsafe Unmanaged<OpenStream>.fromOpaque(context).takeUnretainedValue()
        return unsafe stream.fill(UnsafeMutableRawBufferPointer(start: buffer, count: room))
      }, context.toOpaque(),
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<OpenStream>.fromOpaque(context).release()
      })
    guard let made = unsafe made else {
      unsafe context.release()
      return nil
    }
    unsafe self.init(made, answer, closing: true, refused: refused)
  }

  private init(_ made: OpaquePointer, _ answer: HTTPResponse, closing: Bool, refused: (HTTPField) -> Void) {
    unsafe response = made
    status = UInt32(clamping: answer.status)
    for field in answer.fields.lines where unsafe MHD_add_response_header(made, field.name, field.value) != .YES {
      refused(field)
    }
    if closing {
      unsafe MHD_add_response_header(made, "Connection", "close")
    }
  }

  deinit {
    unsafe MHD_destroy_response(response)
  }

  /// Hands the answer to a connection; false if it can't take one now.
  func queue(on connection: OpaquePointer) -> Bool {
    unsafe MHD_queue_response(connection, status, response) == .YES
  }
}
