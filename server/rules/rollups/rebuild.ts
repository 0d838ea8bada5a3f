/**
 * Rebuilds the rollups of past or present days from tickets, lines and prizes. Upper levels are those
 * of the tree as it is now.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays, daysBetween } from '@contract/values/dates.ts'
import type { Executor, Tx } from '../../platform/db/connect.ts'
import { within as inScope, type Scope } from '../../platform/db/scope.ts'
import { lockTree } from '../tree/tree.ts'
import { settleAgain } from '../settlement/settle.ts'
import { dayRange, rollups, settlement, type DayRange, type Rollup } from './expected.ts'

export interface Rebuilt {
  days: number
  /** Rollup rows compared. */
  rows: number
  /** Of them, those that were wrong or missing. */
  corrected: number
}

/** Days compared at a time: enough to be fast, few enough for the server's memory. */
const windowDays = 31

const columns = (names: readonly string[]) => sql.raw(names.join(', '))

/** Whose figures a row of a rollup holds, by the names that its keys give to a partner. */
const owners = ['office_id', 'agency_id', 'partner_id']

/**
 * Every row the rollup holds or should hold, with the right values and whether it `differs`. A missing row
 * equals one of zeros. With a scope, of the partners in it alone: what those above them add up stays as it is.
 */
function comparison(
  { table, keys, sums, others, within, expected }: Rollup,
  range: DayRange,
  scope: Scope | undefined,
): SQL {
  const owner = keys.find((key) => owners.includes(key))
  if (!owner) throw new Error(`nobody owns the rows of ${table}`)
  const own = (alias: string) => (scope ? inScope(scope, sql.raw(`${alias}.${owner}`)) : sql`true`)
  const values = [...sums.map((name) => `coalesce(f.${name}, 0) AS ${name}`), ...others.map((name) => `f.${name}`)]
  const differences = [
    ...sums.map((name) => `coalesce(f.${name}, 0) <> coalesce(stored.${name}, 0)`),
    ...others.map((name) => `f.${name} IS DISTINCT FROM stored.${name}`),
  ]
  return sql`
    SELECT ${columns(keys)}, ${columns(values)}, ${sql.raw(differences.join(' OR '))} AS differs
    FROM (SELECT * FROM (${expected(range)}) e WHERE ${own('e')}) f
    FULL JOIN (SELECT * FROM ${sql.raw(table)} stored WHERE ${within(range)} AND ${own('stored')}) stored USING (${columns(keys)})`
}

/** Writes what differs. The caller holds the tables' locks. */
async function correct(tx: Executor, rollup: Rollup, range: DayRange, scope: Scope | undefined): Promise<number> {
  const { table, keys, sums, others } = rollup
  const values = [...sums, ...others]
  return tx.run(sql`
    INSERT INTO ${sql.raw(table)} (${columns([...keys, ...values])})
    SELECT ${columns([...keys, ...values])} FROM (${comparison(rollup, range, scope)}) compared WHERE differs ORDER BY ${columns(keys)}
    ON CONFLICT (${columns(keys)}) DO UPDATE SET ${columns(values.map((name) => `${name} = excluded.${name}`))}`)
}

/**
 * Whoever counts in several rollups shares the tree from its first statement on, so with the tree alone
 * nobody is half-way through them; without it, each would hold a table that the other waits for.
 */
async function holdSales(tx: Executor): Promise<void> {
  await lockTree(tx, 'move')
  await tx.run(sql`LOCK TABLE ${columns(rollups.map((one) => one.table))} IN SHARE ROW EXCLUSIVE MODE`)
}

/**
 * Compares every rollup of the business days `from` `to`, both included, with what the tickets say,
 * and corrects what differs. Of the ledger, only what wrong sums had earned is put right, by entries added;
 * the rest is reported by `verifyBooks`, never edited.
 *
 * A comparison is one statement, so one instant: sales going on meanwhile are seen whole or not at
 * all, and right figures block nobody. Only where something is wrong are sales held back while it is
 * compared again and written. With a scope, only rows of its partners are compared and written.
 */
export async function rebuildDays(tx: Tx, from: string, to: string, scope?: Scope): Promise<Rebuilt> {
  const rebuilt: Rebuilt = { days: Math.max(daysBetween(from, to), 0), rows: 0, corrected: 0 }
  let locked = false
  await tx.run(sql`SELECT set_config('work_mem', '128MB', true), set_config('statement_timeout', '60s', true)`)
  for (let start = from; start <= to; start = addDays(start, windowDays)) {
    const end = addDays(start, windowDays - 1)
    const range = dayRange(start, end < to ? end : to)
    for (const rollup of rollups) {
      const found = await tx.one<{ rows: string; wrong: string }>(sql`
        SELECT count(*) AS rows, count(*) FILTER (WHERE differs) AS wrong FROM (${comparison(rollup, range, scope)}) compared`)
      rebuilt.rows += Number(found?.rows ?? 0)
      if (!found || found.wrong === '0') continue
      if (!locked) await holdSales(tx)
      locked = true
      rebuilt.corrected += await correct(tx, rollup, range, scope)
      if (rollup === settlement) await settleAgain(tx, range)
    }
  }
  return rebuilt
}

/**
 * Writes rollups of days that have none yet, where every line was sold on the day of its draw: what a
 * bulk load does instead of comparing. Those of money need whole weeks, one after the other. In the order of the keys,
 * which halves the work of their index.
 */
export async function fillDays(tx: Executor, some: readonly Rollup[], from: string, to: string): Promise<void> {
  const range = { from, to, sold_from: from }
  for (const { table, keys, sums, others, expected } of some) {
    const values = [...sums.map((name) => `coalesce(${name}, 0)`), ...others]
    await tx.run(sql`
      INSERT INTO ${sql.raw(table)} (${columns([...keys, ...sums, ...others])})
      SELECT ${columns([...keys, ...values])} FROM (${expected(range)}) f ORDER BY ${columns(keys)}`)
  }
}
