import NavigationAPI

extension ServeOptions {
  /// Bytes of the file with the keys: some 13,000 of them, each of which every request is compared with.
  private static let longestKeysFile = 1 << 20

  /// Reads the file with the keys; nil where there is none.
  func readAPIKeys() throws(UsageError) -> APIKeys? {
    guard let apiKeys else { return nil }
    let option = "--api-keys"
    let content = try fileContent(apiKeys, of: option, atMost: Self.longestKeysFile)
    do throws(APIKeys.Fault) {
      return try APIKeys(String(decoding: content, as: UTF8.self))
    } catch {
      throw .unusableFile(option: option, path: apiKeys, reason: "\(error)")
    }
  }
}

extension APIKeys {
  /// Writes that these are the keys from now on.
  func note(_ message: String, in log: Log) {
    log.write(.info, message, ["keys": .number(count), "names": .number(nameCount)])
  }
}

/// Reads the keys again: those of a file that is whole take the place of the old ones, and a broken file changes nothing.
func readAPIKeysAgain(for service: Service, _ options: ServeOptions, _ log: Log) {
  do {
    guard let keys = try options.readAPIKeys() else {
      log.write(.info, "nothing to read again: SIGHUP is for the file of --api-keys, and there is none")
      return
    }
    service.use(keys)
    keys.note("keys read again", in: log)
  } catch {
    log.write(.error, "the keys stay as they were, the file can't be used", ["reason": "\(error.line)"])
  }
}
