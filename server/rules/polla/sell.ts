/** Sells a polla: one line over a round, for the round's price, and its shares into the pots. */
import { sql } from 'drizzle-orm'
import type { FieldFault } from '@contract/problems.ts'
import type { PollaSettings } from '@contract/products.ts'
import { canonicalNumber } from '@contract/values/bet-numbers.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { sell, type Sale, type SaleKeys } from '../sale/sell.ts'
import { addShares } from './shares.ts'

export interface PollaSale
  extends Pick<Sale, 'office_id' | 'seller_id' | 'confirm_repeated' | 'device_id' | 'client' | 'at' | 'day'> {
  round_id: number
  currency: Currency
  symbols: readonly string[]
}

export interface PollaSaleKeys extends SaleKeys {
  number: string
  total: string
}

/**
 * Sells through the counter's own rules. Throws `draw_unknown`, `polla_symbols`, `currency_not_sold`, and what `sell`
 * throws.
 */
export async function sellPolla(tx: Tx, { round_id, symbols, ...sale }: PollaSale): Promise<PollaSaleKeys> {
  const [round] = await tx.prepared<{ polla: PollaSettings | null; bet_type_id: number }>(
    'polla-round',
    sql`
    SELECT p.settings -> 'polla' AS polla, b.id AS bet_type_id
    FROM draws d
    JOIN products p ON p.id = d.product_id AND p.kind = 'polla'
    JOIN bet_types b ON b.kind = 'polla'
    WHERE d.id = ${round_id}`,
  )
  if (!round?.polla) throw Problem.on('round_id', 'draw_unknown')
  const { symbols: needed, price } = round.polla
  if (symbols.length !== needed || new Set(symbols).size !== needed)
    throw Problem.on('symbols', 'polla_symbols', `Elija ${needed} símbolos distintos.`, { needed })
  const stake = price[sale.currency]
  if (!stake) throw Problem.on('currency', 'currency_not_sold', 'Esta polla no se vende en esa moneda.')
  const number = canonicalNumber('polla', symbols.join('-'))
  const sold = await sell(tx, {
    ...sale,
    polla: true,
    lines: [{ draw_id: round_id, bet_type_id: round.bet_type_id, number, stake }],
  }).catch(onForm)
  await addShares(tx, {
    day: sold.day,
    id: sold.id,
    draw_id: round_id,
    currency: sale.currency,
    total: stake,
    by: sale.seller_id,
    at: sale.at,
  })
  return { ...sold, number, total: stake }
}

const formFields: Record<string, string> = {
  lines: 'round_id',
  'lines.0.number': 'symbols',
  'lines.0.draw_id': 'round_id',
  'lines.0.bet_type_id': 'round_id',
  'lines.0.stake': 'currency',
}

/** The seller filled in symbols and a round, not a line. */
function onForm(fault: unknown): never {
  if (!(fault instanceof Problem) || !fault.errors) throw fault
  const errors = fault.errors.map((one): FieldFault => ({ ...one, path: formFields[one.path] ?? one.path }))
  throw new Problem(fault.code, { detail: fault.detail, errors, extra: fault.extra })
}
