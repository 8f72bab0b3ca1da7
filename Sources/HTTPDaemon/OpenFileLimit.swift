internal import Glibc

/// Lets this process have more open files and connections, as far as the system allows (getrlimit(2)).
///
/// Never lowers what there is.
///
/// - Parameter wanted: how many file descriptors may come to be open at once.
/// - Returns: how many may be open now: less than `wanted` where the hard limit forbids it.
public func raiseOpenFileLimit(to wanted: Int) -> Int {
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
  guard wanted > 0, limit.rlim_cur < rlim_t(wanted) else { return Int(clamping: limit.rlim_cur) }
  var raised = limit
  raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
  let code = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised)
  return Int(clamping: code == 0 ? raised.rlim_cur : limit.rlim_cur)
}
