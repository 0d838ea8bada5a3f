/** What a change over many quotas makes of each: the same amount, a percentage of the value in force, or nothing of its own. */
import { sql, type SQL } from 'drizzle-orm'
import type { QuotaChange } from '@contract/quotas.ts'
import { compare, formatCount } from '@contract/values/money.ts'
import { Problem } from '../../platform/http/problem.ts'

/** The most that fits an amount of the contract. */
export const largest = sql`999999999999.99::numeric`

/**
 * The value after the change of a row whose value in force is `present` (null where there is none: a
 * percentage of nothing is nothing). Halves of a cent go away from zero, as everywhere.
 * @throws Problem `invalid` when the percentage would leave less than nothing
 */
export function nextAmount(change: QuotaChange, present: SQL): SQL {
  if (change.kind === 'inherit') return sql`NULL::numeric`
  if (change.kind === 'set') return sql`round(${change.amount}::numeric, 2)`
  if (compare(change.percent, '-100') < 0)
    throw Problem.on('change.percent', 'invalid', 'Un cupo no puede bajar más de 100 %.')
  return sql`round(${present} * (100 + ${change.percent}::numeric) / 100, 2)`
}

/** @throws Problem `invalid` when some quotas would not fit an amount */
export function mustFit(too_large: number): void {
  if (too_large > 0)
    throw Problem.on(
      'change.percent',
      'invalid',
      `${too_large === 1 ? 'Un cupo superaría' : `${formatCount(too_large)} cupos superarían`} el monto máximo.`,
    )
}
