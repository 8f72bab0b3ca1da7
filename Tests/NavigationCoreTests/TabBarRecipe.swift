import NavigationCore

/// The recipe that the default policy is, written as an app's tab bar delegate has it: a second model, which knows
/// nothing of policies, devices or clocks.
struct TabBarRecipe {
  private var lastTappedItem: String?
  private var lastTapTime: Microseconds = 0

  /// Handles a tap on an item; true where its screen is to be scrolled to its top.
  mutating func tabBarDidSelect(_ item: String, at time: Microseconds) -> Bool {
    if item == lastTappedItem {
      let isDoubleTap = time - lastTapTime < 3_000_000
      lastTappedItem = nil
      return isDoubleTap
    }
    lastTappedItem = item
    lastTapTime = time
    return false
  }
}
