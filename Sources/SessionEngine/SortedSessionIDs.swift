/// Names of sessions in byte order, any number of them: short sorted arrays in a row, so that one name more or less moves few
/// others.
struct SortedSessionIDs: Sendable {
  /// The most names in a chunk; one that gets longer becomes two, and two that get short become one.
  static let chunk = 512

  /// None is empty, and each ends before the next begins.
  private(set) var chunks: [[SessionID]] = []

  /// Puts a name in that is not there.
  mutating func insert(_ id: SessionID) {
    guard !chunks.isEmpty else {
      chunks = [[id]]
      return
    }
    let index = chunkIndex(of: .behind(id))
    let place = chunks[index].firstIndex(behind: .behind(id))
    assert(place == 0 || chunks[index][place - 1] != id, "the name is there already")
    chunks[index].insert(id, at: place)
    if chunks[index].count > Self.chunk {
      let tail = Array(chunks[index][(Self.chunk / 2)...])
      chunks[index].removeSubrange((Self.chunk / 2)...)
      chunks.insert(tail, at: index + 1)
    }
  }

  /// Takes a name out; nothing happens where it is not there.
  mutating func remove(_ id: SessionID) {
    guard !chunks.isEmpty else { return }
    let index = chunkIndex(of: .behind(id))
    let place = chunks[index].firstIndex(behind: .behind(id)) - 1
    guard place >= 0, chunks[index][place] == id else { return }
    chunks[index].remove(at: place)
    if chunks[index].isEmpty {
      chunks.remove(at: index)
    } else {
      join(from: max(0, index - 1))
      join(from: index)
    }
  }

  /// Makes a chunk and its next one where both are short.
  private mutating func join(from index: Int) {
    guard index + 1 < chunks.count, chunks[index].count + chunks[index + 1].count <= Self.chunk / 2 else { return }
    chunks[index] += chunks.remove(at: index + 1)
  }

  /// Some names behind a place, in order, from the first one there; none only where there is none.
  func run(behind place: SessionPlace) -> ArraySlice<SessionID> {
    guard !chunks.isEmpty else { return [] }
    let index = chunkIndex(of: place)
    let rest = chunks[index][chunks[index].firstIndex(behind: place)...]
    if !rest.isEmpty { return rest }
    return index + 1 < chunks.count ? chunks[index + 1][...] : []
  }

  /// The last chunk that begins before a place; the first where none does.
  private func chunkIndex(of place: SessionPlace) -> Int {
    max(0, countInFront(chunks.count) { SessionPlace.behind(chunks[$0][0]) <= place } - 1)
  }
}

extension [SessionID] {
  /// Where the names behind a place begin.
  fileprivate func firstIndex(behind place: SessionPlace) -> Int {
    countInFront(count) { SessionPlace.behind(self[$0]) <= place }
  }
}

/// How many of so many stand in front of something, where those that do come first.
private func countInFront(_ count: Int, isInFront: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = low + (high - low) / 2
    if isInFront(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
