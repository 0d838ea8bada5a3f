/** Where the focus belongs at a counter. */

/** Whether putting the focus into a field helps: with a finger it would only bring up the keyboard over the work. */
export function typesByHand(): boolean {
  return window.matchMedia('(pointer: fine)').matches || !window.matchMedia('(pointer: coarse)').matches
}

const closingMs = 350

/**
 * Takes the focus when something over the counter has closed. What closes first gives it back to the
 * button that opened it; and a dialog that goes together with its drawer, to a button no longer there.
 */
export function focusAfterClosing(focus: () => void): void {
  setTimeout(focus)
  setTimeout(() => {
    if (document.activeElement === document.body) focus()
  }, closingMs)
}

/** A key that writes: on a button it belongs to the counter's field. */
export function isTypingKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return /^[\p{L}\d]$/u.test(key) && !ctrlKey && !metaKey && !altKey
}
