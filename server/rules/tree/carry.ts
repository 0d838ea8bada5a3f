/**
 * Takes a partner's figures along when it moves. Whatever is counted at every level of the tree is counted
 * with the sale, the award and the settlement under those who are above the office then. So that a father's
 * figure is the sum of those below it on every day, past ones included, the new ancestors take over all that
 * the partner's own rows hold, and the old ones give it up: what a rebuild from the tickets would write, which
 * also follows the tree as it is, without reading a ticket. Sold numbers of draws without a result are among
 * it, so that the new ancestors' quotas hold for what was sold before. What is kept by office or agency alone
 * (days, settlement) moves with the tree by itself.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'
import { rollups, type Rollup } from '../rollups/expected.ts'

/** The ancestors that lose the partner, and those that gain it; whoever is above both sees no change. */
export interface Exchange {
  partner_id: number
  losing: readonly number[]
  gaining: readonly number[]
}

const ofLevels = rollups.filter(({ keys }) => keys.includes('partner_id'))

/**
 * A counter that passed its quota by what came along holds none that a sale found: the next sale brings the
 * one in force, and is refused by it.
 */
const besides: Readonly<Record<string, string>> = {
  draw_sales: ", quota = CASE WHEN t.sold + c.sold > t.quota THEN 'infinity' ELSE t.quota END",
}

/** Exact and its own inverse. The caller has the tree alone, so that nobody is half-way through these rows. */
export async function carryFigures(tx: Executor, exchange: Exchange): Promise<void> {
  for (const rollup of ofLevels) await tx.run(carried(rollup, exchange))
}

/** A row of zeros is none: one that ends so goes, and one that is so is not carried. */
function carried({ table, keys, sums }: Rollup, { partner_id, losing, gaining }: Exchange): SQL {
  const own = keys.filter((key) => key !== 'partner_id')
  const each = (columns: readonly string[], write: (column: string) => string, by = ', ') =>
    sql.raw(columns.map(write).join(by))
  return sql`
    MERGE INTO ${sql.raw(table)} t USING (
      SELECT above.partner_id, ${each(own, (one) => `s.${one}`)}, ${each(sums, (one) => `above.sign * s.${one} AS ${one}`)}
      FROM ${sql.raw(table)} s CROSS JOIN (
        SELECT unnest(${list(losing)}::int[]) AS partner_id, -1 AS sign UNION ALL SELECT unnest(${list(gaining)}::int[]), 1
      ) above
      WHERE s.partner_id = ${partner_id} AND (${each(sums, (one) => `s.${one} <> 0`, ' OR ')})
    ) c ON ${each(keys, (one) => `t.${one} = c.${one}`, ' AND ')}
    WHEN MATCHED AND ${each(sums, (one) => `t.${one} + c.${one} = 0`, ' AND ')} THEN DELETE
    WHEN MATCHED THEN UPDATE SET ${each(sums, (one) => `${one} = t.${one} + c.${one}`)}${sql.raw(besides[table] ?? '')}
    WHEN NOT MATCHED THEN INSERT (${each([...keys, ...sums], (one) => one)}) VALUES (${each([...keys, ...sums], (one) => `c.${one}`)})`
}
