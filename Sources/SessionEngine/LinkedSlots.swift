/// Elements in the order in which they were appended, each of which can be taken out from anywhere; it keeps its place
/// until then.
struct LinkedSlots<Element: Sendable>: Sendable {
  /// A place, linked to those of the elements that were appended just before and just after its own.
  private struct Slot: Sendable {
    var element: Element
    var older: Int?
    var newer: Int?
  }

  private var slots: [Slot?] = []
  private var vacant: [Int] = []
  /// The place of the element that was appended first.
  private(set) var oldest: Int?
  private var newest: Int?

  /// Bytes of a place, without what the element has elsewhere.
  static var bytesOfPlace: Int { MemoryLayout<Slot?>.stride }

  /// The places that there are, vacant ones among them.
  var places: Range<Int> { slots.indices }

  /// The element at a place that is not vacant.
  subscript(place: Int) -> Element? {
    get { slots[place]?.element }
    _modify {
      var element = slots[place]?.element
      yield &element
      if let element { slots[place]?.element = element }
    }
  }

  /// Puts an element behind all others, at the place that was vacated last, if there is one; gives its place.
  mutating func append(_ element: Element) -> Int {
    let slot = Slot(element: element, older: newest)
    let place = vacant.popLast() ?? slots.count
    if place == slots.count { slots.append(slot) } else { slots[place] = slot }
    if let newest { slots[newest]?.newer = place } else { oldest = place }
    newest = place
    return place
  }

  /// Takes the element at a place out.
  @discardableResult
  mutating func remove(at place: Int) -> Element? {
    guard let slot = slots[place] else { return nil }
    if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
    if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
    slots[place] = nil
    vacant.append(place)
    return slot.element
  }
}
