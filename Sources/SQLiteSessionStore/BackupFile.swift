internal import Glibc

/// A file that becomes a backup: written under a name of its own, and given the wanted one when it is whole and on disk.
///
/// Nothing is left of one that does not get so far.
struct BackupFile: ~Copyable {
  /// Where it is while it is written.
  let path: String
  private let target: String
  private let descriptor: Int32

  /// Who may use a backup: its owner, since it holds what all clients did.
  private static let permissions: mode_t = 0o600

  init(target: String) throws(BackupError) {
    var status = stat()
    guard unsafe lstat(target, &status) != 0 else { throw .exists(target) }
    // Chosen by chance, so that two backups to one target meet at its end only.
    let path = "\(target).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).part"
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, Self.permissions)
    guard descriptor >= 0 else { throw Self.error(errno, target) }
    self.path = path
    self.target = target
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    for suffix in ["", "-wal", "-journal"] { unsafe unlink(path + suffix) }
  }

  /// Waits until what was written is on the disk.
  func sync() throws(BackupError) {
    guard fdatasync(descriptor) == 0 else { throw Self.error(errno, target) }
  }

  /// Makes a whole copy an ordinary database that a server can start with, and gives it its name.
  consuming func complete() throws(BackupError) {
    try settle()
    guard fsync(descriptor) == 0 else { throw Self.error(errno, target) }
    try takeName()
    unsafe unlink(path)
    do throws(BackupError) {
      try syncFolder()
    } catch {
      unsafe unlink(target)
      throw error
    }
  }

  /// Takes the write-ahead log's mark off the copy, so that it is one file, and looks whether it is sound.
  private borrowing func settle() throws(BackupError) {
    let isSound: Bool
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path: path, creating: false)
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      try connection.execute("PRAGMA journal_mode = DELETE")
      try Epoch.markBackup(connection)
      let isSmall = DataFile(path: path).size <= OpenedFile.examinedWhole
      isSound = isSmall ? try connection.text("PRAGMA quick_check(1)") == "ok" : true
    } catch {
      throw BackupError(error, at: target)
    }
    guard isSound else { throw .damaged }
  }

  /// A link, other than a new name, never takes the place of a file that has come there meanwhile.
  private borrowing func takeName() throws(BackupError) {
    if unsafe link(path, target) == 0 { return }
    switch errno {
    case EPERM, EOPNOTSUPP, EMLINK, ENOSYS:
      // A file system without links.
      var status = stat()
      guard unsafe lstat(target, &status) != 0 else { throw .exists(target) }
      guard unsafe rename(path, target) == 0 else { throw Self.error(errno, target) }
    case let code: throw Self.error(code, target)
    }
  }

  private borrowing func syncFolder() throws(BackupError) {
    let folder = unsafe open(DataFile(path: target).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.error(errno, target) }
    defer { close(folder) }
    // Some file systems can't sync a folder and need not.
    guard fsync(folder) == 0 || errno == EINVAL else { throw Self.error(errno, target) }
  }

  private static func error(_ code: Int32, _ target: String) -> BackupError {
    switch code {
    case EEXIST: .exists(target)
    case ENOENT, ENOTDIR: .noFolder(target)
    case EACCES, EPERM, EROFS: .notWritable(target)
    case ENOSPC, EDQUOT, EFBIG: .full(target)
    default: .system(target, code: code)
    }
  }
}
