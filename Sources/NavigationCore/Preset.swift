/// The policies that have a name, in the order of the specification: habits of known apps.
public enum Preset: String, CaseIterable, Hashable, Sendable {
  /// A double tap scrolls to the top: the recipe this grew from, and the default.
  case doubleTap
  /// A tap on the selected tab pops to the root; a double tap scrolls to the top.
  case uikit
  /// A tap on the selected tab pops first, then scrolls to the top.
  case reselect
  /// As `reselect`, and once more goes back to where the user was.
  case `return`
  /// As `reselect`, and at the top refreshes.
  case refresh

  /// The preset's rules.
  public var rules: [Rule] {
    let popFirst = Rule(on: .reselect, when: [.deep], do: .popToRoot)
    let reselectScrolls = Rule(on: .reselect, do: .scrollToTop)
    let statusBarScrolls = Rule(on: .statusBarTap, do: .scrollToTop)
    let doubleTapScrolls = Rule(on: .doubleTap, do: .scrollToTop)
    return switch self {
    case .doubleTap: [doubleTapScrolls]
    case .uikit: [popFirst, doubleTapScrolls, statusBarScrolls]
    case .reselect: [popFirst, reselectScrolls, statusBarScrolls]
    case .return:
      [
        popFirst,
        Rule(on: .reselect, when: [.atTop], do: .returnToPosition),
        reselectScrolls,
        Rule(on: .statusBarTap, when: [.atTop], do: .returnToPosition),
        statusBarScrolls,
      ]
    case .refresh:
      [popFirst, Rule(on: .reselect, when: [.atTop], do: .refresh), reselectScrolls, statusBarScrolls]
    }
  }

  /// The preset as a whole policy.
  public var policy: Policy { Policy(rules: rules) }
}
