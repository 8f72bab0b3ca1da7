internal import SessionEngine

/// Why there is no backup.
///
/// Nothing is left of the attempt, and the data file is as it was.
public enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is something where the backup should be.
  case exists(String)
  /// The folder where it should be is not there.
  case noFolder(String)
  /// That folder may not be written.
  case notWritable(String)
  /// The disk, or the quota, is full.
  case full(String)
  /// The file could not be written; the code is one of `errno(3)`.
  case system(String, code: Int32)
  /// The copy could not be made; the code is SQLite's extended one.
  case database(code: Int32)
  /// The data, or the copy, is damaged.
  case damaged
  /// Another backup is being made.
  case busy
  /// It was told to stop before the end.
  case stopped
  /// There is no data file of that name, or nothing in it.
  case noData(String)
  /// The data file can't be used.
  case unusable(StoreOpenError)

  /// One line for whoever asked for it, with what would be right.
  public var description: String {
    switch self {
    case .exists(let path): "\(path) exists already; name another file, or move that one away first"
    case .noFolder(let path): "\(path): there is no such folder; make it first, or name a file elsewhere"
    case .notWritable(let path):
      "\(path) can't be written; let the user that runs the server write to its folder, or name a file elsewhere"
    case .full(let path): "\(path): the disk is full; make room, or name a file on another disk"
    case .system(let path, let code): "\(path) can't be written: the system says error \(code)"
    case .database(let code): "the copy can't be made: SQLite's error \(code)"
    case .damaged: "the data is damaged, a copy of it would be too; keep the backups from before"
    case .busy: "another backup is being made; try again when that is done"
    case .stopped: "the backup was stopped before its end"
    case .noData(let path): "\(path): there is no data in a file of this name; name the data file with --data"
    case .unusable(let error): "\(error)"
    }
  }

  init(_ error: SQLiteError, at path: String) {
    switch error.fault {
    case .full: self = .full(path)
    case .readOnly, .gone: self = .notWritable(path)
    case .damaged: self = .damaged
    case .inputOutput(let code): self = .database(code: code)
    }
  }
}
