internal import Glibc

/// What any thread can leave and one thread waits for, in the order in which it was left.
@safe public final class Inbox<Message: Sendable>: @unchecked Sendable {
  // Safe: the memory lives exactly as long as the object, and only its methods see it.
  // Sendable: the pointers never change, what they point to is made for use by many threads, and the messages are only
  // ever touched by the thread that holds the mutex.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>
  private var messages: [Message] = []

  /// An inbox with nothing in it.
  public init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe arrival = .allocate(capacity: 1)
    let code = unsafe pthread_mutex_init(mutex, nil) + pthread_cond_init(arrival, nil)
    precondition(code == 0, "a default mutex and condition can't fail to be made on Linux")
  }

  deinit {
    unsafe pthread_cond_destroy(arrival)
    unsafe pthread_mutex_destroy(mutex)
    unsafe arrival.deallocate()
    unsafe mutex.deallocate()
  }

  /// Leaves a message.
  public func leave(_ message: Message) {
    unsafe pthread_mutex_lock(mutex)
    messages.append(message)
    unsafe pthread_cond_signal(arrival)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits until there is something, and takes all there is.
  public func collect() -> [Message] {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while messages.isEmpty { unsafe pthread_cond_wait(arrival, mutex) }
    defer { messages = [] }
    return messages
  }
}
