internal import Glibc

/// A mutex over `pthread_mutex_t`. (`Synchronization.Mutex` does the same, but under contention the thread sanitizer
/// reports races in it that are none.)
@safe final class Lock: @unchecked Sendable {
  // Safe: the memory lives exactly as long as the object, and only its methods see it.
  // Sendable: the pointer never changes, and what it points to is made for use by many threads.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    let code = unsafe pthread_mutex_init(mutex, nil)
    precondition(code == 0, "a default mutex can't fail to be made on Linux")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }
}
