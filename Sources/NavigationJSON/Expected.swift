import NavigationCore

/// What a value must be, in words that end the sentence "… must be …".
enum Expected {
  static let bool = "true or false"
  static let text = "a string"
  static let id = """
    an id: 1 to \(Limits.identifierCharacters) characters out of A-Z a-z 0-9 . _ ~ : -, not "." or ".."
    """
  static let anchor = "a string of at most \(Limits.anchorBytes) bytes of UTF-8 without control characters"
  static let action = """
    scrollToTop, popToRoot, returnToPosition, or a word of your own: a small letter and up to \
    \(Limits.actionCharacters - 1) letters and digits, and none of those three in other case
    """
  static let instant = "a number of milliseconds from 0 to \(Limits.milliseconds)"
  static let offset = "a number of points from -\(Limits.offsetPoints) to \(Limits.offsetPoints)"
  static let revision = "a whole number from 0 to \(Limits.milliseconds)"
  static let targetIndex = "a whole number from 0 to \(Limits.targetIndex)"
  static let popCount = "a whole number of screens from 1 to \(Limits.popCount)"
  static let input = "an object: an input"
  static let inputs = "an object, which is an input, or an array of at most \(Limits.inputs) of them"
  static let session = "an object: a session"
  static let tabs = "an array of at most \(Limits.tabs) tabs with at most \(Limits.screens) screens between them"
  static let someTabs = "an array of 1 to \(Limits.tabs) tabs, or openTabs must be true"
  static let tab = "a tab: its id, or an object"
  static let newTab = "a tab whose id no other tab of the session has"
  static let screens = "an array of at least one screen, root first"
  static let screen = "a screen: its id, or an object"
  static let newScreen = "a screen whose id no other screen of the tab has"
  static let selectedTab = "null, or the id of a tab of the session that is selectable"
  static let openTabs = "true, or tabs must list some"
  static let lastTap = "an object: the last tap"
  static let position = "an object: a position"
  static let returnPosition = "an object: a position with the time it was saved"
  static let target = "an object with a section and a row"
  static let policy = "an object, or the name of a preset: \(list(Preset.self))"
  static let rules = "an array of at most \(Limits.rules) rules, or the name of a preset: \(list(Preset.self))"
  static let rule = "an object: a rule"
  static let conditions = "an array of conditions: \(list(Rule.Condition.self))"
  static let newCondition = "a condition that is not there already"
  static let minInterval = "no more than windowMs"
  static let assignedID = "left out, since the server makes the id of this session"

  static func named(_ id: Navigation.ID) -> String {
    "\"\(id.text)\", as in the path, or left out"
  }

  static func milliseconds(_ range: ClosedRange<Int64>) -> String {
    "a whole number of milliseconds from \(range.lowerBound) to \(range.upperBound)"
  }

  static func word<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> String {
    "one of \(list(type))"
  }

  private static func list<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
