internal import CSQLite
internal import Glibc

/// The file on disk, as the operating system knows it.
struct DataFile: Sendable {
  let path: String
  /// Where its write-ahead log is: SQLite keeps it beside what a symbolic link leads to, not beside the link.
  private let log: String

  /// The file of a name; `target` is what SQLite took the name for, once it has opened it.
  init(path: String, leadingTo target: String? = nil) {
    self.path = path
    log = (target ?? path) + "-wal"
  }

  /// SQLite goes on writing to a file that nobody can find any more; so it is looked for before each commit.
  struct Identity: Hashable, Sendable {
    let device: UInt
    let inode: UInt
  }

  /// What is now at the path, and at that of its write-ahead log; nil for each where there is nothing.
  var identities: [Identity?] {
    [path, log].map { path in
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }
  }

  /// Whether there is a write-ahead log, be it empty.
  var hasLog: Bool {
    var status = stat()
    return unsafe stat(log, &status) == 0
  }

  /// Whether a server that used the file did not close it: its write-ahead log is still there.
  var wasLeftOpen: Bool {
    var status = stat()
    return unsafe stat(log, &status) == 0 && status.st_size > 0
  }

  /// The file's size in bytes; 0 where there is none.
  var size: Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// How much can still be written on its disk, in bytes; nil where the system does not know.
  var freeBytes: Int64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    let (bytes, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isMore ? .max : Int64(clamping: bytes)
  }

  /// What forbids opening what is at the path; nil for a file, and where there is nothing yet.
  var refusal: StoreOpenError.Refusal? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    // SQLite takes a file of one byte for an empty one (os_unix.c, `unixFileSize`), and would write over it.
    case S_IFREG: return status.st_size == 1 ? .notADatabase : nil
    case S_IFDIR: return .isFolder
    default: return .isNoFile
    }
  }

  /// What is wrong where SQLite could not open the file, as far as the operating system tells.
  func refusal(of error: SQLiteError) -> StoreOpenError.Refusal {
    switch error.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: return .inUse
    case SQLITE_NOTADB: return .notADatabase
    // A statement that can't be prepared: the tables are not those that the version says.
    case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_ERROR: return .damaged
    case SQLITE_READONLY, SQLITE_PERM: return .notWritable
    case SQLITE_FULL: return .full
    default: break
    }
    var status = stat()
    if unsafe stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR { return .noFolder }
    if unsafe stat(path, &status) == 0 {
      if unsafe access(path, R_OK) != 0 { return .notReadable }
      if unsafe access(path, W_OK) != 0 { return .notWritable }
    }
    return unsafe access(folder, W_OK | X_OK) != 0 ? .notWritable : .failed(code: error.code)
  }

  /// The folder it is in.
  var folder: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
