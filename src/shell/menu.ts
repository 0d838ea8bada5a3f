/** The menu and the way to a screen, derived from the contract's list of screens. */
import type { Who } from '@contract/access/rules.ts'
import { isClosed, isOffered, type Closing, type Screen, type Section } from '@contract/access/screens.ts'

export interface MenuItem {
  /** Of the page (its tabs share it) or of the screen. */
  path: string
  /** Where it leads: the first tab this user may open. */
  to: string
  label: string
  /** Greyed, does not open: every tab of it is disabled. */
  disabled: boolean
  screens: readonly Screen[]
}

export interface MenuSection {
  key: string
  label: string
  items: readonly MenuItem[]
}

/** The page a screen is a tab of, or the screen itself. */
function pageOf(screen: Screen): { path: string; label: string } {
  return screen.page ?? screen
}

/** What this user sees: tabs are one item, a section without items is not there. */
export function menuFor(who: Who & Closing, sections: readonly Section[]): MenuSection[] {
  return sections.flatMap(({ key, label, screens }) => {
    const items = itemsOf(
      screens
        .filter((screen) => isOffered(screen, who))
        .map((screen) => ({ ...screen, disabled: isClosed(screen, who) })),
    )
    return items.length > 0 ? [{ key, label, items }] : []
  })
}

function itemsOf(screens: readonly Screen[]): MenuItem[] {
  const pages = new Map<string, Screen[]>()
  for (const screen of screens) {
    const { path } = pageOf(screen)
    pages.set(path, [...(pages.get(path) ?? []), screen])
  }
  return [...pages].map(([path, tabs]) => {
    const first = tabs.find((tab) => !tab.disabled) ?? tabs[0]!
    return {
      path,
      to: first.path,
      label: pageOf(first).label,
      disabled: tabs.every((tab) => tab.disabled),
      screens: tabs,
    }
  })
}

/** Is `pathname` this path or under it? */
export function isUnder(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}

/** The screen a path belongs to: the longest that fits, since a tab may lie under another. */
export function screenAt(pathname: string, screens: readonly Screen[]): Screen | null {
  const fitting = screens.filter((screen) => isUnder(pathname, screen.path))
  return fitting.sort((one, other) => other.path.length - one.path.length)[0] ?? null
}
