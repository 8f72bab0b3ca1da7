internal import CMicrohttpd
internal import HTTPMessages

/// The header lines of a request, as libmicrohttpd hands them over one by one.
struct HeaderLines {
  private var fields: [HTTPField] = []
  /// The address behind the text of the last value.
  private var end: UInt = 0

  /// All of them in their order, copied.
  ///
  /// - Parameters:
  ///   - connection: has read a whole head.
  ///   - headStart: the address at which that head begins.
  /// - Returns: names and values; what libmicrohttpd hides shows as a NUL at the end of a value.
  static func of(_ connection: OpaquePointer, headStart: UInt) -> [HTTPField] {
    var lines = HeaderLines()
    unsafe withUnsafeMutablePointer(to: &lines) { lines in
      _ = unsafe MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { lines, _, name, nameSize, value, valueSize in
          unsafe lines?.assumingMemoryBound(to: HeaderLines.self).pointee.append(
            UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameSize),
            UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
          return .YES
        }, lines)
    }
    // The empty line at the end is one more line break.
    lines.markHidden(before: headStart + UInt(unsafe shim_head_size(connection)), lineBreaks: 2)
    return lines.fields
  }

  private mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    markHidden(before: UInt(bitPattern: name.baseAddress), lineBreaks: 1)
    // A name is kept whole: white space before the colon is to be seen, and refused (RFC 9112, section 5.1).
    unsafe fields.append(HTTPField(String(decoding: name, as: UTF8.self), text(value)))
    end = UInt(bitPattern: value.baseAddress) + UInt(value.count)
  }

  /// Gives the last value a NUL, to be refused for, where more than line breaks lies between it and what comes next.
  ///
  /// libmicrohttpd cuts a value at a NUL, and makes a muddle of folded lines; neither is to go unnoticed.
  private mutating func markHidden(before next: UInt, lineBreaks: UInt) {
    guard let last = fields.last else { return }
    // A line break is CR LF or LF alone; both have become as many NULs.
    let gap = next &- end
    if gap < lineBreaks || gap > 2 * lineBreaks {
      fields[fields.count - 1] = HTTPField(last.name, last.value + "\0")
    }
  }

  /// A value's bytes as text, without white space at the end; what is no UTF-8 shows as U+FFFD.
  private func text(_ bytes: UnsafeRawBufferPointer) -> String {
    var bytes = unsafe bytes[...]
    while let last = unsafe bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
      unsafe bytes.removeLast()
    }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}
