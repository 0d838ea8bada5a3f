/** What must hold of a banca after every test of its money: asked so often that PostgreSQL plans each question once for a connection. */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { compile, type Compiled } from '../../server/platform/db/compile.ts'
import { transaction, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import type { World } from './world.ts'

/** A statement that is asked again has its text and its name already. */
const written = new WeakMap<SQL, { name: string; compiled: Compiled }>()
function write(query: SQL): { name: string; compiled: Compiled } {
  const known = written.get(query)
  if (known) return known
  const compiled = compile(query)
  const now = { name: createHash('sha256').update(compiled.text).digest('base64url'), compiled }
  written.set(query, now)
  return now
}

/** For statements of few texts over few rows, where planning costs many times what looking does. */
function planning<T extends Executor>(db: T): T {
  const rows = <R>(query: SQL): Promise<R[]> => {
    const { name, compiled } = write(query)
    return db.prepared<R>(name, compiled)
  }
  return { ...db, rows, one: async <R>(query: SQL) => (await rows<R>(query))[0] }
}

/** What the rules read most of. */
const read = sql`ledger_entries, ledger_postings, ledger_days, ledger_accounts, closings, payment_responsibles, partners,
  partner_books, tickets, ticket_lines`
/** Fewer entries are found however they are looked for. */
const few = 100
/** How many entries there were when their tables were counted, by their database. */
const counted = new WeakMap<object, number>()
/**
 * What was planned while there was nothing takes half a second per rule once there are thousands of rows: where they
 * doubled, they are counted again, and planned for.
 */
async function count(db: Executor): Promise<void> {
  const found = await db.one<{ entries: number }>(
    sql`SELECT coalesce(pg_sequence_last_value('ledger_entry_ids'), 0)::int AS entries`,
  )
  if (found!.entries < 2 * (counted.get(db.home) ?? few)) return
  counted.set(db.home, found!.entries)
  await db.run(sql`ANALYZE ${read}`)
}

/** Looks with statements that are planned at the first look, not at each of the first five. */
async function looking<T>(db: Executor, look: (asked: Executor) => Promise<T>): Promise<T> {
  await count(db)
  return transaction(db.home as Pool, (tx) => {
    tx.planOnce()
    return look(planning(tx))
  })
}

/** These rules of the books hold: what a model looks at after each of its steps; `after` names the step. */
export async function expectRulesHold(
  db: Executor,
  rules: readonly (readonly [rule: string, broken: SQL])[],
  after: string,
): Promise<void> {
  await looking(db, async (asked) => {
    for (const [rule, query] of rules) {
      // By itself: that one row is enough must not lead the planner to look for it row by row, for mostly there is none.
      const broken = await asked.rows(sql`WITH broken AS MATERIALIZED (${query}) SELECT * FROM broken LIMIT 1`)
      expect([after, rule, broken]).toEqual([after, rule, []])
    }
  })
}

/** The books hold. */
export async function expectBooksHold(db: Executor): Promise<void> {
  expect(await looking(db, verifyBooks)).toEqual([])
}

/** Every rollup of these days is what the tickets say. */
export async function expectRollupsHold({ run }: Pick<World, 'run'>, from: string, to: string): Promise<void> {
  const rebuilt = await run((tx) => {
    tx.planOnce()
    return rebuildDays(planning(tx), from, to)
  })
  expect(rebuilt).toMatchObject({ corrected: 0 })
}
