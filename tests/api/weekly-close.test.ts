/**
 * Weeks that the clock closes: when a Monday is due in the banca's zone, one claim whichever instances look, the oldest
 * week first, what stays open and why, who is told, and what a killed instance leaves.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { banking } from '../../contract/banking.ts'
import { notifications } from '../../contract/notifications.ts'
import { addDays, dayStart, weekDays, weekday } from '../../contract/values/dates.ts'
import { problems } from '../../contract/problems.ts'
import { Databases } from '../../server/platform/db/databases.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { queueMonday, weeklyClose } from '../../server/rules/books/weekly.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { mondaysUrl } from '../support/mondays.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let app: TestApp
let instances: readonly Databases[]
/** Sundays of the three weeks before this one. */
let first: string
let second: string
let third: string
beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  third = addDays(past.world.today, -weekday(past.world.today))
  second = addDays(third, -7)
  first = addDays(second, -7)
  app = await startApp(database.url)
  instances = [1, 2, 3].map(() => new Databases([{ key: 'principal', url: database.url }]))
})
afterAll(async () => {
  await Promise.all(instances?.map((one) => one.close()) ?? [])
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const open = new AbortController().signal
const work = (n = 0) => workOn(weeklyClose, instances[n]!.main, open)
const mondays = () =>
  past.world.db.rows<{ monday: string; state: string; attempts: number; closed: number; kept: number }>(
    sql`SELECT monday::text AS monday, state, attempts, closed, kept FROM weekly_closes ORDER BY monday`,
  )
const told = () =>
  past.world.db.rows<{ who: string; level: string; title: string; text: string; link: string }>(sql`
    SELECT person.username AS who, note.level, note.title, note.text, note.link
    FROM notifications note JOIN users person ON person.id = note.user_id WHERE note.kind = 'cierre' ORDER BY note.id, 1`)
const closings = () =>
  past.world.db.rows<{ name: string; week: string; by: number | null }>(sql`
    SELECT partner.name, closing.week::text AS week, closing.closed_by AS by
    FROM closings closing JOIN partners partner ON partner.id = closing.partner_id
    WHERE closing.reversed_at IS NULL ORDER BY closing.week, partner.name`)
/** The Monday after a Sunday at a clock time of Caracas. */
const mondayAfter = (sunday: string, time: string) => past.at(addDays(sunday, 1), time)
/** An hour that was set long ago. */
const setHour = (hour: number | null, zone = 'America/Caracas') =>
  past.world.db.run(
    sql`UPDATE banca SET week_close_hour = ${hour}::int, zone = ${zone}, week_close_set_at = '2020-01-01'`,
  )
let drawn = 0
async function sold(office: 'taquilla1' | 'taquilla3', sunday: string, awarded = true): Promise<number> {
  const draw = await past.world.draw('LOTTO_ACTIVO')
  const wednesday = addDays(sunday, -4)
  await past.sell(wednesday, '10:00', office, 'BS', [{ draw, number: '7', stake: '100.00' }])
  drawn += 1
  const time = `15:${String(drawn).padStart(2, '0')}`
  if (awarded) await past.prize(draw, wednesday, time, [{ place: '', number: '5', sign: null }])
  else
    await past.world.db.run(sql`
      UPDATE draws SET day = ${wednesday}, scheduled_at = ${past.at(wednesday, time).toISOString()},
        closes_at = ${past.at(wednesday, '14:00').toISOString()}, opens_at = ${past.at(wednesday, '08:00').toISOString()}
      WHERE id = ${draw}`)
  return draw
}

describe('the hour', () => {
  beforeEach(() => past.world.db.run(sql`DELETE FROM weekly_closes`))

  it('is the banca’s own setting, none at first, and of the Mondays that come after it was set', async () => {
    const { has_sold: _sold, ...kept } = (await app.call(banking.config, {}, { as: 'banca' })).body
    expect(kept.week_close_hour).toBeNull()
    await queueMonday(past.world.db, new Date())
    const save = (week_close_hour: unknown, version = kept.version) =>
      app.call(banking.saveConfig, { body: { ...kept, version, week_close_hour } as never }, { as: 'banca' })
    const wrong = await save(24)
    expect([wrong.status, wrong.problem.errors?.[0]]).toMatchObject([
      400,
      { path: 'week_close_hour', message: 'Escriba un número de 0 a 23' },
    ])
    const saved = await save(0)
    expect([saved.status, saved.body.week_close_hour]).toEqual([200, 0])
    // The last Monday was over when it was set; the next one is not.
    await queueMonday(past.world.db, new Date())
    expect(await mondays()).toEqual([])
    await queueMonday(past.world.db, mondayAfter(addDays(third, 7), '00:00'))
    expect((await mondays()).map(({ monday }) => monday)).toEqual([addDays(third, 8)])
    // Saved with the same hour it stays of the same Mondays.
    const at = () => past.world.db.one(sql`SELECT week_close_set_at::text AS at FROM banca`)
    const before = await at()
    await save(0, saved.body.version)
    expect(await at()).toEqual(before)
  })

  it('comes in the banca’s zone, once, and late where no server was there', async () => {
    await setHour(6)
    await queueMonday(past.world.db, mondayAfter(second, '05:59'))
    const week = async () => (await mondays()).map(({ monday }) => monday)
    expect(await week()).toEqual([addDays(first, 1)])
    for (const time of ['06:00', '06:00', '09:30'])
      await Promise.all([1, 2, 3].map(() => queueMonday(past.world.db, mondayAfter(second, time))))
    expect(await week()).toEqual([addDays(first, 1), addDays(second, 1)])
    // Off since Monday, back on Saturday.
    await queueMonday(past.world.db, past.at(addDays(third, 6), '23:00'))
    expect(await week()).toEqual([first, second, third].map((one) => addDays(one, 1)))
  })

  it.each([
    ['America/Panama', '2026-03-09', '2026-03-09T11:00:00Z'],
    // The clocks went forward the day before, and back.
    ['America/New_York', '2026-03-09', '2026-03-09T10:00:00Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T11:00:00Z'],
    // Midnight of the day of the change itself.
    ['America/Santiago', '2026-09-07', '2026-09-07T09:00:00Z'],
  ])('is six of the clock in %s on %s', async (zone, monday, at) => {
    await setHour(6, zone)
    const instant = new Date(at)
    await queueMonday(past.world.db, new Date(instant.getTime() - 1_000))
    expect((await mondays()).map((one) => one.monday)).toEqual([addDays(monday, -7)])
    await queueMonday(past.world.db, instant)
    expect((await mondays()).map((one) => one.monday)).toEqual([addDays(monday, -7), monday])
    await setHour(null)
  })
})

describe('a Monday', () => {
  let pending: number
  it('closes what waits, the oldest week first, once whoever looks, and tells the banca’s people what it could not', async () => {
    await past.world.db.run(sql`DELETE FROM weekly_closes`)
    await sold('taquilla1', first)
    await sold('taquilla3', first)
    pending = await sold('taquilla1', second, false)
    await sold('taquilla3', second)
    const waits = await app.call(accountBalance.waiting, {}, { as: 'banca' })
    expect(waits.body).toEqual({ count: 3, oldest: dayStart(addDays(first, 1), 'America/Caracas') })
    await setHour(6)
    await Promise.all(instances.map(({ main }) => queueMonday(main.db, mondayAfter(second, '06:01'))))
    await Promise.all([0, 1, 2].map(work))
    expect(await mondays()).toEqual([
      { monday: addDays(second, 1), state: 'terminado', attempts: 1, closed: 5, kept: 3 },
    ])
    expect(await closings()).toEqual([
      ...['Agencia Dos', 'Agencia Uno', 'Distribuidor Norte', 'Distribuidor Sur'].map((name) => ({
        name,
        week: first,
        by: null,
      })),
      { name: 'Agencia Dos', week: second, by: null },
    ])
    await expectBooksHold(past.world.db)
    const notices = await told()
    expect(notices.map(({ who }) => who).sort()).toEqual(['banca', 'premiador', 'supervisor'])
    expect(notices[0]).toMatchObject({
      level: 'advierte',
      title: 'Cierre del lunes: 3 afiliados quedaron abiertos',
    })
    // 100 sold by each, 12 % and 30 % of the 88 left: 61.60.
    expect(notices[0]!.text).toMatch(
      new RegExp(
        `^Semana del ${weekDays(first)}: 4 cuentas cerradas, resultado Bs 123,20\\. ` +
          `Semana del ${weekDays(second)}: 1 cuenta cerrada, resultado Bs 61,60\\. ` +
          'Agencia Uno: Sin resultado: 1 sorteo en que vendió \\(.*\\)\\. Distribuidor Sur: Por cerrar antes: ',
      ),
    )
  })

  it('is a record that says it, for those who supervise the banca', async () => {
    const query = { from: addDays(second, 1), to: addDays(second, 1) }
    const { body } = await app.call(accountBalance.clock, { query } as never, { as: 'supervisor' })
    expect(body.data).toMatchObject([{ state: 'terminado', weeks: 2, closed: 5, kept: 3, problem: null }])
    const params = { id: body.data[0]!.id }
    const weeks = await app.call(accountBalance.clockedWeeks, { params }, { as: 'supervisor' })
    expect(weeks.body.data.map(({ week, closed, sums, kept }) => [week, closed, sums, kept])).toEqual([
      [first, 4, [{ currency: 'BS', total: '123.20', partners: 4 }], 0],
      [second, 1, [{ currency: 'BS', total: '61.60', partners: 1 }], 3],
    ])
    expect(weeks.body.data[1]!.kept_open.map(({ name, problem }) => [name, problem])).toEqual([
      ['Agencia Uno', 'week_pending'],
      ['Distribuidor Sur', 'week_below'],
      ['Distribuidor Norte', 'week_below'],
    ])
    expect((await app.call(accountBalance.clockedWeeks, { params: { id: 999_999 } }, { as: 'banca' })).status).toBe(404)
    for (const as of ['distribuidor', 'agencia'])
      expect((await app.call(accountBalance.clockedWeeks, { params }, { as })).status).toBe(403)
    expect((await app.call(accountBalance.waiting, {}, { as: 'supervisor' })).status).toBe(403)
    const [notice] = await told()
    expect(notice!.link).toContain(`from=${addDays(second, 1)}`)
    const seen = await app.call(notifications.list, { body: {} } as never, { as: 'supervisor' })
    expect(seen.body.data[0]).toMatchObject({ kind: 'cierre', level: 'advierte' })
    expect(
      (await app.call(accountBalance.closings, { query: { from: first, to: first } } as never, { as: 'banca' })).body
        .data[0],
    ).toMatchObject({ closed_by: null, reason: null })
  })

  it('that nobody had closed is gone on with by the next one, when what was missing has come', async () => {
    await past.prize(pending, addDays(second, -4), '16:30', [{ place: '', number: '5', sign: null }])
    await queueMonday(past.world.db, mondayAfter(third, '08:00'))
    await work()
    expect((await mondays())[1]).toEqual({
      monday: addDays(third, 1),
      state: 'terminado',
      attempts: 1,
      closed: 7,
      kept: 0,
    })
    expect((await told()).at(-1)).toMatchObject({ level: 'informa', title: 'Cierre del lunes: 7 cuentas cerradas' })
    expect((await app.call(accountBalance.waiting, {}, { as: 'banca' })).body).toEqual({ count: 0, oldest: null })
    await expectBooksHold(past.world.db)
  })

  it('on which nothing waits ends, and nobody is told', async () => {
    await past.world.db.run(sql`DELETE FROM weekly_closes`)
    const before = (await told()).length
    await queueMonday(past.world.db, mondayAfter(third, '08:00'))
    await work()
    expect(await mondays()).toMatchObject([{ state: 'terminado', closed: 0, kept: 0 }])
    expect(await told()).toHaveLength(before)
  })
})

describe('an instance that is killed', () => {
  /** Takes back what is closed of the last week. */
  async function reopen(): Promise<void> {
    await past.world.db.run(sql`DELETE FROM weekly_closes`)
    const { body } = await app.call(
      accountBalance.closings,
      { query: { from: third, to: third, state: 'cerrada' } } as never,
      {
        as: 'banca',
      },
    )
    expect(body.data).toHaveLength(4)
    for (const { id } of body.data)
      await app.call(accountBalance.reopen, { body: { closing_id: id, reason: 'Se repite' } }, { as: 'banca' })
  }
  const pass = (seconds: number) =>
    past.world.db.run(sql`UPDATE weekly_closes SET beat_at = beat_at - make_interval(secs => ${seconds})`)

  it('has closed nothing by halves, and another closes it once', async () => {
    await reopen()
    await queueMonday(past.world.db, mondayAfter(third, '08:00'))
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/mondays.ts'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, [mondaysUrl]: database.url },
      stdio: 'inherit',
    })
    await past.world.run(async (tx) => {
      await tx.run(sql`SELECT 1 FROM partner_books FOR UPDATE`)
      await expect
        .poll(
          async () =>
            (
              await past.world.db.rows(sql`
              SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
            ).length,
          { timeout: 60_000, interval: 200 },
        )
        .toBeGreaterThan(0)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    })
    await work()
    expect(await mondays()).toMatchObject([{ state: 'en_curso', attempts: 1, closed: 0 }])
    await pass(21)
    await Promise.all([0, 1, 2].map(work))
    expect(await mondays()).toMatchObject([{ state: 'terminado', attempts: 1, closed: 4, kept: 0 }])
    expect((await closings()).filter(({ week }) => week === third)).toHaveLength(4)
    await expectBooksHold(past.world.db)
  }, 120_000)

  it('each time is not tried for ever: it is given up, and told as that', async () => {
    await reopen()
    await queueMonday(past.world.db, mondayAfter(third, '08:00'))
    await past.world.db.run(sql`
      UPDATE weekly_closes SET attempts = 3, runner = gen_random_uuid(), beat_at = now() - interval '21 seconds'`)
    await work()
    expect(await mondays()).toMatchObject([{ state: 'fallido', closed: 0 }])
    expect((await told()).at(-1)).toMatchObject({
      level: 'urge',
      title: 'No se cerraron las semanas',
      text: `${problems.internal.detail} Ciérrelas a mano.`,
    })
    expect((await app.call(accountBalance.waiting, {}, { as: 'banca' })).body.count).toBe(1)
  })
})
