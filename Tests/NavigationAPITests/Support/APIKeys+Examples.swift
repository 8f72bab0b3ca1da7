import NavigationAPI

extension APIKeys {
  /// `phones` has the keys `old` and `new`, `walls` has `wall`: digests as sha256sum(1) has them.
  static var examples: APIKeys {
    let text = """
      # The phones change their key.
      phones sha256:cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4
      phones\tsha256:11507A0E2F5E69D5DFA40A62A1BD7B6EE57E6BCD85C67C9B8431B36FFF21C437  # since May

        walls sha256:4d8aaa64f68587b18e27604cd3d3b67aaa66342ef33df2ae755b5524e84cb3d5\r

      """
    guard let keys = try? APIKeys(text) else { preconditionFailure("these are keys") }
    return keys
  }
}
