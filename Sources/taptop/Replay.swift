/// The place of `taptop replay`.
func runReplay(file: String?, final: Bool) -> Int32 {
  StandardError.explain("replay is not there yet")
  return ExitStatus.failure
}
