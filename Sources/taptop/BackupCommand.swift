import Glibc
import SQLiteSessionStore

/// What `taptop backup` copies, and where to.
struct BackupOrder: Hashable, Sendable {
  /// The new file, as it was named.
  let target: String
  /// The data file.
  let data: String
}

/// Copies the data, by the server that uses it or, where none does, itself.
///
/// - Returns: The exit status.
func runBackup(_ order: BackupOrder) -> Int32 {
  do throws(BackupFailure) {
    let pages = try order.carryOut()
    StandardOutput.print("taptop: \(order.target) is a backup of \(order.data), \(pages) pages")
    return ExitStatus.success
  } catch {
    StandardError.explain(error.line)
    return ExitStatus.failure
  }
}

/// Why there is no backup.
enum BackupFailure: Error, Hashable {
  /// The folder we are in has no path any more.
  case nowhere(String)
  case copy(BackupError)
  /// A server has the data file, but can't be asked.
  case inUse(String)
  /// The code is one of `errno(3)`.
  case unreachable(String, code: Int32)
  /// The server said why not.
  case refused(String)
  case serverGone
  case notUnderstood

  /// The reason on one line.
  var line: String {
    switch self {
    case .nowhere(let target): "\(target): the folder this runs in is gone; give the whole path"
    case .copy(let error): "\(error)"
    case .inUse(let data):
      "\(data) is in use by a server that can't be asked: it is starting or stopping, or its log says why; try again, or "
        + "stop it first"
    case .unreachable(let data, EACCES), .unreachable(let data, EPERM):
      "\(data) is in use by a server of another user; run this as that user"
    case .unreachable(let data, let code): "the server that uses \(data) can't be asked: the system says error \(code)"
    case .refused(let reason): reason
    case .serverGone: "the server ended before it said that the backup is done; if the file is there, it is whole"
    case .notUnderstood: "the server gave no answer that this version knows; use the version that runs"
    }
  }
}

extension BackupOrder {
  /// - Returns: The database pages of the backup.
  fileprivate func carryOut() throws(BackupFailure) -> Int {
    // The server's folder need not be ours.
    guard let path = absolutePath(target) else { throw .nowhere(target) }
    switch try askServer(for: path) {
    case .noServer: return try copy(to: path)
    case .answer(.done(let pages)): return pages
    case .answer(.failed(let reason)): throw .refused(reason)
    }
  }

  private enum Reply {
    case answer(ControlAnswer)
    /// Nobody listens beside the data file.
    case noServer
  }

  private func askServer(for path: String) throws(BackupFailure) -> Reply {
    guard let address = LocalAddress(ofServerUsing: data) else { return .noServer }
    let line: [UInt8]
    do throws(ControlConnection.Failure) {
      let server = try ControlConnection(to: address)
      try server.send(ControlRequest.backup(target: path).line)
      // It takes as long as there is data, and the end of the server ends it too.
      line = try server.receive()
    } catch {
      switch error {
      case .unreachable(code: ENOENT), .unreachable(code: ECONNREFUSED), .unreachable(code: ENOTDIR): return .noServer
      case .unreachable(let code): throw .unreachable(data, code: code)
      case .silent, .brokenOff, .stopped: throw .serverGone
      }
    }
    guard let answer = ControlAnswer(line: line) else { throw .notUnderstood }
    return .answer(answer)
  }

  /// Copies what no server uses.
  private func copy(to path: String) throws(BackupFailure) -> Int {
    // A signal then ends the copy between two steps, and nothing of it stays behind.
    AwaitedSignals.block()
    do throws(BackupError) {
      return try SQLiteSessionStore.backUp(
        file: data, to: path, while: { AwaitedSignals().wait(upTo: .zero) == nil }
      ).pages
    } catch {
      if case .unusable(let unusable) = error, unusable.refusal == .inUse { throw .inUse(data) }
      throw .copy(error)
    }
  }
}

/// A path that means the same in every folder; nil where a relative one means nothing.
func absolutePath(_ path: String) -> String? {
  if path.hasPrefix("/") { return path }
  // Safe: the buffer has the length that is named, and what comes back is in it, ended by a NUL.
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  guard unsafe getcwd(&buffer, buffer.count) != nil else { return nil }
  let folder = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return folder == "/" ? "/\(path)" : "\(folder)/\(path)"
}
