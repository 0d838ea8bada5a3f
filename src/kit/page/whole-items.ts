/** A list that scrolls in a box ends where one of its items does: the box gives up what it would show of the next. */
import { useLayoutEffect, type RefObject } from 'react'

/**
 * Where a box of `room` pixels ends so that no item is cut: at the beginning of the one that would be; `undefined`
 * where none is, or it is the first.
 */
export function wholeEnd(room: number, items: readonly { top: number; bottom: number }[]): number | undefined {
  const cut = items.find(({ top, bottom }) => top < room - 1 && bottom > room + 1)
  return cut && cut.top > 0 && items.some(({ bottom }) => bottom <= cut.top + 1) ? cut.top : undefined
}

function fit(box: HTMLElement, selector: string): void {
  box.style.removeProperty('max-height')
  if (box.scrollHeight <= box.clientHeight + 1) return
  const start = box.getBoundingClientRect().top + box.clientTop - box.scrollTop
  const items = [...box.querySelectorAll(selector)].map((item) => {
    const { top, bottom } = item.getBoundingClientRect()
    return { top: top - start, bottom: bottom - start }
  })
  const end = wholeEnd(box.clientHeight, items)
  if (end !== undefined) box.style.maxHeight = `${Math.floor(end + box.offsetHeight - box.clientHeight)}px`
}

/** For the box that scrolls, whose sheet says how high it may be; `selector` finds its items. */
export function useWholeItems(box: RefObject<HTMLElement | null>, selector: string): void {
  // Its items are others when whoever shows them was drawn again.
  useLayoutEffect(() => {
    if (box.current) fit(box.current, selector)
  })
  useLayoutEffect(() => {
    const look = () => box.current && fit(box.current, selector)
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [box, selector])
}
