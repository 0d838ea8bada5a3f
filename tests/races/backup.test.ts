/**
 * A backup is taken while sixteen clients sell without pause, and restored elsewhere: every ticket acknowledged
 * before it began is there, all that are there are whole, and the books balance.
 */
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newestMigration } from '../../server/migrations/files.ts'
import { verifyAudit } from '../../server/platform/audit/chain.ts'
import { takeBackup } from '../../server/platform/db/backup/backup.ts'
import { restoreBackup } from '../../server/platform/db/backup/restore.ts'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import type { Embedded } from '../../server/platform/db/embedded.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { settlePending } from '../../server/rules/settlement/settle.ts'
import type { Server } from '../support/server-process.ts'
import type { World } from '../support/world.ts'
import { openOwnBanca, type OwnBanca } from '../support/own-banca.ts'
import { connections } from './rush.ts'
import { askFor, signIn, wishesFor, type Wish } from './terminals.ts'

let own: OwnBanca
let folder: string
let database: Embedded
let world: World
let server: Server
beforeAll(async () => {
  own = await openOwnBanca()
  ;({ folder, database, world, server } = own)
})
afterAll(() => own?.close())

/** The tickets of a restored banca, once its books were looked at. */
async function holdings(restored: Embedded) {
  const pool = createPool(restored.url('banca'), { max: 4 })
  const db = executor(pool)
  try {
    await settlePending(pool)
    const tickets = await db.rows<{ serial: string; lines: number }>(sql`
      SELECT t.serial, count(l.n)::int AS lines
      FROM tickets t
      LEFT JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
      GROUP BY t.serial`)
    const unanswered = await db.one(sql`SELECT count(*)::int AS n FROM idempotency_keys WHERE response IS NULL`)
    return { tickets, unanswered, books: await verifyBooks(db), audit: await verifyAudit(db) }
  } finally {
    await pool.end()
  }
}

it('a backup under sale holds what was acknowledged, whole, and its books balance', async () => {
  const make = wishesFor(await world.draw('LOTTO_ACTIVO'))
  const tokens = await signIn(server)
  const wishes: Wish[] = []
  let over = false
  const selling = Promise.all(
    Array.from({ length: connections }, async (_, n) => {
      while (!over) {
        const wish = make(n)
        wishes.push(wish)
        expect((await askFor(server, tokens, wish))?.status).toBe(201)
      }
    }),
  )
  const acknowledged = () => wishes.flatMap(({ serial }) => serial ?? [])
  await expect.poll(() => acknowledged().length, { timeout: 60_000 }).toBeGreaterThan(10 * connections)

  const file = join(folder, 'backup.tar.gz')
  const product = { version: '1.0.0', last_migration: newestMigration() }
  const before = acknowledged()
  await takeBackup({ dataDir: database.dataDir, file, product })
  const after = acknowledged()
  over = true
  await selling
  expect(after.length).toBeGreaterThan(before.length)

  const dataDir = join(folder, 'restored', 'pg')
  const { seen, manifest } = await restoreBackup({ dataDir, file, product, look: holdings })
  expect(manifest.databases).toMatchObject([{ name: 'banca', last_migration: newestMigration() }])
  const serials = new Set(seen.tickets.map((one) => one.serial))
  expect(before.filter((serial) => !serials.has(serial))).toEqual([])
  const sold = new Set(acknowledged())
  expect([...serials].filter((serial) => !sold.has(serial))).toEqual([])
  expect(seen.tickets.every((one) => one.lines === 3)).toBe(true)
  expect(seen).toMatchObject({ unanswered: { n: 0 }, books: [], audit: { broken_at: null } })
})
