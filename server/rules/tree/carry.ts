/**
 * Takes today's figures along when a partner moves. Counters of every level are written with the sale,
 * so from the moment of the move on the new ancestors count what the partner sells, what it annuls and
 * what it wins. For these to match, the new ancestors also take over what it has counted today and in
 * draws without a result, and the old ones give it up: a quota then holds for what it was sold under,
 * and a distributor's figure of the day is the sum of those below it. Days before today stay with the
 * ancestors that answered for them.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'

interface Counter {
  table: string
  /** With the partner, its primary key. */
  keys: readonly string[]
  sums: readonly string[]
  /** Of the rows `s`, those that are carried. */
  carried(today: string): SQL
}

const fromToday = (today: string) => sql`s.day >= ${today}::date`

const counters: readonly Counter[] = [
  {
    table: 'draw_sales',
    keys: ['draw_id', 'bet_type_id', 'number', 'currency'],
    sums: ['sold', 'liability', 'lines'],
    carried: (today) =>
      sql`EXISTS (SELECT 1 FROM draws d WHERE d.id = s.draw_id AND (d.state <> 'premiado' OR d.day >= ${today}::date))`,
  },
  {
    table: 'number_days',
    keys: ['currency', 'day', 'product_id', 'bet_type_id', 'number'],
    sums: ['sold', 'lines'],
    carried: fromToday,
  },
  {
    table: 'sales_hours',
    keys: ['currency', 'day', 'hour', 'shard'],
    sums: ['sold', 'prizes', 'commission', 'tickets'],
    carried: fromToday,
  },
  {
    table: 'product_days',
    keys: ['currency', 'day', 'product_id', 'bet_type_id', 'shard'],
    sums: ['sold', 'prizes', 'commission', 'participation', 'lines'],
    carried: fromToday,
  },
]

/** The ancestors that lose the partner, and those that gain it; whoever is above both sees no change. */
export interface Exchange {
  partner_id: number
  losing: readonly number[]
  gaining: readonly number[]
  /** Business day of the move. */
  today: string
}

export async function carryToday(tx: Executor, exchange: Exchange): Promise<void> {
  for (const counter of counters) {
    await add(tx, counter, exchange)
    await take(tx, counter, exchange)
  }
}

const names = (columns: readonly string[], write: (column: string) => string) => sql.raw(columns.map(write).join(', '))

async function add(
  tx: Executor,
  { table, keys, sums, carried }: Counter,
  { partner_id, gaining, today }: Exchange,
): Promise<void> {
  const columns = [...keys, ...sums]
  await tx.run(sql`
    INSERT INTO ${sql.raw(table)} AS t (partner_id, ${names(columns, (one) => one)})
    SELECT above.id, ${names(columns, (one) => `s.${one}`)}
    FROM ${sql.raw(table)} s CROSS JOIN unnest(${list(gaining)}::int[]) AS above(id)
    WHERE s.partner_id = ${partner_id} AND ${carried(today)}
    ORDER BY above.id, ${names(keys, (one) => `s.${one}`)}
    ON CONFLICT (partner_id, ${names(keys, (one) => one)}) DO UPDATE SET ${names(sums, (one) => `${one} = t.${one} + excluded.${one}`)}`)
}

async function take(
  tx: Executor,
  { table, keys, sums, carried }: Counter,
  { partner_id, losing, today }: Exchange,
): Promise<void> {
  await tx.run(sql`
    UPDATE ${sql.raw(table)} t SET ${names(sums, (one) => `${one} = t.${one} - s.${one}`)}
    FROM ${sql.raw(table)} s
    WHERE s.partner_id = ${partner_id} AND ${carried(today)} AND t.partner_id = ANY (${list(losing)}::int[])
      AND ${sql.raw(keys.map((one) => `t.${one} = s.${one}`).join(' AND '))}`)
}
