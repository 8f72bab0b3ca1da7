internal import CLinux
internal import CMicrohttpd
internal import Glibc

/// An eventfd: any thread rings, the one that polls its descriptor wakes.
struct WakeUp: ~Copyable, Sendable {
  let descriptor: Int32

  init() throws(HTTPDaemonError) {
    descriptor = shim_eventfd()
    guard descriptor >= 0 else { throw .cannotStartLoop(call: "eventfd", code: errno) }
  }

  deinit {
    close(descriptor)
  }

  func ring() {
    var one: UInt64 = 1
    // Can only fail with a counter that is full, and then it rings already.
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  func silence() {
    var count: UInt64 = 0
    // Can only fail with a counter that is 0, and then it is silent already.
    _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
