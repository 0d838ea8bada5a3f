/**
 * Reports that a streaming replica answers: it may be behind, end what it reads for what it replays, hang or go away,
 * and nobody is refused a report, shown an older state than what they did, or shown one without being told.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../contract/audit-log.ts'
import { asOfHeader } from '../../contract/endpoint.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import { onlineSales } from '../../contract/online-sales.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { tickets } from '../../contract/tickets.ts'
import { examine } from '../../server/platform/db/fitness.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { kept } from '../support/factories.ts'
import { openReplicated, type Replicated } from '../support/replica.ts'
import { createWorld, type World } from '../support/world.ts'
import { line } from './rush.ts'

let own: Replicated
let world: World
let app: TestApp
let draw: number
beforeAll(async () => {
  own = await openReplicated()
  world = await createWorld(own.url)
  app = await startApp(own.url, { reports_url: own.reports_url })
  draw = await world.draw('LOTTO_ACTIVO', 36_000)
  for (const name of ['banca', 'supervisor', 'taquilla']) await app.signInAs(name)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await own?.close()
})
afterEach(() => own.replica.run(sql`SELECT pg_wal_replay_resume()`))

const sell = async () => {
  const reply = await app.call(
    tickets.sell,
    { body: { currency: 'BS', confirm_repeated: true, lines: [line(draw, '8')] } },
    { as: 'taquilla' },
  )
  expect(reply.status).toBe(201)
}
const report = (as: string) =>
  app.call(grossSales.list, { query: { from: world.today, to: world.today, level: 'taquilla' } }, { as })
/** Lines that the report counts, and as of when. */
const shown = async (as: string) => {
  const reply = await report(as)
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return [reply.body.data.reduce((sum, row) => sum + row.lines, 0), reply.headers[asOfHeader]] as const
}
const sold = async () => (await world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM tickets`))!.n
const pause = () => own.replica.run(sql`SELECT pg_wal_replay_pause()`)
const standing = async () => (await app.app.inject('/readyz')).json().replicas
/** Reads of the table under the report, so far, on the replica. */
const readThere = async () =>
  Number(
    (await own.replica.one<{ n: string }>(
      sql`
        SELECT count(*) AS n
        FROM pg_stat_activity
        WHERE application_name LIKE 'sorteo principal/reports %' AND query LIKE '%product_days%'`,
    ))!.n,
  )

describe('a replica that follows', () => {
  it('answers reports, and each has what was sold before it was asked for', async () => {
    for (let n = 0; n < 20; n++) {
      await sell()
      expect(await shown('banca')).toEqual([await sold(), undefined])
    }
    expect(await readThere()).toBeGreaterThan(0)
    expect(await standing()).toEqual({ principal: 'current' })
  })
})

it('is no database to start on', async () => {
  await expect(examine('DATABASE_URL', own.reports_url)).rejects.toThrow('DATABASE_URL lleva a una réplica')
})

describe('a replica that is behind', () => {
  it('says as of when, and never shows a person less than what they did', async () => {
    await sell()
    const before = await sold()
    expect(await shown('supervisor')).toEqual([before, undefined])
    await pause()
    await sell()
    await sleep(3_300)
    const [lines, as_of] = await shown('supervisor')
    expect(lines).toBe(before)
    expect(Math.abs(new Date(String(as_of)).getTime() - Date.now())).toBeLessThan(20_000)
    const online = await app.call(onlineSales.partner, { query: {} }, { as: 'supervisor' })
    expect([online.status, online.headers[asOfHeader]]).toEqual([200, as_of])
    const file = await app.call(
      grossSales.export,
      { query: { from: world.today, to: world.today, level: 'taquilla', format: 'csv' } },
      { as: 'supervisor' },
    )
    expect([file.status, file.headers[asOfHeader]]).toEqual([200, as_of])
    expect(file.raw.toString()).toContain('Datos hasta')
    // Another instance, which knows nothing of what was asked of this one.
    const other = await startApp(own.url, { reports_url: own.reports_url })
    const made = await app.call(paymentMethods.create, { body: kept.paymentMethods.form() }, { as: 'banca' })
    expect(made.status).toBe(201)
    for (const instance of [app, other]) {
      const log = await instance.call(auditLog.list, { query: {} }, { token: await app.signInAs('banca') })
      expect([log.body.data[0]!.action, log.headers[asOfHeader]]).toEqual(['paymentMethods.create', undefined])
    }
    await other.close()
    expect(await shown('banca')).toEqual([before + 1, undefined])
    expect(await standing()).toEqual({ principal: 'behind' })
    await own.replica.run(sql`SELECT pg_wal_replay_resume()`)
    await expect.poll(() => shown('supervisor')).toEqual([before + 1, undefined])
  })
})

describe('a replica that ends statements for what it replays', () => {
  it('refuses nobody a report', async () => {
    const conflicts = async () =>
      Number(
        (await own.replica.one<{ n: string }>(
          sql`SELECT sum(confl_snapshot + confl_lock + confl_bufferpin) AS n FROM pg_stat_database_conflicts`,
        ))!.n,
      )
    const before = await conflicts()
    let over = false
    const churn = async () => {
      while (!over) {
        await world.db.run(sql`UPDATE product_days SET sold = sold`)
        await world.db.run(sql`UPDATE partners SET name = name`)
        await world.db.run(sql`VACUUM product_days, partners`)
      }
    }
    const churning = churn()
    // What reads for as long as a large report does.
    const slow = app.app.databases.main.replica!.executorFor(
      world.user['banca']!,
      new AbortController().signal,
      () => undefined,
    )
    const until = Date.now() + 60_000
    let isMet = false
    const met: Record<string, number> = {}
    const looking = (async () => {
      while (!over && !isMet) {
        isMet = (await conflicts()) > before
        await sleep(100)
      }
    })()
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        // How long it takes until one is ended is the machine's.
        for (let asked = 0; asked < 32 || (!isMet && Date.now() < until); asked++) {
          const reply = await report(n % 2 === 0 ? 'banca' : 'supervisor')
          const what = `${reply.status} ${reply.problem?.code ?? ''}`.trim()
          met[what] = (met[what] ?? 0) + 1
          if (asked % 8 === 0) await slow.rows(sql`SELECT pg_sleep(0.1) FROM (SELECT count(*) FROM product_days) d`)
        }
      }),
    )
    over = true
    await Promise.all([churning, looking])
    expect(Object.keys(met)).toEqual(['200'])
    expect(met['200']).toBeGreaterThanOrEqual(256)
    expect(await conflicts()).toBeGreaterThan(before)
  })
})

describe('a replica that goes away', () => {
  it.each([
    ['is ended', () => own.stopReplica(), () => own.startReplica()],
    ['answers no more', async () => own.signalReplica('SIGSTOP'), async () => own.signalReplica('SIGCONT')],
  ])('and %s leaves reports to the primary until it is back', async (_, goes, comes) => {
    await sell()
    await shown('banca')
    await goes()
    await sell()
    const answers = await Promise.all(
      Array.from({ length: 18 }, (_one, n) => shown(n % 2 === 0 ? 'banca' : 'supervisor')),
    )
    const now = await sold()
    expect(answers).toEqual(answers.map(() => [now, undefined]))
    expect([(await app.app.inject('/readyz')).statusCode, await standing()]).toEqual([200, { principal: 'away' }])
    await comes()
    await expect.poll(standing, { timeout: 20_000 }).not.toEqual({ principal: 'away' })
    await expect.poll(() => shown('supervisor'), { timeout: 20_000 }).toEqual([now, undefined])
    await expect.poll(readThere, { timeout: 10_000 }).toBeGreaterThan(0)
  })
})
