public import JSONText
public import NavigationCore

extension NavigationError {
  /// The specification's word for the error (docs/SPEC.md, section 7).
  public var code: String {
    switch self {
    case .unknownTab: "unknown-tab"
    case .unknownScreen: "unknown-screen"
    case .noSelectedTab: "no-selected-tab"
    case .tabNotSelectable: "tab-not-selectable"
    case .duplicateScreen: "duplicate-screen"
    case .tooManyScreens: "too-many-screens"
    case .tooManyTabs: "too-many-tabs"
    case .cannotPopRoot: "cannot-pop-root"
    }
  }

  /// What was wrong and what would be right, in one sentence.
  public var detail: String {
    switch self {
    case .unknownTab(let tab):
      "The session has no tab \"\(tab.text)\"; name one of its tabs, or create it with openTabs to have tabs added."
    case .unknownScreen(let screen, of: let tab):
      "The stack of tab \"\(tab.text)\" has no screen \"\(screen.text)\"; push it first, or name one that is there."
    case .noSelectedTab:
      "No tab is selected, so the input must name one, or a tab be selected first."
    case .tabNotSelectable(let tab):
      "Tab \"\(tab.text)\" can't be selected; select one that is selectable."
    case .duplicateScreen(let screen, of: let tab):
      "The stack of tab \"\(tab.text)\" has a screen \"\(screen.text)\" already; each of its screens needs its own id."
    case .tooManyScreens:
      "The session has \(Limits.screens) screens, and that is the most; pop some first."
    case .tooManyTabs:
      "The session has \(Limits.tabs) tabs, and that is the most; name one of them."
    case .cannotPopRoot(of: let tab, let count, let depth):
      "\(count == 1 ? "1 screen" : "\(count) screens") can't be popped from tab \"\(tab.text)\", whose stack has \(depth); the root stays."
    }
  }

  /// Where in the JSON that an input was read from the error is.
  ///
  /// - Parameters:
  ///   - input: The input that was refused.
  ///   - base: Where that input stands.
  /// - Returns: The member at fault, or the input itself where that member was left out.
  public func pointer(in input: Input, at base: JSONPointer = .root) -> JSONPointer {
    input.memberAtFault(in: self).map { base.appending($0.rawValue) } ?? base
  }
}
