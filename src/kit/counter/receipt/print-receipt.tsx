/**
 * Prints a receipt alone, whatever page is open: in a frame of its own with the receipt's rules and
 * a sheet of exactly its length, since a roll has no pages.
 */
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { sessionState } from '@providers/session-store.ts'
import { Receipt } from './receipt.tsx'
import type { ReceiptTicket } from './receipt-ticket.ts'

const margin = 4
const paper = 80
const pixelsPerMillimetre = 96 / 25.4

/** The last one stays until the next: some browsers still read it while their print dialog is open. */
let last: { frame: HTMLIFrameElement; clear: () => void } | null = null

function newFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = 'Impresión del recibo'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  // Off the screen and not hidden: what is hidden is not laid out, and would print as a blank.
  frame.style.cssText = `position:fixed;left:-200mm;top:0;width:${paper - 2 * margin}mm;height:200mm;border:0`
  document.body.append(frame)
  return frame
}

/** The receipt's own rules among the page's: the frame has no others. */
function receiptRules(): string {
  return Array.from(document.styleSheets)
    .flatMap((one) => Array.from(one.cssRules, (rule) => rule.cssText))
    .filter((text) => text.startsWith('.receipt'))
    .join('\n')
}

/** A sheet as long as what is on it. `auto` beside a width is no size that browsers know. */
function sheet(height: number): string {
  return (
    `@page { size: ${paper}mm ` +
    `${Math.ceil(height / pixelsPerMillimetre) + 2 * margin + 1}mm; margin: ${margin}mm ` +
    '} html, body { margin: 0; background: #fff }'
  )
}

/** Prints it: `copy` 0 is the original, from 1 on the paper says which duplicate it is. */
export function printReceipt(ticket: ReceiptTicket, copy: number): void {
  last?.clear()
  const frame = newFrame()
  const page = frame.contentDocument
  if (!page || !frame.contentWindow) return frame.remove()
  page.documentElement.lang = 'es-VE'
  page.title = `Ticket ${ticket.serial}`
  const rules = receiptRules()
  const style = page.createElement('style')
  style.textContent = `${rules}\n${sheet(0)}`
  page.head.append(style)
  const body = createRoot(page.body)
  flushSync(() => body.render(<Receipt ticket={ticket} copy={copy} logo={sessionState().user?.banca_logo ?? null} />))
  last = {
    frame,
    clear: () => {
      body.unmount()
      frame.remove()
      last = null
    },
  }
  const print = () => {
    // The paper's own length: the page's would be at least the frame's.
    style.textContent = `${rules}\n${sheet(page.querySelector<HTMLElement>('.receipt')?.offsetHeight ?? 0)}`
    frame.contentWindow?.print()
  }
  // A picture that does not come keeps no paper back.
  const pictures = [...page.images].map((picture) => picture.decode().catch(() => undefined))
  if (pictures.length === 0) print()
  else void Promise.all(pictures).then(print)
}
