import JSONText

/// What a running server can be asked by its control socket: a line of JSON.
enum ControlRequest: Hashable, Sendable {
  /// Copy the data into a new file at an absolute path.
  case backup(target: String)

  /// The request in a line; nil where it is none.
  init?(line: [UInt8]) {
    guard let value = try? JSONValue(parsing: line), let target = value["backup"]?.string, target.hasPrefix("/"),
      !target.utf8.contains(0)
    else { return nil }
    self = .backup(target: target)
  }

  var line: [UInt8] {
    var writer = JSONWriter()
    writer.object { members in
      switch self {
      case .backup(let target):
        members.name("backup")
        members.string(target)
      }
    }
    return writer.bytes
  }
}

/// What a server answers: a line of JSON.
enum ControlAnswer: Hashable, Sendable {
  /// The backup is there; the database pages it has.
  case done(pages: Int)
  /// It is not; why, on one line.
  case failed(String)

  /// The answer in a line; nil where it is none.
  init?(line: [UInt8]) {
    guard let value = try? JSONValue(parsing: line) else { return nil }
    if let reason = value["error"]?.string {
      self = .failed(reason)
    } else if let number = value["pages"]?.number, let pages = Int(exactly: number) {
      self = .done(pages: pages)
    } else {
      return nil
    }
  }

  var line: [UInt8] {
    var writer = JSONWriter()
    writer.object { members in
      switch self {
      case .done(let pages):
        members.name("pages")
        members.integer(Int64(pages))
      case .failed(let reason):
        members.name("error")
        members.string(reason)
      }
    }
    return writer.bytes
  }
}
