import SessionEngine

extension StorageFault {
  /// What is wrong and what to do about it, for whoever reads the log at night; once it is done, all goes on by itself.
  var advice: String {
    switch self {
    case .full: "the disk is full; free some space"
    case .readOnly: "the data file can't be written; let this user write it and its folder"
    case .gone:
      "the data file, or the one named -wal beside it, is not where it was; put both back, or restart with what is there"
    case .damaged: "the data file is damaged; stop the server, keep a copy, and restore a backup"
    case .inputOutput(let code):
      "reading or writing the data file failed with SQLite's error \(code); see what the kernel says of the disk"
    }
  }
}
