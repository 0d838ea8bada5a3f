/** The lower part: its face and the ticket that is open there, both in the address; a scanned code goes with it, never there. */
import { useState } from 'react'
import { useUrlState } from '@/kit/page/url-state.ts'
import { sellView } from './view.ts'

/** `focus` gives the field back to the hand, after whatever was looked up is closed. */
export function useOpened(focus: () => void) {
  const [view, set] = useUrlState(sellView)
  const [scanned, setScanned] = useState<{ serial: string; code: string | null } | null>(null)
  const open = (serial: string, code: string | null) => {
    setScanned({ serial, code })
    set({ ticket: serial }, { keep_page: true, replace: true })
  }
  const close = () => {
    setScanned(null)
    set({ ticket: undefined }, { keep_page: true, replace: true })
    focus()
  }
  const code = scanned?.serial === view.ticket ? (scanned?.code ?? undefined) : undefined
  return {
    open,
    close,
    help: () => {
      set({ face: view.face === 'teclas' ? 'tablero' : 'teclas', ticket: undefined }, { replace: true })
      focus()
    },
    shown: {
      face: view.face,
      page: view.page,
      ticket: view.ticket === undefined ? null : { serial: view.ticket, code },
      onFace: (face: typeof view.face) => {
        set({ face }, { replace: true })
        focus()
      },
      onPage: (page: number) => set({ page }, { keep_page: true, replace: true }),
      onOpen: (serial: string) => open(serial, null),
      onClose: close,
      onDone: focus,
    },
  }
}
