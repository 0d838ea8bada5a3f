/** Keys that do something on a screen: single ones, from anywhere but where somebody writes or chooses, and Ctrl+K from there too. */
import { useEffect, useRef, type RefObject } from 'react'

const writing = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'

/**
 * Where a single key is heard: on the screen while nothing lies over it, over drawers and questions too, or only inside
 * one of them.
 */
type Heard = 'screen' | 'everywhere' | RefObject<HTMLElement | null>

function isHeard(heard: Heard, target: Element): boolean {
  if (document.querySelector('dialog[open]')) return false
  if (heard === 'everywhere') return true
  return heard === 'screen' ? !target.closest('[role="dialog"]') : (heard.current?.contains(target) ?? false)
}

/** While letters are put together from several strokes, each of them belongs to whatever does that. */
const isComposing = ({ isComposing: composes, key }: KeyboardEvent) => composes || key === 'Process'

/** With a modifier a key stays the browser's. `null`: not now. */
export function usePlainKey(key: string, action: (() => void) | null, heard: Heard = 'screen'): void {
  const latest = useRef({ action, heard })
  useEffect(() => {
    latest.current = { action, heard }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      const now = latest.current
      const target = event.target as HTMLElement
      if (isComposing(event) || target.closest(writing) || !now.action || !isHeard(now.heard, target)) return
      event.preventDefault()
      now.action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}

/**
 * A letter with Ctrl, on a Mac with Command, from anywhere: fields, sheets, drawers and dialogs. It is heard before
 * whatever has the keyboard, and the browser's own meaning of it never happens. A dialog that one cannot leave keeps it.
 */
export function useCommandKey(key: string, action: () => void): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const control = event.ctrlKey || event.metaKey
      if (!control || event.altKey || event.shiftKey || event.key.toLowerCase() !== key || isComposing(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat && !document.querySelector('dialog[open][data-stays]')) latest.current()
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [key])
}
