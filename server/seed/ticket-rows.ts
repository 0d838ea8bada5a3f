/** Tickets, lines and prizes in the text form of COPY. */
import type { Currency } from '@contract/values/currency.ts'
import { fromCents } from '@contract/values/money.ts'
import type { SoldLine } from './counter.ts'

/** Rows in the text form of COPY, each ended by its line feed. */
export interface Rows {
  tickets: string
  lines: string
  prizes: string
}

export const ticketColumns =
  'day, id, serial, code, office_id, seller_id, currency, total, potential, prize, ' +
  'state, pending_lines, sold_at, first_close_at, annul_before, expires_on, rate, ' +
  'content_hash, paid_at, paid_by, paid_office_id, annulled_at, annulled_by, returned, refunded, refund_until'
export const lineColumns =
  'day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, ' +
  'stake, multiplier, place_multipliers, prize, state, rate_id'
export const prizeColumns = 'ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount, awarded_at'
export const none = '\\N'

const amounts = new Map<number, string>()
/** Hundredths as a decimal string; the same few thousand amounts come again and again. */
export function centsText(cents: number): string {
  let text = amounts.get(cents)
  if (text === undefined) {
    text = fromCents(BigInt(cents))
    if (amounts.size < 50_000) amounts.set(cents, text)
  }
  return text
}

export const isoInstant = (at: number) => new Date(at).toISOString()

export interface PricedLine extends SoldLine {
  rate_id: number
  prize: number
  state: 'pendiente' | 'ganadora' | 'perdedora' | 'anulada' | 'devuelta' | 'vencida'
}

interface Head {
  day: string
  id: number
  office_id: number
  currency: Currency
}

/** A row as `COPY` reads it. */
export const copyLine = (cells: readonly (string | number)[]) => `${cells.join('\t')}\n`

export function lineRow(
  { day, id, office_id, currency }: Head,
  n: number,
  { draw, bet, number, stake, prize, state, rate_id }: PricedLine,
): string {
  const places = bet.place_factors ? `{${bet.place_factors.map(centsText).join(',')}}` : none
  return copyLine([
    day,
    id,
    n,
    draw.id,
    bet.product.id,
    bet.bet_type_id,
    office_id,
    currency,
    number,
    centsText(stake),
    bet.multiplier,
    places,
    centsText(prize),
    state,
    rate_id,
  ])
}

export function prizeRow({ day, id, office_id, currency }: Head, n: number, { draw, prize }: PricedLine): string {
  return `${day}\t${id}\t${n}\t${draw.id}\t${draw.result_id}\t${office_id}\t${currency}\t${centsText(prize)}\t${isoInstant(draw.awarded)}\n`
}

/** A ticket's content as one number, so that equal ones are found; not the same digest as at the counter, which only looks minutes back. */
export function contentHash(currency: Currency, lines: readonly SoldLine[]): number {
  let hash = currency.charCodeAt(0)
  for (const { draw, bet, number, stake } of lines) {
    for (const part of [draw.id, bet.bet_type_id, stake]) hash = Math.imul(hash ^ part, 0x01000193)
    for (let at = 0; at < number.length; at++) hash = Math.imul(hash ^ number.charCodeAt(at), 0x01000193)
  }
  return hash | 0
}
