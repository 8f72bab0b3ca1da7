/// Elements in the order in which they were appended, each of which can be taken out from anywhere; it keeps its place
/// until then.
struct LinkedSlots<Element: Sendable>: Sendable {
  /// The places of the elements that were appended just before and just after one.
  private struct Links: Sendable {
    var older: Int?
    var newer: Int?
  }

  /// The elements at their places, nil at those that are vacant; to be changed, and neither put in nor taken out.
  var elements: [Element?] = []
  private var links: [Links] = []
  private var vacant: [Int] = []
  /// The place of the element that was appended first.
  private(set) var oldest: Int?
  private var newest: Int?

  /// Bytes of a place, without what the element has elsewhere.
  static var bytesOfPlace: Int { MemoryLayout<Element?>.stride + MemoryLayout<Links>.stride }

  /// Puts an element behind all others, at the place that was vacated last, if there is one; gives its place.
  mutating func append(_ element: consuming Element) -> Int {
    let place = vacant.popLast() ?? elements.count
    if place == elements.count {
      elements.append(element)
      links.append(Links(older: newest))
    } else {
      elements[place] = element
      links[place] = Links(older: newest)
    }
    if let newest { links[newest].newer = place } else { oldest = place }
    newest = place
    return place
  }

  /// Takes the element at a place out.
  @discardableResult
  mutating func remove(at place: Int) -> Element? {
    guard let element = elements[place].take() else { return nil }
    let (older, newer) = (links[place].older, links[place].newer)
    if let older { links[older].newer = newer } else { oldest = newer }
    if let newer { links[newer].older = older } else { newest = older }
    vacant.append(place)
    return element
  }
}
