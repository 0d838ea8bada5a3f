/** Who had the keyboard before a dialog took it, and giving it back where the dialog left it nowhere. */

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
