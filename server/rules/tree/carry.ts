/**
 * Takes a partner's figures along when it moves. Whatever is counted at every level of the tree is counted
 * with the sale, the award and the settlement under those who are above the office then. So that a father's
 * figure is the sum of those below it on every day, past ones included, the new ancestors take over all that
 * the partner's own rows hold, and the old ones give it up: what a rebuild from the tickets would write, which
 * also follows the tree as it is, without reading a ticket. Sold numbers of draws without a result are among
 * it, so that the new ancestors' quotas hold for what was sold before. What is kept by office or agency alone
 * (days, settlement) moves with the tree by itself.
 *
 * Years of rows take seconds, and whoever has the tree alone holds every sale back. So what hardly anybody
 * changes any more goes first, while others sell (`carryPast`); with the tree held the rest follows, with
 * whatever changed of the past in between (`carryRest`). Both together are the partner's own rows.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'
import { carryClosed, setClosedAside } from '../balances/carry.ts'
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

const ownKeys = ({ keys }: Rollup) => keys.filter((key) => key !== 'partner_id')
const each = (columns: readonly string[], write: (column: string) => string, by = ', ') =>
  sql.raw(columns.map(write).join(by))
const ownRows = ({ table }: Rollup, { partner_id }: Exchange) =>
  sql`SELECT * FROM ${sql.raw(table)} s WHERE s.partner_id = ${partner_id}`
/** What is carried of a rollup, in a table of the transaction's own. */
const gathered = (half: 'past' | 'rest', { table }: Rollup) => sql.raw(`carried_${half}_${table}`)

/**
 * The days before `before`. Their rows are held until the transaction ends: whoever corrects such a day then waits,
 * and one of the two is begun anew where each waits for the other. No other move may be under way.
 */
export async function carryPast(tx: Executor, exchange: Exchange, before: string): Promise<void> {
  await setClosedAside(tx, true)
  for (const rollup of ofLevels) {
    const { table, keys, sums } = rollup
    const day = table === 'draw_sales' ? sql`(SELECT d.day FROM draws d WHERE d.id = s.draw_id)` : sql`s.day`
    const past = sql`SELECT ${each([...keys, ...sums], (one) => one)} FROM (${ownRows(rollup, exchange)}) s WHERE ${day} < ${before}::date`
    await carry(tx, rollup, 'past', past, exchange)
  }
}

/** Exact, and its own inverse. The caller has the tree alone, so that nobody is half-way through these rows. */
export async function carryRest(tx: Executor, exchange: Exchange, { pastCarried = false } = {}): Promise<void> {
  await setClosedAside(tx, true)
  await carryClosed(tx, exchange)
  for (const rollup of ofLevels) {
    const keys = each(rollup.keys, (one) => one)
    const left = each(rollup.sums, (one) => `coalesce(n.${one}, 0) - coalesce(p.${one}, 0) AS ${one}`)
    const past = pastCarried ? gathered('past', rollup) : sql`(SELECT * FROM ${sql.raw(rollup.table)} WHERE false)`
    const rest = sql`SELECT ${keys}, ${left} FROM (${ownRows(rollup, exchange)}) n FULL JOIN ${past} p USING (${keys})`
    await carry(tx, rollup, 'rest', rest, exchange)
  }
  await setClosedAside(tx, false)
}

/**
 * Takes `rows` (keys and sums of the partner's own) from those that lose them and adds them to those that gain
 * them. A row of zeros is none: one that ends so goes, and one that is so is not carried. How many rows there are
 * decides how they are best written, so they are gathered first.
 */
async function carry(tx: Executor, rollup: Rollup, half: 'past' | 'rest', rows: SQL, { losing, gaining }: Exchange) {
  const { table, keys, sums } = rollup
  const columns = [...keys, ...sums]
  const source = gathered(half, rollup)
  await tx.run(sql`CREATE TEMP TABLE ${source} (LIKE ${sql.raw(table)} INCLUDING DEFAULTS) ON COMMIT DROP`)
  await tx.run(sql`
    INSERT INTO ${source} (${each(columns, (one) => one)})
    SELECT ${each(columns, (one) => one)} FROM (${rows}) own WHERE ${each(sums, (one) => `${one} <> 0`, ' OR ')}`)
  await tx.run(sql`ANALYZE ${source}`)
  await tx.run(sql`
    MERGE INTO ${sql.raw(table)} t USING (
      SELECT above.partner_id, ${each(ownKeys(rollup), (one) => `s.${one}`)}, ${each(sums, (one) => `above.sign * s.${one} AS ${one}`)}
      FROM ${source} s CROSS JOIN (
        SELECT unnest(${list(losing)}::int[]) AS partner_id, -1 AS sign UNION ALL SELECT unnest(${list(gaining)}::int[]), 1
      ) above
    ) c ON ${each(keys, (one) => `t.${one} = c.${one}`, ' AND ')}
    WHEN MATCHED AND ${each(sums, (one) => `t.${one} + c.${one} = 0`, ' AND ')} THEN DELETE
    WHEN MATCHED THEN UPDATE SET ${each(sums, (one) => `${one} = t.${one} + c.${one}`)}${sql.raw(besides[table] ?? '')}
    WHEN NOT MATCHED THEN INSERT (${each(columns, (one) => one)}) VALUES (${each(columns, (one) => `c.${one}`)})`)
}
