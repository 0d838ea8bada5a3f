/** What a drawer is counted with: its agency's settings, the pieces and methods that there are, and the counts that are kept. */
import { sql } from 'drizzle-orm'
import { usualDenominations, usualTolerances, type Count } from '@contract/cash-counts.ts'
import type { FieldFault } from '@contract/problems.ts'
import { centsFault, type Currency } from '@contract/values/currency.ts'
import { add, hasCents } from '@contract/values/money.ts'
import { json, list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Register } from './drawer.ts'

/** What an office's drawer is counted with: its agency's word, or what is usual. */
export interface CashSettings {
  /** 0 while the agency said nothing. */
  version: number
  denominations: Record<Currency, string[]>
  floats: Partial<Record<Currency, string>>
  tolerances: Record<Currency, string>
}

type Amounts = Omit<CashSettings, 'version'>

export async function readCashSettings(db: Executor, agency_id: number): Promise<CashSettings> {
  const kept = await db.one<{ version: number } & { [K in keyof Amounts]: Partial<Amounts[K]> }>(sql`
    SELECT version, denominations, floats, tolerances FROM cash_settings WHERE partner_id = ${agency_id}`)
  return {
    version: kept?.version ?? 0,
    denominations: { ...usualDenominations, ...kept?.denominations } as CashSettings['denominations'],
    floats: kept?.floats ?? {},
    tolerances: { ...usualTolerances, ...kept?.tolerances },
  }
}

/** Of each method that is named: whether it is one that the office's line offers, and of which currency. */
async function methodsOf(db: Executor, office_id: number, counts: readonly Count[]): Promise<Map<number, Currency>> {
  const named = counts.flatMap(({ method_id }) => (method_id === null ? [] : [method_id]))
  if (named.length === 0) return new Map()
  const rows = await db.rows<{ id: number; currency: Currency }>(sql`
    SELECT method.id, method.currency::text AS currency FROM payment_methods method
    JOIN partner_ancestors above ON above.ancestor_id = method.partner_id AND above.partner_id = ${office_id}
    WHERE method.id = ANY (${list(named)}::int[])`)
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}

/**
 * A count is of pieces that the agency counts with, of methods that the office's line offers, each once.
 * @throws Problem `invalid`, `method_elsewhere`, `amount_decimals`, `currency_not_sold`, on their rows
 */
export async function mustBeCountable(
  db: Executor,
  register: Pick<Register, 'office_id' | 'agency_id' | 'countable'>,
  counts: readonly Count[],
) {
  const { denominations } = await readCashSettings(db, register.agency_id)
  const methods = await methodsOf(db, register.office_id, counts)
  const seen = new Set<string>()
  const faults = counts.flatMap((one, n): (FieldFault & { code: NonNullable<FieldFault['code']> })[] => {
    const { currency, method_id, denomination, pieces } = one
    const key = [currency, method_id, method_id === null ? denomination : ''].join(' ')
    const isTwice = seen.has(key)
    seen.add(key)
    const at = (field: keyof Count) => `counts.${n}.${field}`
    if (!register.countable.includes(currency))
      return [{ path: at('currency'), code: 'currency_not_sold', message: 'La taquilla no trabaja con esa moneda' }]
    if (isTwice) return [{ path: at('denomination'), code: 'invalid', message: 'Está dos veces en el conteo' }]
    if (hasCents(denomination, currency))
      return [{ path: at('denomination'), code: 'amount_decimals', message: centsFault(currency) }]
    if (method_id === null)
      return denominations[currency].includes(add(denomination))
        ? []
        : [{ path: at('denomination'), code: 'invalid', message: 'No es una pieza con la que se cuente' }]
    if (methods.get(method_id) !== currency)
      return [
        { path: at('method_id'), code: 'method_elsewhere', message: 'No es un método de la taquilla en esa moneda' },
      ]
    return pieces === 1
      ? []
      : [{ path: at('pieces'), code: 'invalid', message: 'De un método se escribe el monto una vez' }]
  })
  const [first] = faults
  if (first) throw new Problem(first.code, { detail: first.message, errors: faults })
}

/** In the place of those that were kept before. */
export async function keepCounts(
  tx: Tx,
  register_id: number,
  moment: 'apertura' | 'cierre',
  counts: readonly Count[],
): Promise<void> {
  await tx.run(sql`DELETE FROM cash_counts WHERE register_id = ${register_id} AND moment = ${moment}`)
  await tx.run(sql`
    INSERT INTO cash_counts (register_id, moment, currency, method_id, denomination, pieces)
    SELECT ${register_id}::int, ${moment}, currency, coalesce(method_id, 0), denomination, pieces
    FROM jsonb_to_recordset(${json(counts)}) AS given(currency currency, method_id int, denomination numeric, pieces int)`)
}
