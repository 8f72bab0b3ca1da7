/// The query of a target as a form has it: parameters in their order, a name and a value each.
public struct Query: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// Every parameter, repeated names included; one without `=` has an empty value.
  public let parameters: [HTTPField]

  /// Takes parameters in their order.
  public init(_ parameters: [HTTPField]) {
    self.parameters = parameters
  }

  /// Takes parameters in their order.
  public init(arrayLiteral parameters: HTTPField...) {
    self.parameters = parameters
  }

  /// The values of every parameter of a name, in their order; unlike a field's, the name is known by its letters' case too.
  public func values(named name: String) -> [String] {
    // Most requests have no query: nothing is allocated for none.
    var values: [String] = []
    for parameter in parameters where parameter.name == name { values.append(parameter.value) }
    return values
  }
}
