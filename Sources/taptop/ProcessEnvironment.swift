import Glibc

/// The environment this process was started with; of a name that is there twice the first counts, as for `getenv`.
func processEnvironment() -> [String: String] {
  var variables: [String: String] = [:]
  // Safe: nothing in this process ever sets a variable, so the array and its strings stay as exec(3) left them.
  var entry = unsafe environ
  while let text = unsafe entry.pointee {
    let variable = unsafe String(cString: text)
    if let equals = variable.firstIndex(of: "=") {
      let name = String(variable[..<equals])
      if variables[name] == nil {
        variables[name] = String(variable[variable.index(after: equals)...])
      }
    }
    unsafe entry += 1
  }
  return variables
}

/// How many processors the system has at work, at least 1.
func processorCount() -> Int {
  max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
