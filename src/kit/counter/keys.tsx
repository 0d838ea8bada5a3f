/**
 * The function keys of a counter: each is a button that shows its key, and the key presses the button.
 * They act while the person writes in the counter's own field (`data-counter-entry`), and never in
 * another field nor under an open dialog; those that lie in a dialog act there.
 */
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import './counter.css'

export interface CounterKey {
  /** As the keyboard event names it: `F9`. */
  key: string
  label: string
  icon?: ReactNode
  onPress: () => void
  /** Shown greyed; its key does nothing. */
  disabled?: boolean
  /** Shown greyed as well, but a press says why. */
  explains?: boolean
  /** The one that ends the work: large and solid. */
  main?: boolean
  /** In the main button: the amount it moves. */
  amount?: ReactNode
  pending?: boolean
}

/** A drawer that has just opened has the keyboard itself, around its dialog. */
const dialogOf = (one: Element | null) =>
  one?.closest('dialog, [role="dialog"]') ?? one?.closest('.ant-drawer')?.querySelector('[role="dialog"]') ?? null

/** `own`: the dialog in which the keys lie; null where they lie on the page. */
function isElsewhere(target: EventTarget | null, own: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target !== document.body && dialogOf(target) !== own) return true
  return (
    target.closest('input, textarea, select, [contenteditable="true"]') !== null &&
    !target.closest('[data-counter-entry]')
  )
}

/** Something is open over the counter, wherever the focus is. */
function isCovered(own: Element | null): boolean {
  return Array.from(document.querySelectorAll('dialog[open], [aria-modal="true"]')).some(
    (one) => !(own && (one.contains(own) || own.contains(one))) && one.getClientRects().length > 0,
  )
}

function press({ disabled, explains, pending, onPress }: CounterKey): void {
  if (!pending && (!disabled || explains)) onPress()
}

/** Presses on a key of the counter, from anywhere on its page or in its dialog. A key held down presses once. */
function useCounterKeys(keys: readonly CounterKey[], bar: RefObject<HTMLElement | null>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const pressed = latest.current.find((one) => one.key === event.key)
      const own = dialogOf(bar.current)
      if (!pressed || isElsewhere(event.target, own) || isCovered(own)) return
      event.preventDefault()
      if (!event.repeat) press(pressed)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [bar])
}

export interface CounterKeysProps {
  keys: readonly CounterKey[]
  label: string
  /** On a phone it stays at the lower edge, under the thumb: for the key that ends the work. */
  sticky?: boolean
}

/** A bar of a counter's keys. */
export function CounterKeys({ keys, label, sticky = false }: CounterKeysProps) {
  const bar = useRef<HTMLDivElement>(null)
  useCounterKeys(keys, bar)
  return (
    <div
      ref={bar}
      className={sticky ? 'row stretch gap-xs counter-keys-sticky' : 'row stretch gap-xs'}
      role="toolbar"
      aria-label={label}
    >
      {keys.map((one) => (
        <button
          key={one.key}
          type="button"
          className={`counter-key cell hovers line inline gap-xs${one.main ? ' counter-key-main' : ''}`}
          aria-keyshortcuts={one.key}
          aria-disabled={one.disabled || one.pending || undefined}
          aria-busy={one.pending || undefined}
          onClick={() => press(one)}
        >
          {one.icon && (
            <span className="counter-key-icon" aria-hidden="true">
              {one.icon}
            </span>
          )}
          <span className="counter-key-label">{one.label}</span>
          {one.amount && <span className="sorteo-figures">{one.amount}</span>}
          <kbd aria-hidden="true">{one.key}</kbd>
        </button>
      ))}
    </div>
  )
}
