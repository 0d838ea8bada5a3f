/** Who had the keyboard before a dialog took it, and giving it back where the dialog left it nowhere. */
import { useLayoutEffect, useState } from 'react'

export interface FocusPlace {
  asker: Element | null
  /** The page, drawer or dialog that it stood in: it may be gone by then, or off. */
  around: Element | null
}

export function focusPlace(): FocusPlace {
  const asker = document.activeElement
  return { asker, around: asker?.closest('[tabindex="-1"]') ?? null }
}

export function focusBack({ asker, around }: FocusPlace): void {
  for (const place of [asker, around, document.querySelector('main')]) {
    if (document.activeElement !== document.body) return
    if (place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true })
  }
}

/**
 * For a dialog in which something takes the focus as it is drawn: the library notes too late where it came from. Gives what
 * is to be called after it closed; one that ends without closing gives it back by itself.
 */
export function useFocusBack(open: boolean): () => void {
  const [was, setWas] = useState(false)
  const [place, setPlace] = useState<FocusPlace | null>(null)
  if (open !== was) {
    setWas(open)
    if (open) setPlace(focusPlace())
  }
  // Before the next key: one that came with the frame found the page behind, and the drawer below did not close by it.
  useLayoutEffect(() => (place ? () => queueMicrotask(() => focusBack(place)) : undefined), [place])
  return () => place && focusBack(place)
}
