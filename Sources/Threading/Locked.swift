internal import Glibc

/// A value that one thread at a time can use.
///
/// A mutex over `pthread_mutex_t`: `Synchronization.Mutex` does the same, but under contention the thread sanitizer reports
/// races in it that are none.
@safe public final class Locked<Value>: @unchecked Sendable {
  // Safe: the memory lives exactly as long as the object, and only `withLock` sees it.
  // Sendable: the pointer never changes, what it points to is made for use by many threads, and the value is only ever
  // touched by the thread that holds the lock.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Puts a value behind a lock.
  public init(_ value: sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    let code = unsafe pthread_mutex_init(mutex, nil)
    precondition(code == 0, "a default mutex can't fail to be made on Linux")
    self.value = value
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Uses the value; nothing that can wait may be done here.
  ///
  /// - Parameter body: What to do with it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
