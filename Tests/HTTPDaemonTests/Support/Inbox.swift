import Glibc

/// What one thread puts in, another takes out, waiting for it if it must.
@safe final class Inbox<Element: Sendable>: @unchecked Sendable {
  // Safe, Sendable: the elements are touched under the mutex alone; mutex and condition live as long as the object.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var elements: [Element] = []

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(arrival, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(arrival)
    unsafe pthread_mutex_destroy(mutex)
    unsafe arrival.deallocate()
    unsafe mutex.deallocate()
  }

  func put(_ element: Element) {
    unsafe pthread_mutex_lock(mutex)
    elements.append(element)
    unsafe pthread_cond_broadcast(arrival)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// What is there now.
  var contents: [Element] {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return elements
  }

  /// Waits until there are so many, and takes them; fewer after 30 seconds, so that a broken server fails its test.
  func take(_ count: Int) -> [Element] {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    var deadline = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += 30
    while elements.count < count {
      if unsafe pthread_cond_timedwait(arrival, mutex, &deadline) != 0 { break }
    }
    let taken = Array(elements.prefix(count))
    elements.removeFirst(taken.count)
    return taken
  }
}
