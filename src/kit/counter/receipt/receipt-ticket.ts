/** What a receipt says, whatever was sold: one shape for a polla, for lines over several draws, and for what is still to come. */
import type { PollaTicket } from '@contract/polla.ts'
import type { TicketView } from '@contract/tickets.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatDay, formatInstant, clockOf } from '@contract/values/dates.ts'

interface ReceiptLine {
  /** The number or code, as it was bet. */
  number: string
  /** Names of its symbols, or the kind of bet. */
  text: string
  /** A decimal string; null where the ticket has one price for all. */
  stake: string | null
}

/** Lines of one draw, or of one round of draws. */
export interface ReceiptGroup {
  key: string
  title: string
  /** Day and hours, in words. */
  when: string
  lines: readonly ReceiptLine[]
}

export interface ReceiptTicket {
  banca_name: string
  agency_name: string
  office_name: string
  seller_name: string
  /** Whose it is, where somebody said. */
  client: string | null
  serial: string
  /** Known at the sale and at a reprint, and at no other moment. */
  code: string
  currency: Currency
  total: string
  sold_at: string
  expires_on: string
  /** The banca's: hours on paper are its hours. */
  zone: string
  groups: readonly ReceiptGroup[]
}

/** What the QR holds and a scanner types: the serial, a dash, the code. */
export function receiptKey({ serial, code }: Pick<ReceiptTicket, 'serial' | 'code'>): string {
  return `${serial}-${code}`
}

function clock(instant: string, zone: string): string {
  return clockOf(instant, zone)
}

/** The receipt of a polla just sold or reprinted. */
export function receiptOfPolla(ticket: PollaTicket & { code: string }, zone: string): ReceiptTicket {
  const { banca_name, agency_name, office_name, seller_name, serial, code, currency, total, sold_at, expires_on } =
    ticket
  const { client } = ticket
  const draws = ticket.draws_total === 1 ? '1 sorteo' : `${ticket.draws_total} sorteos`
  return {
    banca_name,
    agency_name,
    office_name,
    seller_name,
    client,
    serial,
    code,
    currency,
    total,
    sold_at,
    expires_on,
    zone,
    groups: [
      {
        key: String(ticket.round_id),
        title: ticket.product_name,
        when: `${formatDay(ticket.day)}, ${draws} de ${clock(ticket.draws_from, zone)} a ${clock(ticket.draws_to, zone)}`,
        lines: ticket.symbols.map((symbol) => ({ number: symbol.code, text: symbol.name, stake: null })),
      },
    ],
  }
}

/** The receipt of a ticket with its lines, grouped by draw in the order they were sold. */
export function receiptOfTicket(ticket: TicketView & { code: string }, zone: string): ReceiptTicket {
  const { banca_name, agency_name, office_name, seller_name, serial, code, currency, total, sold_at, expires_on } =
    ticket
  const groups = new Map<string, ReceiptGroup & { lines: ReceiptLine[] }>()
  for (const line of ticket.lines) {
    const key = `${line.draw_id}:${line.last_at ?? ''}`
    const from = formatInstant(line.scheduled_at, zone)
    const when =
      line.last_at === null ? from : `${from}, ${line.draws} sorteos hasta ${formatInstant(line.last_at, zone)}`
    const group = groups.get(key) ?? { key, title: line.product_name, when, lines: [] }
    group.lines.push({
      number: line.number,
      text: line.symbol_names.join(', ') || line.bet_type_name,
      stake: line.stake,
    })
    groups.set(key, group)
  }
  return {
    banca_name,
    agency_name,
    office_name,
    seller_name,
    client: ticket.client,
    serial,
    code,
    currency,
    total,
    sold_at,
    expires_on,
    zone,
    groups: [...groups.values()],
  }
}
