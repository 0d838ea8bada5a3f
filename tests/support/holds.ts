/** What must hold of a banca after every test of its money: asked so often that PostgreSQL plans each question once for a connection. */
import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { compile } from '../../server/platform/db/compile.ts'
import type { Executor } from '../../server/platform/db/connect.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import type { World } from './world.ts'

/** For statements of few texts over few rows, where planning costs many times what looking does. */
function planning<T extends Executor>(db: T): T {
  const one = async <R>(query: SQL): Promise<R | undefined> => {
    const compiled = compile(query)
    const name = createHash('sha256').update(compiled.text).digest('base64url')
    return (await db.prepared<R>(name, compiled))[0]
  }
  return { ...db, one }
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
