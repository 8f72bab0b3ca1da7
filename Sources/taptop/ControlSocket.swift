import Glibc
import SQLiteSessionStore
import Threading

/// The place beside the data file where this user's other processes ask a running server, one after the other, on a thread
/// of its own.
final class ControlSocket: Sendable {
  /// How long a client that says nothing keeps others waiting.
  private static let patience = Duration.seconds(5)
  /// Milliseconds before a client that could not be taken is tried again.
  private static let pauseAfterFailure: Int32 = 100
  /// Clients that wait for their turn.
  private static let longestQueue: Int32 = 16

  /// Why there is no such place.
  enum Failure: Error, Hashable, CustomStringConvertible {
    case pathTooLong
    /// There is something else than a socket.
    case occupied(String)
    /// A call that failed, and its `errno(3)`.
    case system(call: String, code: Int32)
    case noThread(Thread.Failure)

    var description: String {
      switch self {
      case .pathTooLong:
        "the data file's path is too long for a socket beside it: at most \(LocalAddress.longestPath) bytes with -control"
      case .occupied(let path): "\(path) is no socket; move it away"
      case .system(let call, let code): "\(call): the system says error \(code)"
      case .noThread(let failure): "\(failure)"
      }
    }
  }

  private let address: LocalAddress
  /// Clients come in here.
  private let listener: Descriptor
  /// A pipe: the thread watches one end, and ends when the other is closed.
  private let stopWatch: Descriptor
  private let stopper: Locked<Descriptor?>
  private let thread: Thread

  /// Listens beside a data file, for a server that has it for itself: a socket that is there was left by one that is gone.
  init(beside data: String, store: SQLiteSessionStore, log: Log) throws(Failure) {
    guard let address = LocalAddress(ofServerUsing: data) else { throw .pathTooLong }
    try Self.removeSocket(at: address)
    let listener = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    guard listener.number >= 0 else { throw .system(call: "socket", code: errno) }
    let code = address.bind(listener.number)
    guard code == 0 else { throw .system(call: "bind", code: code) }
    var ends: [Int32] = [-1, -1]
    // Nobody can connect before it listens, so nobody else than this user ever can. Safe: an array of two.
    guard unsafe chmod(address.path, 0o600) == 0, listen(listener.number, Self.longestQueue) == 0,
      unsafe pipe(&ends) == 0
    else {
      let code = errno
      unsafe unlink(address.path)
      throw .system(call: "listen", code: code)
    }
    let watch = Descriptor(ends[0])
    let stopper = Descriptor(ends[1])
    do throws(Thread.Failure) {
      thread = try Thread(name: "control") {
        while ControlConnection.wait(for: listener.number, unless: watch.number) == (descriptor: true, stop: false) {
          let client = accept(listener.number, nil, nil)
          if client >= 0 {
            Self.serve(ControlConnection(accepted: client), unless: watch.number, store, log)
          } else {
            // It still waits where there is no descriptor left for it: then to try again at once would take a core.
            _ = ControlConnection.wait(for: -1, unless: watch.number, Self.pauseAfterFailure)
          }
        }
      }
    } catch {
      unsafe unlink(address.path)
      throw .noThread(error)
    }
    self.address = address
    self.listener = listener
    stopWatch = watch
    self.stopper = Locked(stopper)
  }

  /// Ends what is being done for a client, and takes no more; before the store closes.
  func stop() {
    stopper.withLock { $0 = nil }
    thread.join()
    unsafe unlink(address.path)
  }

  private static func removeSocket(at address: LocalAddress) throws(Failure) {
    var status = stat()
    guard unsafe lstat(address.path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(address.path) }
    unsafe unlink(address.path)
  }

  /// Does what one client asks.
  private static func serve(
    _ client: borrowing ControlConnection, unless stop: Int32, _ store: SQLiteSessionStore, _ log: Log
  ) {
    do throws(ControlConnection.Failure) {
      let line = try client.receive(within: patience, unless: stop)
      switch ControlRequest(line: line) {
      case nil: try client.send(ControlAnswer.failed("the server knows no such request; is it of this version?").line)
      case .backup(let target): try client.send(backUp(to: target, for: client, unless: stop, store, log).line)
      }
    } catch {
      log.write(.warning, "a client of the control socket was lost", ["reason": "\(error)"])
    }
  }

  private static func backUp(
    to target: String, for client: borrowing ControlConnection, unless stop: Int32, _ store: SQLiteSessionStore,
    _ log: Log
  ) -> ControlAnswer {
    log.write(.info, "backup begins", ["target": "\(target)"])
    let start = ContinuousClock.now
    do throws(BackupError) {
      let backup = try store.backUp(to: target, while: { client.isOpen(unless: stop) })
      let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      log.write(
        .info, "backup is done",
        ["target": "\(target)", "pages": .number(backup.pages), "milliseconds": .number(milliseconds)])
      return .done(pages: backup.pages)
    } catch {
      let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      log.write(
        error == .stopped ? .warning : .error, "backup failed",
        ["target": "\(target)", "reason": "\(error)", "milliseconds": .number(milliseconds)])
      return .failed("\(error)")
    }
  }
}

/// The one owner of a file descriptor.
final class Descriptor: Sendable {
  /// Negative where the call that should have made it failed.
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    if number >= 0 { close(number) }
  }
}
