/// What this program is called and which one it is.
enum Version {
  static let number = "0.1.0"
  static let line = "taptop \(number)"
}
