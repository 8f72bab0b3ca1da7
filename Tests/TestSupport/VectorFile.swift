import Glibc

/// A file of `Tests/Vectors`: one JSON value a line.
public struct VectorFile: Sendable {
  /// The lines that are not empty, without their line feeds.
  public let lines: [[UInt8]]

  /// Reads a file; stops the test run where there is none.
  public init(_ name: String) {
    let path = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Vectors/" + name
    lines = fileContents(path).split(separator: UInt8(ascii: "\n")).map(Array.init)
    precondition(!lines.isEmpty, "an empty vector file tests nothing: \(path)")
  }
}

private func fileContents(_ path: String) -> [UInt8] {
  // Safe: the stream is opened and closed here, and each read fills at most the buffer that it is given.
  guard let file = unsafe fopen(path, "r") else { preconditionFailure("can't read \(path)") }
  defer { unsafe fclose(file) }
  var contents: [UInt8] = []
  while true {
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = unsafe fread(buffer.baseAddress, 1, buffer.count, file)
    }
    guard !chunk.isEmpty else { return contents }
    contents += chunk
  }
}
