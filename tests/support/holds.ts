/** What must hold of a banca after every test of its money: asked so often that PostgreSQL plans each question once for a connection. */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { compile, type Compiled } from '../../server/platform/db/compile.ts'
import type { Executor } from '../../server/platform/db/connect.ts'
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

/** These rules of the books hold: what a model looks at after each of its steps; `after` names the step. */
export async function expectRulesHold(
  db: Executor,
  rules: readonly (readonly [rule: string, broken: SQL])[],
  after: string,
): Promise<void> {
  const asked = planning(db)
  for (const [rule, query] of rules)
    expect([after, rule, await asked.rows(sql`SELECT * FROM (${query}) broken LIMIT 1`)]).toEqual([after, rule, []])
}

/** The books hold. */
export async function expectBooksHold(db: Executor): Promise<void> {
  expect(await verifyBooks(planning(db))).toEqual([])
}

/** Every rollup of these days is what the tickets say. */
export async function expectRollupsHold({ run }: Pick<World, 'run'>, from: string, to: string): Promise<void> {
  const rebuilt = await run((tx) => {
    tx.planOnce()
    return rebuildDays(planning(tx), from, to)
  })
  expect(rebuilt).toMatchObject({ corrected: 0 })
}
