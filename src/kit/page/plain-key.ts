/** A single key that does something on a screen, from anywhere but where somebody writes or chooses. */
import { useEffect, useRef } from 'react'

const writing = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="combobox"]'

/** With a modifier a key stays the browser's. `null`: not now. */
export function usePlainKey(key: string, action: (() => void) | null): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (document.querySelector('dialog[open]') || (event.target as HTMLElement).closest(writing) || !latest.current)
        return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}
