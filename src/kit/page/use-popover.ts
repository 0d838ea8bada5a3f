/** What opens over a page from its button, and closes by Escape with the focus back on it, as everything that lies on top does. */
import { useEffect, useRef, useState } from 'react'

/** What has an Escape of its own: a list that is open, a dialog above. */
const own = '[role="combobox"][aria-expanded="true"], .ant-modal, .ant-drawer'

export function usePopover() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || (event.target as HTMLElement).closest(own)) return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open])
  return { button, over: { open, onOpenChange: setOpen } }
}
