import CSQLite
import Glibc
import Testing

@testable import SQLiteSessionStore

/// A folder that goes with the value's last copy, and the files in it, byte by byte.
@safe final class TemporaryFolder: Sendable {
  // Safe: a C string is made, changed in place and copied here; the pointers of directory streams stay in one function.
  let path: String

  init() {
    var template = Array("/tmp/taptop-store-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template) != nil
    precondition(made, "no temporary folder")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unsafe unlink(path + "/" + name) }
    unsafe rmdir(path)
  }

  /// The data file in it.
  var data: String { path + "/taptop.db" }

  /// The names of all that is in it, sorted.
  var names: [String] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// All that is in it.
  var contents: [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, read($0)) })
  }

  func read(_ name: String) -> [UInt8] {
    guard let file = unsafe fopen(path + "/" + name, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = unsafe fread(buffer.baseAddress, 1, buffer.count, file)
      }
      guard !chunk.isEmpty else { return bytes }
      bytes += chunk
    }
  }

  func write(_ bytes: [UInt8], to name: String) {
    guard let file = unsafe fopen(path + "/" + name, "w") else { preconditionFailure("can't write \(name)") }
    defer { unsafe fclose(file) }
    let count = unsafe fwrite(bytes, 1, bytes.count, file)
    precondition(count == bytes.count, "can't write \(name)")
  }

  func move(_ name: String, to newName: String) {
    let code = unsafe rename(path + "/" + name, path + "/" + newName)
    precondition(code == 0, "can't move \(name)")
  }

  /// Copies what is in it now, as a crash would leave it.
  func copy() -> TemporaryFolder {
    let copy = TemporaryFolder()
    for (name, bytes) in contents { copy.write(bytes, to: name) }
    return copy
  }

  /// Changes the data file by other hands than the store's.
  func execute(_ statements: String...) throws {
    let connection = try SQLiteConnection(path: data)
    for statement in statements { try connection.execute(statement) }
  }

  /// A number in the data file.
  func number(_ query: String) throws -> Int64 {
    try SQLiteConnection(path: data).number(query)
  }
}
