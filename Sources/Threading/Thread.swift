internal import CLinux
internal import Glibc

/// A thread that runs one function, with all signals left to the other threads.
public struct Thread: Sendable {
  private let thread: pthread_t

  /// The system has no more threads; the code is one of `errno(3)`.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What `pthread_create` said.
    public let code: Int32

    /// One line for whoever started the process.
    public var description: String { "the system has no more threads (error \(code)); raise its limit" }
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - name: What it is called in lists of threads, up to 15 bytes.
  ///   - body: What it runs.
  /// - Throws: `Failure` where there can be no more threads.
  public init(name: String, running body: @escaping @Sendable () -> Void) throws(Failure) {
    final class Work: Sendable {
      let name: String
      let body: @Sendable () -> Void
      init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
      }
      func run() {
        _ = unsafe shim_name_this_thread(name)
        body()
      }
    }
    // The thread takes over the reference; if there comes to be none, it is given back below.
    let work = unsafe Unmanaged.passRetained(Work(name, body))
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw Failure(code: code)
    }
    self.thread = thread
  }

  /// Waits for its end.
  public func join() {
    pthread_join(thread, nil)
  }
}
