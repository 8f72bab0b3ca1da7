import NavigationAPI
import SessionEngine

/// Makes a key for a caller of this name and prints it, and below it the line that the file of `--api-keys` needs.
///
/// - Returns: The exit status.
func runKey(for name: Caller.Name) -> Int32 {
  var generator = SystemChance()
  let key = newKey(using: &generator)
  // Both lines or none: a key without its line is of no use, nor is a line without its key.
  return StandardOutput.print("\(key)\n\(APIKeys.line(for: name, key: key))") ? ExitStatus.success : ExitStatus.failure
}

/// A key that nobody can guess: 160 random bits in base 32, behind a word that tells people and secret scanners what it is.
func newKey(using generator: inout some RandomNumberGenerator) -> String {
  "taptop_" + randomBase32(characters: 32, using: &generator)
}
