/// What the program's exit status says to the shell, to systemd and to a container's runtime.
enum ExitStatus {
  static let success: Int32 = 0
  /// It was asked for something sensible and could not do it.
  static let failure: Int32 = 1
  /// It was called in a way that it can't make sense of.
  static let usage: Int32 = 2
}
