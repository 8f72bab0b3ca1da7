/// The inputs that are no gestures: they move tabs and stacks and never ask a rule (docs/SPEC.md, section 3).
extension Navigation {
  /// Where a tab stands in the tab bar, added if need be; the selected one where none is named.
  mutating func admit(_ named: Tab.ID?) throws(NavigationError) -> Int {
    guard let tab = named ?? selectedTab else { throw .noSelectedTab }
    if let index = tabs.firstIndex(where: { $0.id == tab }) { return index }
    guard openTabs else { throw .unknownTab(tab) }
    guard tabs.count < Limits.tabs else { throw .tooManyTabs }
    guard screenCount < Limits.screens else { throw .tooManyScreens(adding: .tab) }
    tabs.append(Tab(id: tab))
    return tabs.count - 1
  }

  mutating func select(tabAt index: Int) throws(NavigationError) -> Effect {
    let tab = tabs[index]
    guard tab.isSelectable else { throw .tabNotSelectable(tab.id) }
    if selectedTab != tab.id {
      selectedTab = tab.id
      lastTap?.isArmed = false
    }
    return Effect(tab: tab.id)
  }

  mutating func push(_ screen: Screen, ontoTabAt index: Int) throws(NavigationError) -> Effect {
    let tab = tabs[index]
    guard !tab.screens.contains(where: { $0.id == screen.id }) else { throw .duplicateScreen(screen.id, of: tab.id) }
    guard screenCount < Limits.screens else { throw .tooManyScreens(adding: .screen) }
    tabs[index].screens.append(screen)
    return Effect(tab: tab.id)
  }

  mutating func pop(_ count: Int, fromTabAt index: Int) throws(NavigationError) -> Effect {
    let tab = tabs[index]
    guard count < tab.screens.count else {
      throw .cannotPopRoot(of: tab.id, count: count, depth: tab.screens.count)
    }
    tabs[index].screens.removeLast(count)
    return Effect(tab: tab.id)
  }

  mutating func scroll(
    to position: Position, screen named: Screen.ID?, ofTabAt index: Int
  ) throws(NavigationError) -> Effect {
    let tab = tabs[index]
    let screen = named ?? tab.top.id
    guard let place = tab.screens.firstIndex(where: { $0.id == screen }) else {
      throw .unknownScreen(screen, of: tab.id)
    }
    tabs[index].screens[place].position = position
    return Effect(tab: tab.id)
  }

  /// How many screens the session has, over all its tabs.
  var screenCount: Int { tabs.reduce(0) { $0 + $1.screens.count } }
}
