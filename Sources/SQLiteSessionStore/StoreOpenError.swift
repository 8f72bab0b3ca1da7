/// Why a data file can't be used.
///
/// It is as it was.
public struct StoreOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named.
  public let path: String
  /// What is wrong with it.
  public let refusal: Refusal

  /// What can be wrong with a data file.
  public enum Refusal: Hashable, Sendable {
    /// The folder it would be in is not there.
    case noFolder
    /// It is a folder.
    case isFolder
    /// It is a device, a pipe or a socket.
    case isNoFile
    /// The file or its folder may not be written.
    case notWritable
    /// The file may not be read.
    case notReadable
    /// Another process has it.
    case inUse
    /// It is no SQLite database.
    case notADatabase
    /// It is a database of another program.
    case notOurs
    /// A newer version of the server made it.
    case newer(found: Int64, known: Int64)
    /// Its content is damaged.
    case damaged
    /// The disk is full.
    case full
    /// Something else; the code is SQLite's extended one.
    case failed(code: Int32)
  }

  /// One line for whoever started the server, with what would be right.
  public var description: String {
    switch refusal {
    case .noFolder: "\(path): there is no such folder; make it first, or name another with --data"
    case .isFolder: "\(path) is a folder; name a file in it with --data"
    case .isNoFile: "\(path) is no regular file; name another with --data"
    case .notWritable:
      "\(path) can't be written; let this user write the file and its folder, or name another with --data"
    case .notReadable: "\(path) can't be read; let this user read it, or name another with --data"
    case .inUse: "\(path) is in use by another server; stop that one, or name another file with --data"
    case .notADatabase: "\(path) is not a database; name another file with --data"
    case .notOurs: "\(path) is a database of another program; name another file with --data"
    case .newer(let found, let known):
      "\(path) was made by a newer taptop (schema \(found), this one knows \(known)); run that one, or restore a backup"
    case .damaged: "\(path) is damaged; restore a backup, or try the sqlite3 command's .recover on a copy"
    case .full: "\(path): the disk is full"
    case .failed(let code): "\(path) can't be opened: SQLite's error \(code)"
    }
  }
}
