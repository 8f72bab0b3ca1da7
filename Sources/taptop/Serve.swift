/// The place of `taptop serve`.
func serve(_ options: ServeOptions) -> Int32 {
  StandardError.explain("serve is not there yet")
  return ExitStatus.failure
}
