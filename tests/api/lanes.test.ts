/** One user's flood, a slow report or a caller who left hold up nobody else: each kind of call has connections of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kpis } from '../../contract/kpis.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { startJobs } from '../../server/platform/jobs/jobs.ts'
import { connections } from '../../server/platform/db/databases.ts'
import { atOnce, line, openRush, tally, type Rush } from '../races/rush.ts'

let rush: Rush
beforeAll(async () => {
  rush = await openRush()
})
afterAll(async () => {
  await rush?.finish()
})

/** Only ends what hangs. */
const patient = { timeout: 30_000 }
/** Figures that no sale touches: while they are held, what reads them stands still. */
async function holding<T>(work: () => Promise<T>): Promise<T> {
  return rush.world.run(async (tx) => {
    await tx.run(sql`LOCK TABLE number_days IN ACCESS EXCLUSIVE MODE`)
    return work()
  })
}
const asked = () => ({ query: { from: rush.world.today, to: rush.world.today, currency: 'BS' as const } })
const report = (as: string) => rush.app.call(kpis.topNumbers, asked(), { as })
/** Statements that wait for the figures held. */
const standing = async () =>
  (await rush.world.db.one<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))!
    .n

describe('a flood of reports', () => {
  it('takes its own few turns; sales, lists and other people’s reports go on', async () => {
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    await rush.app.signInAs('banca')
    await rush.app.signInAs('distribuidor')
    const flood = await holding(async () => {
      const calls = Array.from({ length: 100 }, () => report('banca'))
      await expect.poll(standing, patient).toBe(connections.reports / 2)
      expect((await rush.sell([line(draw, '7')], 'taquilla')).status).toBe(201)
      expect((await rush.app.call(paymentMethods.list, {}, { as: 'banca' })).status).toBe(200)
      expect((await rush.app.call(kpis.lossProfit, asked(), { as: 'distribuidor' })).status).toBe(200)
      return { calls }
    })
    const replies = await Promise.all(flood.calls)
    expect(tally(replies)).toEqual({ 200: 62, busy: 38 })
    const busy = replies.find((reply) => reply.status === 503)!
    expect([busy.headers['retry-after'], busy.problem.detail]).toEqual([
      '2',
      'Hay demasiadas consultas en curso. Espere unos segundos e intente de nuevo.',
    ])
  })

  it('whose callers left is stopped in the database, and gives its turns back', async () => {
    const address = await rush.app.app.listen({ port: 0, host: '127.0.0.1' })
    const token = await rush.app.signInAs('banca')
    const url = `${address}${kpis.topNumbers.path}?${new URLSearchParams(asked().query).toString()}`
    await holding(async () => {
      const gone = new AbortController()
      const left = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const call = fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: gone.signal })
          if (n === 19) {
            await expect.poll(standing, patient).toBe(connections.reports / 2)
            gone.abort()
          }
          return call.then(
            () => 'answered',
            (error: Error) => error.name,
          )
        }),
      )
      expect(new Set(left)).toEqual(new Set(['AbortError']))
      await expect.poll(standing, patient).toBe(0)
    })
    expect(tally(await atOnce(10, () => report('banca')))).toEqual({ 200: 10 })
  })
})

describe('jobs', () => {
  it('a slow one holds none of the others', async () => {
    let release = () => undefined as void
    const slow = new Promise<void>((done) => {
      release = done
    })
    let runs = 0
    const { databases, log } = rush.app.app
    const stop = startJobs(
      [
        { name: 'slow', every_seconds: 0, run: () => slow },
        {
          name: 'quick',
          every_seconds: 0,
          run: async () => {
            runs += 1
          },
        },
      ],
      databases.all,
      log,
      5,
    )
    await expect.poll(() => runs, patient).toBeGreaterThan(3)
    release()
    await stop()
    const before = runs
    await sleep(30)
    expect(runs).toBe(before)
  })
})
