/** Prints a receipt on a sheet of exactly its length, since a roll has no pages. */
import type { ReactNode } from 'react'
import { sessionState } from '@providers/session-store.ts'
import { printInFrame } from '../../page/print-frame.ts'
import { Receipt } from './receipt.tsx'
import type { ReceiptTicket } from './receipt-ticket.ts'

const margin = 4
const paper = 80
const pixelsPerMillimetre = 96 / 25.4

/** The receipt's own rules among the page's: the frame has no others. Of the thousands only these are written out. */
function receiptRules(): string {
  return Array.from(document.styleSheets)
    .flatMap((one) => Array.from(one.cssRules))
    .filter((rule) => rule instanceof CSSStyleRule && rule.selectorText.startsWith('.receipt'))
    .map((rule) => rule.cssText)
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

/** Prints whatever a counter gives on paper, of the rules of `receipt`. */
export function printPaper(title: string, body: ReactNode): void {
  const rules = receiptRules()
  printInFrame({
    frame: 'Impresión del recibo',
    title,
    width: `${paper - 2 * margin}mm`,
    body,
    // The paper's own length: the page's would be at least the frame's.
    rules: (page) => `${rules}\n${sheet(page.querySelector<HTMLElement>('.receipt')?.offsetHeight ?? 0)}`,
  })
}

/** Prints it: `copy` 0 is the original, from 1 on the paper says which duplicate it is. */
export function printReceipt(ticket: ReceiptTicket, copy: number): void {
  const logo = sessionState().user?.banca_logo ?? null
  printPaper(`Ticket ${ticket.serial}`, <Receipt ticket={ticket} copy={copy} logo={logo} />)
}
