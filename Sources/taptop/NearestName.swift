/// The name that someone who wrote `text` most likely meant: the one that takes the fewest typing errors to become it;
/// nil where that is more than a third of it.
func nearestName(to text: String, among names: [String]) -> String? {
  // A longer text is no slip of the fingers, and not worth comparing letter by letter.
  guard text.utf8.count <= 64 else { return nil }
  let ranked = names.map { (name: $0, distance: editDistance(text, $0)) }
  guard let nearest = ranked.min(by: { $0.distance < $1.distance }),
    nearest.distance <= max(1, nearest.name.count / 3)
  else {
    return nil
  }
  return nearest.name
}

/// How many characters must be put in, taken out, changed or swapped with their neighbour to make one text the other
/// (optimal string alignment).
private func editDistance(_ first: String, _ second: String) -> Int {
  let first = Array(first)
  let second = Array(second)
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in 1..<(first.count + 1) {
    var current = [row]
    for column in 1..<(second.count + 1) {
      let isSame = first[row - 1] == second[column - 1]
      var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
      if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
        best = min(best, beforeLast[column - 2] + 1)
      }
      current.append(best)
    }
    beforeLast = last
    last = current
  }
  return last[second.count]
}
