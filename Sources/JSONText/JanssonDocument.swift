internal import CJansson

/// What jansson made of a text; frees it.
///
/// Safe to hold: the reference to `root` is this value's alone and is given back once, in `deinit`; nothing borrowed
/// from the tree leaves `value()`, which copies.
@safe
struct JanssonDocument: ~Copyable {
  private let root: UnsafeMutablePointer<json_t>

  /// Reads a text without NUL bytes: jansson passes over those that stand behind a number or a literal.
  init(_ text: Span<UInt8>) throws(JanssonFault) {
    guard !text.isEmpty else { throw .endsEarly }
    // U+0000 in a string is JSON, and a large integer is a double like any other number.
    let flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL
    var error = json_error_t()
    // Safe: jansson reads `count` bytes and keeps no pointer to them; a tree that is not nil is ours to free.
    let tree = unsafe text.withUnsafeBytes { bytes in
      unsafe json_loadb(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, Int(flags), &error)
    }
    guard let tree = unsafe tree else { throw JanssonFault(error) }
    unsafe root = tree
  }

  deinit {
    unsafe json_decref(root)
  }

  /// Copies the tree; nil where it is nested deeper than `JSONValue.maximumDepth`.
  func value() -> JSONValue? {
    unsafe copy(root, levels: JSONValue.maximumDepth)
  }
}

/// Copies a node and what is below it, so many levels of arrays and objects; nil where there are more.
///
/// Safe where `node` is a node of a living document: what jansson lends (the bytes of a string, an iterator, its name
/// and its value) is valid until the object changes or is freed, and nothing changes a document.
@unsafe
private func copy(_ node: UnsafeMutablePointer<json_t>, levels: Int) -> JSONValue? {
  switch unsafe node.pointee.type {
  case JSON_OBJECT:
    guard levels > 0 else { return nil }
    var members: [JSONMember] = []
    unsafe members.reserveCapacity(json_object_size(node))
    var next = unsafe json_object_iter(node)
    while let iterator = unsafe next {
      guard
        let name = unsafe json_object_iter_key(iterator), let child = unsafe json_object_iter_value(iterator),
        let value = unsafe copy(child, levels: levels - 1)
      else { return nil }
      let length = unsafe json_object_iter_key_len(iterator)
      unsafe members.append(JSONMember(name: string(name, length), value: value))
      unsafe next = json_object_iter_next(node, iterator)
    }
    return .object(members)
  case JSON_ARRAY:
    guard levels > 0 else { return nil }
    var elements: [JSONValue] = []
    let count = unsafe json_array_size(node)
    elements.reserveCapacity(count)
    for index in 0..<count {
      guard let child = unsafe json_array_get(node, index), let value = unsafe copy(child, levels: levels - 1) else {
        return nil
      }
      elements.append(value)
    }
    return .array(elements)
  case JSON_STRING:
    guard let bytes = unsafe json_string_value(node) else { return nil }
    return unsafe .string(string(bytes, json_string_length(node)))
  case JSON_REAL: return unsafe .number(json_real_value(node))
  case JSON_TRUE: return .bool(true)
  case JSON_FALSE: return .bool(false)
  default: return .null
  }
}

/// Copies bytes that jansson has found to be UTF-8.
@unsafe
private func string(_ bytes: UnsafePointer<CChar>, _ count: Int) -> String {
  unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
}
