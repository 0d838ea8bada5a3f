/** One tab stop for many buttons: arrows move between them as they lie on the screen, Home and End to the first and last. */
import type { KeyboardEvent } from 'react'

/** The buttons of a group, in their order. They are marked `data-roving`. */
export function rovingItems(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>('[data-roving]')]
}

/** The one in the row above or below that lies nearest; the same one where there is none. */
function nearest(items: readonly HTMLElement[], from: HTMLElement, step: -1 | 1): HTMLElement {
  const start = from.getBoundingClientRect()
  const boxes = items
    .map((item) => ({ item, box: item.getBoundingClientRect() }))
    .filter(({ box }) => (step > 0 ? box.top >= start.bottom - 1 : box.bottom <= start.top + 1))
  const row = boxes.reduce<number | null>(
    (best, { box }) => (best === null || (step > 0 ? box.top < best : box.top > best) ? box.top : best),
    null,
  )
  const inRow = boxes.filter(({ box }) => row !== null && Math.abs(box.top - row) < 2)
  return (
    inRow.sort((one, other) => Math.abs(one.box.left - start.left) - Math.abs(other.box.left - start.left))[0]?.item ??
    from
  )
}

/** Where a key leads from `from`; null for a key that moves nowhere. */
export function rovingTarget(key: string, items: readonly HTMLElement[], from: HTMLElement): HTMLElement | null {
  const at = items.indexOf(from)
  if (key === 'ArrowRight') return items[at + 1] ?? from
  if (key === 'ArrowLeft') return items[at - 1] ?? from
  if (key === 'ArrowDown') return nearest(items, from, 1)
  if (key === 'ArrowUp') return nearest(items, from, -1)
  if (key === 'Home') return items[0] ?? from
  if (key === 'End') return items.at(-1) ?? from
  return null
}

/** A group's `onKeyDown`. The focused button becomes the tab stop. */
export function moveRoving(event: KeyboardEvent<HTMLElement>): void {
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-roving]')
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return
  const target = rovingTarget(event.key, rovingItems(event.currentTarget), from)
  if (!target) return
  event.preventDefault()
  focusRoving(event.currentTarget, target)
}

/** Gives the focus to one button of a group and makes it the group's tab stop. */
export function focusRoving(group: Element, target: HTMLElement): void {
  for (const item of rovingItems(group)) item.tabIndex = item === target ? 0 : -1
  target.focus()
}
