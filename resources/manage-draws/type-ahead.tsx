/**
 * Keys pressed while the server is asked: they wait, and are then typed where the keyboard stands by that time, one after
 * the other, as if the answer had been there at once. So a result can be typed without looking how fast the network is.
 */
import { createContext, useContext, useEffect, useId, useMemo, useRef, type ReactNode, type RefObject } from 'react'

const Waiting = createContext<(what: string, waits: boolean) => void>(() => undefined)

/** While `waits`, keys are kept. */
export function useWaits(waits: boolean): void {
  const what = useId()
  const tell = useContext(Waiting)
  useEffect(() => {
    tell(what, waits)
    return () => tell(what, false)
  }, [tell, what, waits])
}

/** For a part of the work that is no component of its own. */
export function Waits() {
  useWaits(true)
  return null
}

function isKept({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Enter' || key === 'Backspace')
}

/** Whether something lies over the work: keys are its own, and nobody is taken elsewhere from under it. */
export const isCovered = () =>
  document.querySelector('dialog[open], .ant-drawer-open, .ant-modal-wrap:not([style*="display: none"])') !== null

/** React hears of a value that is set past it, and then of the event. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

function write(field: HTMLInputElement, key: string): void {
  const { selectionStart, selectionEnd, value, maxLength } = field
  const from = selectionStart ?? value.length
  const to = selectionEnd ?? value.length
  const taken = key === 'Backspace'
  const next = taken
    ? value.slice(0, from === to ? Math.max(0, from - 1) : from) + value.slice(to)
    : value.slice(0, from) + key + value.slice(to)
  if (maxLength >= 0 && next.length > maxLength) return
  setValue?.call(field, next)
  const caret = next.length - (value.length - to)
  field.setSelectionRange(caret, caret)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Types one key where the keyboard stands; answers whether there was anything to take it. */
function typeKey(around: HTMLElement, key: string): boolean {
  const at = document.activeElement
  if (!around.contains(at)) return false
  if (at instanceof HTMLButtonElement) {
    if (key === 'Enter') at.click()
    return key === 'Enter'
  }
  if (!(at instanceof HTMLInputElement) || at.disabled) return false
  if (key === 'Enter') at.form?.requestSubmit()
  else write(at, key)
  return true
}

interface TypeAheadProps {
  /** When the last key was pressed, and how many wait: read by who must not disturb. */
  typing: RefObject<{ at: number; kept: number }>
  /** Keys that nothing could take, in their order. */
  onLost: (keys: string) => void
  children: ReactNode
}

export function TypeAhead({ typing, onLost, children }: TypeAheadProps) {
  const around = useRef<HTMLDivElement>(null)
  const lost = useRef(onLost)
  useEffect(() => {
    lost.current = onLost
  })
  const { listen, tell } = useMemo(() => keeper(around, typing, (keys) => lost.current(keys)), [typing])
  useEffect(() => {
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [listen])
  return (
    <Waiting value={tell}>
      <div ref={around} className="stack gap-sm">
        {children}
      </div>
    </Waiting>
  )
}

function keeper(
  around: RefObject<HTMLDivElement | null>,
  typing: TypeAheadProps['typing'],
  onLost: (keys: string) => void,
) {
  const waiting = new Set<string>()
  let kept: string[] = []
  let due: ReturnType<typeof setTimeout> | undefined
  const keep = (keys: string[]) => {
    kept = keys
    typing.current.kept = keys.length
  }
  const next = () => {
    if (waiting.size > 0 || !around.current) return
    const [key, ...rest] = kept
    if (key === undefined) return
    if (!typeKey(around.current, key)) {
      onLost(kept.map((one) => (one === 'Enter' ? '⏎' : one === 'Backspace' ? '⌫' : one)).join(''))
      return keep([])
    }
    keep(rest)
    due = setTimeout(next)
  }
  return {
    listen: (event: KeyboardEvent) => {
      typing.current.at = Date.now()
      const target = event.target as Node
      const here = target === document.body || (around.current?.contains(target) ?? false)
      if ((waiting.size === 0 && kept.length === 0) || !here || !isKept(event)) return
      if (isCovered()) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat || event.key === 'Backspace') keep([...kept, event.key])
    },
    tell: (what: string, waits: boolean) => {
      if (waits) waiting.add(what)
      else waiting.delete(what)
      clearTimeout(due)
      // What has just been drawn takes the keyboard first.
      due = setTimeout(next)
    },
  }
}
