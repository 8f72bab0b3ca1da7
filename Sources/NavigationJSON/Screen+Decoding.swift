import NavigationCore

extension Screen {
  /// A screen: an object, or its id alone.
  init(_ json: Located) throws(DecodingError) {
    if json.string != nil {
      self.init(id: try json.id())
      return
    }
    let object = try ObjectReader(json, .screen)
    var id: ID?
    var supportsScrollToTop: Bool?
    var target: ListItem?
    var position: Position?
    var returnPosition: ReturnPosition?
    for (name, member) in object.members {
      switch name {
      case "id": id = try member.id()
      case "supportsScrollToTop": supportsScrollToTop = try member.bool()
      case "target": target = try ListItem(member)
      case "position": position = try Position(member)
      case "returnPosition": returnPosition = try ReturnPosition(member)
      default: throw object.unknown(name)
      }
    }
    self.init(
      id: try object.require(id, "id", Expected.id), supportsScrollToTop: supportsScrollToTop ?? true, target: target,
      position: position, returnPosition: returnPosition)
  }
}

extension ListItem {
  init(_ json: Located) throws(DecodingError) {
    let object = try ObjectReader(json, .target)
    var section: Int32?
    var row: Int32?
    for (name, member) in object.members {
      switch name {
      case "section": section = try member.targetIndex()
      case "row": row = try member.targetIndex()
      default: throw object.unknown(name)
      }
    }
    self.init(
      section: try object.require(section, "section", Expected.targetIndex),
      row: try object.require(row, "row", Expected.targetIndex))
  }
}

extension Position {
  init(_ json: Located) throws(DecodingError) {
    let object = try ObjectReader(json, .position)
    var offset: Offset?
    var anchor: Anchor?
    for (name, member) in object.members {
      switch name {
      case "offset": offset = try member.offset()
      case "anchor": anchor = try member.anchor()
      default: throw object.unknown(name)
      }
    }
    self.init(offset: try object.require(offset, "offset", Expected.offset), anchor: anchor)
  }
}

extension ReturnPosition {
  init(_ json: Located) throws(DecodingError) {
    let object = try ObjectReader(json, .returnPosition)
    var offset: Offset?
    var anchor: Anchor?
    var savedAt: Instant?
    for (name, member) in object.members {
      switch name {
      case "offset": offset = try member.offset()
      case "anchor": anchor = try member.anchor()
      case "savedAtMs": savedAt = try member.instant()
      default: throw object.unknown(name)
      }
    }
    let position = Position(offset: try object.require(offset, "offset", Expected.offset), anchor: anchor)
    self.init(position: position, savedAt: try object.require(savedAt, "savedAtMs", Expected.instant))
  }
}

extension Located {
  fileprivate func targetIndex() throws(DecodingError) -> Int32 {
    Int32(try whole(0...Int64(Limits.targetIndex), Expected.targetIndex))
  }
}
