/** The recalculation: what it corrects and for whom, one at a time, and on after its caller or its instance are gone. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports } from '../../contract/reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { recalculation } from '../../server/rules/rollups/run.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { endOf, recalculate } from '../support/recalculation.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let app: TestApp
let past: Past

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world, day, sell, prize } = past
  const draw = await world.draw('LOTTO_ACTIVO')
  for (const [n, office] of (['taquilla1', 'taquilla2', 'taquilla3'] as const).entries()) {
    await sell(addDays(day, -1), '10:00', office, 'BS', [{ draw, number: '5', stake: `${n + 3}.50` }])
    await sell(day, '11:00', office, 'BS', [{ draw, number: String(n + 1), stake: `${n + 7}.15` }])
  }
  await prize(draw, day, '19:00', [{ place: '', number: '3', sign: null }])
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const damage = async (days = sql`day = ${past.day}`) => {
  const { db } = past.world
  await db.run(sql`UPDATE sales_days SET sold = sold + 100 WHERE ${days}`)
  await db.run(sql`UPDATE sales_hours SET sold = sold + 100 WHERE ${days}`)
}
/** What is kept of a day, by partner. */
const kept = async (day = past.day) => {
  const rows = await past.world.db.rows<{ owner: string; sold: string }>(sql`
    SELECT 'day ' || office_id AS owner, sold FROM sales_days WHERE day = ${day} UNION ALL
    SELECT 'hours ' || partner_id, sum(sold) FROM sales_hours WHERE day = ${day} GROUP BY 1`)
  return new Map(rows.map(({ owner, sold }) => [owner, sold]))
}
const both = () => ({ from: addDays(past.day, -1), to: past.day })
const begin = (as = 'banca') => app.call(reports.generalRecalculate, { body: both() }, { as })

/** As an instance of its own. */
const carryOn = () => workOn(recalculation, { ...app.app.databases.main }, new AbortController().signal)

/** While this is held a run can read nothing. */
const holding = <T>(work: () => Promise<T>): Promise<T> =>
  past.world.run(async (tx) => {
    await tx.run(sql`LOCK TABLE sales_days IN ACCESS EXCLUSIVE MODE`)
    return work()
  })

describe('what it corrects', () => {
  it('is nothing when all is right', async () => {
    expect(await recalculate(app, both())).toMatchObject({
      state: 'terminado',
      own: true,
      by: 'Banca',
      days: 2,
      days_done: 2,
      corrected: 0,
    })
  })

  it('is what is wrong, and leaves audit rows of its beginning and its end', async () => {
    const before = await kept()
    await damage()
    const run = await recalculate(app, both())
    expect([run.state, run.corrected > 0, await kept()]).toEqual(['terminado', true, before])
    expect(
      await past.world.db.rows(
        sql`SELECT action, username, significant FROM audit_log WHERE entity = 'reports' ORDER BY id DESC LIMIT 2`,
      ),
    ).toEqual([
      { action: 'reports.generalRecalculated', username: 'banca', significant: true },
      { action: 'reports.generalRecalculate', username: 'banca', significant: true },
    ])
  })

  it('is the subtree of whoever asks, and nothing beside or above it', async () => {
    const right = await kept()
    await damage()
    const wrong = await kept()
    expect(await recalculate(app, both(), 'agencia')).toMatchObject({ state: 'terminado', by: 'Agencia' })
    const { agencia1, taquilla1, taquilla2 } = past.world.partner
    const own = new Set([
      ...[taquilla1, taquilla2].map((id) => `day ${id}`),
      ...[agencia1, taquilla1, taquilla2].map((id) => `hours ${id}`),
    ])
    expect(own.size).toBe(5)
    expect(await kept()).toEqual(new Map([...wrong].map(([key, sold]) => [key, own.has(key) ? right.get(key)! : sold])))
    await recalculate(app, both())
    expect(await kept()).toEqual(right)
  })

  it('takes 31 days at most, forwards, and not from a seller', async () => {
    const refused = async (from: string, to: string, as = 'banca') =>
      (await app.call(reports.generalRecalculate, { body: { from, to } }, { as })).problem
    expect(await refused(addDays(past.day, -31), past.day)).toMatchObject({ code: 'range_too_long', status: 422 })
    expect((await refused(past.day, addDays(past.day, -1))).code).toBe('range_backwards')
    expect((await refused(past.day, past.day, 'taquilla')).code).toBe('forbidden')
  })
})

describe('a run', () => {
  it('is alone in the banca: who comes second is told whose it is, and only its own caller stops it', async () => {
    const id = await holding(async () => {
      const first = await begin()
      expect([first.status, first.body.state, first.body.days_done]).toEqual([202, 'en_curso', 0])
      const second = await begin('agencia')
      expect([second.status, second.problem.code]).toEqual([409, 'recalculation_running'])
      // Who stands above is not named.
      expect(second.problem).toMatchObject({ by: null, since: first.body.started_at })
      expect(second.problem.detail).toMatch(
        /^Otra persona está recalculando desde \d\d\/\d\d\/\d{4} \d\d:\d\d\. Espere a que termine\.$/,
      )
      const seen = await app.call(reports.generalRecalculation, {}, { as: 'agencia' })
      expect(seen.body.run).toMatchObject({ id: first.body.id, own: false, by: null })
      expect((await app.call(reports.generalRecalculateStop, {}, { as: 'agencia' })).problem.code).toBe('not_found')
      const stopped = await app.call(reports.generalRecalculateStop, {}, { as: 'banca' })
      expect(stopped.body).toMatchObject({ id: first.body.id, state: 'detenido' })
      return first.body.id
    })
    expect((await app.call(reports.generalRecalculation, {}, { as: 'banca' })).body.run).toMatchObject({
      id,
      state: 'detenido',
      days_done: 0,
    })
    expect(await recalculate(app, both(), 'agencia')).toMatchObject({ state: 'terminado' })
  })

  it('pressed again by its own caller is the same, and another period is told that it waits', async () => {
    await holding(async () => {
      const first = await begin('agencia')
      const again = await Promise.all([begin('agencia'), begin('agencia')])
      expect(again.map(({ status, body }) => [status, body.id, body.own])).toEqual(
        again.map(() => [202, first.body.id, true]),
      )
      const [begun] = await past.world.db.rows<{ n: number }>(
        sql`
          SELECT count(*)::int AS n
          FROM audit_log
          WHERE action = 'reports.generalRecalculate' AND after ->> 'id' = ${String(first.body.id)}`,
      )
      expect(begun).toEqual({ n: 1 })
      const other = await app.call(
        reports.generalRecalculate,
        { body: { from: past.day, to: past.day } },
        { as: 'agencia' },
      )
      expect([other.problem.code, other.problem.detail]).toEqual([
        'recalculation_running',
        expect.stringMatching(/^Usted ya está recalculando desde /),
      ])
      const higher = await begin('banca')
      expect(higher.problem).toMatchObject({ code: 'recalculation_running', by: 'Agencia' })
      return (await app.call(reports.generalRecalculateStop, {}, { as: 'agencia' })).body.id
    })
  })

  it('of sixteen asked for at once is one', async () => {
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => begin(n % 2 ? 'banca' : 'agencia')))
    const begun = replies.filter((reply) => reply.status === 202)
    expect(begun.length).toBeGreaterThan(0)
    for (const { status, problem } of replies)
      if (status !== 202) expect(['recalculation_running', 'conflict']).toContain(problem.code)
    const under = await past.world.db.one(sql`SELECT count(*)::int AS n FROM recalculations WHERE state = 'en_curso'`)
    expect(['0', '1']).toContain(String((under as { n: number }).n))
    for (const { body } of begun) await endOf(app, body.id, body.own ? (body.by === 'Banca' ? 'banca' : 'agencia') : '')
  })

  it('whose instance died is carried on from the day it had reached, by one of those that find it', async () => {
    const right = await kept()
    const { db, user, partner } = past.world
    await damage(sql`true`)
    const yesterday = await kept(addDays(past.day, -1))
    await db.run(sql`
      INSERT INTO recalculations (partner_id, from_day, to_day, started_by, days_done, rows, corrected, runner, beat_at)
      VALUES (
        ${partner.banca}, ${both().from}, ${both().to}, ${user['banca']}, 1, 7, 2, ${randomUUID()},
        clock_timestamp() - interval '1 minute'
      )`)
    const ended = () => db.rows(sql`SELECT 1 FROM audit_log WHERE action = 'reports.generalRecalculated'`)
    const before = (await ended()).length
    await Promise.all([1, 2, 3].map(carryOn))
    const { body } = await app.call(reports.generalRecalculation, {}, { as: 'banca' })
    expect(body.run).toMatchObject({ state: 'terminado', days_done: 2 })
    expect(body.run!.rows).toBeGreaterThan(7)
    expect([await kept(), await kept(addDays(past.day, -1))]).toEqual([right, yesterday])
    expect(await ended()).toHaveLength(before + 1)
    // One that lives is left alone, and so is one that is over.
    await db.run(sql`
      INSERT INTO recalculations (partner_id, from_day, to_day, started_by, runner, beat_at)
      VALUES (${partner.banca}, ${both().from}, ${both().to}, ${user['banca']}, ${randomUUID()}, clock_timestamp())`)
    await carryOn()
    expect((await app.call(reports.generalRecalculation, {}, { as: 'banca' })).body.run).toMatchObject({ days_done: 0 })
    await app.call(reports.generalRecalculateStop, {}, { as: 'banca' })
    expect(await recalculate(app, both())).toMatchObject({ state: 'terminado' })
  })

  it('that cannot go on ends as failed, and says so', async () => {
    const { db } = past.world
    await db.run(sql`ALTER TABLE sales_days RENAME TO gone`)
    const run = await recalculate(app, both()).finally(() => db.run(sql`ALTER TABLE gone RENAME TO sales_days`))
    expect(run).toMatchObject({ state: 'fallido', days_done: 0 })
    expect(await recalculate(app, both())).toMatchObject({ state: 'terminado', corrected: 0 })
  })
})
