/** The seals on the audit log while it is written: every row once, those that arrive late too, by several at it at a time. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '../../server/platform/audit/chain.ts'
import { auditSeals, sealAudit } from '../../server/platform/audit/seal.ts'
import { transaction, type Executor } from '../../server/platform/db/connect.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
})
afterAll(async () => {
  await world?.close()
  await database?.drop()
})

const write = (db: Executor, rows: number, reason: string) =>
  db.rows<{ id: string }>(sql`
    INSERT INTO audit_log (action, entity, reason) SELECT 'prueba.escribe', 'prueba', ${reason}
    FROM generate_series(1, ${rows}) RETURNING id`)
const rowsOf = async () => Number((await world.db.one<{ n: string }>(sql`SELECT count(*) AS n FROM audit_log`))!.n)
const through = async () =>
  BigInt((await world.db.one<{ through: string }>(sql`SELECT through FROM audit_seals`))!.through)

/** Everything is sealed, in a chain that holds. */
async function expectWhole(): Promise<void> {
  expect(await verifyAudit(world.db)).toEqual({ sealed: await rowsOf(), broken_at: null })
  expect((await auditSeals(world.db)).waiting).toBe(0)
}

describe('the seals', () => {
  it('come to all that waits in one run, however much it is', async () => {
    await write(world.db, 4_500, 'atraso')
    expect((await auditSeals(world.db)).waiting).toBeGreaterThanOrEqual(4_500)
    expect(await sealAudit(world.pool)).toBeGreaterThanOrEqual(4_500)
    await expectWhole()
  })

  it('wait for a row whose transaction lasts, and do not say that the log is sealed past it', async () => {
    let commit!: () => void
    let begun!: (id: bigint) => void
    const ended = new Promise<void>((resolve) => (commit = resolve))
    const number = new Promise<bigint>((resolve) => (begun = resolve))
    const slow = transaction(world.pool, async (tx) => {
      begun(BigInt((await write(tx, 1, 'lenta'))[0]!.id))
      await ended
    })
    const late = await number
    // More than whatever is looked at again below the watermark.
    await write(world.db, 3_000, 'rápidas')
    for (let run = 0; run < 3; run++) await sealAudit(world.pool)
    expect(await through()).toBeLessThan(late)
    expect((await auditSeals(world.db)).waiting).toBe(0)
    await write(world.db, 3_000, 'más')
    await sealAudit(world.pool)
    commit()
    await slow
    expect((await auditSeals(world.db)).waiting).toBe(1)
    await sealAudit(world.pool)
    await expectWhole()
    const { at } = (await world.db.one<{ at: string }>(sql`SELECT max(at) AS at FROM audit_log`))!
    // Transactions of other databases of the server are waited for as well.
    const reached = async () => {
      await sealAudit(world.pool)
      return (await auditSeals(world.db)).sealed_until
    }
    await expect.poll(reached, { timeout: 60_000 }).toBe(at)
    expect(await through()).toBeGreaterThan(late)
  })

  it('are put on once, while many write and two instances seal', async () => {
    let writing = true
    const sealing = Array.from({ length: 2 }, async () => {
      while (writing) await sealAudit(world.pool)
    })
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 40; n++)
        await transaction(world.pool, async (tx) => {
          await write(tx, 1 + ((n * writer) % 7), `escritor ${writer}`)
          if (n % 10 === writer) await tx.rows(sql`SELECT pg_sleep(0.05)`)
        })
    })
    await Promise.all(writers)
    writing = false
    await Promise.all(sealing)
    await sealAudit(world.pool)
    await expectWhole()
  })
})
