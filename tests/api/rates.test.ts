/** Exchange rates: who sets which, from when one holds, what a sale freezes, and what is refused. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountEntries } from '../../contract/account-entries.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { general } from '../../contract/general.ts'
import { payments } from '../../contract/payments.ts'
import { rates } from '../../contract/rates.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays, dayStart } from '../../contract/values/dates.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, zone, type World } from '../support/world.ts'
import { outcome, refusal } from './agencies-setup.ts'

let database: TestDatabase
let world: World
let app: TestApp
/** The banca's type, which everybody works with, and one that offices set. */
let official: number
let own: number

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  const made = await Promise.all(
    [
      { codigo: 'BCV', nombre: 'BCV' },
      { codigo: 'MOSTRADOR', nombre: 'De mostrador', by_offices: true },
    ].map((body) => app.call(rates.createType, { body }, { as: 'banca' })),
  )
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  ;[official, own] = made.map(({ body }) => body.id) as [number, number]
})
beforeEach(() => world.db.run(sql`DELETE FROM rates`))
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

const set = (rate: string, more: object = {}, as = 'banca', key?: string) =>
  app.call(
    rates.create,
    { body: { rate_type_id: official, currency: 'USD' as const, rate, ...more } },
    { as, ...(key && { key }) },
  )
const hence = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
/** As if so many minutes had gone by. */
const pass = (minutes: number) =>
  world.db.run(sql`UPDATE rates SET valid_from = valid_from - make_interval(mins => ${minutes}::int)`)
const inForce = async (as: string, type = official) => {
  const { body } = await app.call(rates.inForce, {}, { as })
  return body.data.find(({ rate_type_id, currency }) => rate_type_id === type && currency === 'USD')
}
/** Saves the type of a partner's rates, as its sheet does; null inherits. */
async function chooseType(at: keyof World['partner'], rate_type_id: number | null, as = 'banca') {
  const agency_id = world.partner[at]
  const shown = await app.call(betsConfigurations.show, { params: { agencyId: agency_id } }, { as })
  const { version } = shown.body
  const none = { annul_minutes: null, prize_days: null, max_lines: null, pays_other_agencies: null }
  const body = { agency_id, version, ...none, limits: [], products: [], multipliers: [], rate_type_id }
  return app.call(betsConfigurations.save, { body }, { as })
}
/** What a ticket of one dollar keeps. */
async function sold(as: string): Promise<string | undefined> {
  const draw_id = await world.draw('LOTTO_ACTIVO')
  const line = { draw_id, bet_type_id: betTypeId('ANIMALITO'), number: '5', stake: '1.00' }
  const { body, status } = await app.call(tickets.sell, { body: { currency: 'USD', lines: [line] } }, { as })
  expect(status).toBe(201)
  const row = await world.db.one<{ rate: string }>(
    sql`SELECT trim_scale(rate)::text AS rate FROM tickets WHERE serial = ${body.serial}`,
  )
  return row?.rate
}
/** What a payment of ten dollars keeps, and is worth by it. */
async function paid(at: keyof World['partner']): Promise<(string | null)[]> {
  const form = { partner_id: world.partner[at], amount: '10.00', currency: 'USD' as const, paid_on: world.today }
  const made = await app.call(payments.create, { body: form }, { as: 'banca' })
  expect([made.status, made.body.rate, made.body.worth]).toEqual([201, null, null])
  const { id, version } = made.body
  const { status, body } = await app.call(payments.confirm, { params: { id }, body: { version } }, { as: 'banca' })
  expect(status).toBe(200)
  return [body.rate, body.worth]
}
/** What the entry keeps in which a partner gives five dollars for bolivares; that in bolivares has none. */
async function converted(at: keyof World['partner']): Promise<string | null | undefined> {
  const line = (account: 'banco' | 'cambio', currency: 'USD' | 'BS', amounts: object) => ({
    day: world.today,
    partner_id: world.partner[at],
    account,
    currency,
    memo: 'Cambio de divisas',
    ...amounts,
  })
  const entries = [
    line('cambio', 'USD', { debit: '5.00' }),
    line('banco', 'USD', { credit: '5.00' }),
    line('banco', 'BS', { debit: '2000.00' }),
    line('cambio', 'BS', { credit: '2000.00' }),
  ]
  const made = await app.call(accountEntries.create, { body: { entries } }, { as: 'banca' })
  expect([made.status, made.problem?.code]).toEqual([201, undefined])
  const query = { from: world.today, to: world.today, batch_id: made.body.batch_id }
  const { body } = await app.call(accountEntries.list, { query }, { as: 'banca' })
  expect(body.data.find(({ currency }) => currency === 'BS')?.rate).toBeNull()
  return body.data.find(({ currency }) => currency === 'USD')?.rate
}
const worksWith = (type: number) =>
  world.db.run(sql`
    INSERT INTO partner_settings (partner_id, rate_type_id) VALUES (${world.partner.banca}, ${type})
    ON CONFLICT (partner_id) DO UPDATE SET rate_type_id = excluded.rate_type_id`)

describe('a rate', () => {
  it('holds from now on, until the next one does', async () => {
    expect((await set('412.35')).body).toMatchObject({ rate: '412.35', state: 'vigente', office_name: null })
    await pass(10)
    const next = await set('413', { valid_from: hence(30) })
    expect(next.body).toMatchObject({ rate: '413', state: 'programada', change_percent: '0.16', actions: ['withdraw'] })
    expect(await inForce('banca')).toMatchObject({ rate: '412.35', next_rate: '413' })
    await pass(31)
    expect(await inForce('taquilla')).toMatchObject({ rate: '413', change_percent: '0.16', next_rate: null })
    const ahead = await set('414', { valid_from: hence(3 * 24 * 60) })
    const period = { from: addDays(world.today, -1), to: world.today }
    const shown = await app.call(rates.list, { query: period }, { as: 'banca' })
    expect(shown.body.data[0]).toMatchObject({ id: ahead.body.id, state: 'programada' })
    await app.call(rates.withdraw, { params: { id: ahead.body.id } }, { as: 'banca' })
    const { body } = await app.call(rates.list, { query: {} }, { as: 'banca' })
    expect(body.data.map(({ rate, state, actions }) => [rate, state, actions.length])).toEqual([
      ['413', 'vigente', 0],
      ['412.35', 'anterior', 0],
    ])
  })
  it('is frozen with what is sold, and a later one changes nothing of it', async () => {
    await worksWith(official)
    await set('400')
    const draw = await world.draw('LOTTO_ACTIVO')
    const sell = async () => {
      const line = { draw_id: draw, bet_type_id: betTypeId('ANIMALITO'), number: '5', stake: '1.00' }
      const body = { currency: 'USD' as const, confirm_repeated: true, lines: [line] }
      const { status, body: sold } = await app.call(tickets.sell, { body }, { as: 'taquilla' })
      expect(status).toBe(201)
      const row = await world.db.one<{ rate: string }>(
        sql`SELECT trim_scale(rate)::text AS rate FROM tickets WHERE serial = ${sold.serial}`,
      )
      return { serial: sold.serial, rate: row?.rate }
    }
    const first = await sell()
    expect(first.rate).toBe('400')
    await pass(1)
    await set('420.5')
    expect((await sell()).rate).toBe('420.5')
    expect(
      await world.db.one(sql`SELECT trim_scale(rate)::text AS rate FROM tickets WHERE serial = ${first.serial}`),
    ).toEqual({ rate: '400' })
  })
  it('is frozen by the type of whoever sells, pays or converts, its own or its nearest above', async () => {
    const market = await app.call(rates.createType, { body: { codigo: 'CALLE', nombre: 'Paralelo' } }, { as: 'banca' })
    expect(market.status).toBe(201)
    await worksWith(official)
    await set('400')
    await set('500', { rate_type_id: market.body.id })
    await pass(1)
    expect((await chooseType('agencia1', market.body.id)).status).toBe(200)
    expect(await sold('taquilla')).toBe('500')
    expect(await sold('lejana')).toBe('400')
    expect(await paid('agencia1')).toEqual(['500', '5000.00'])
    expect(await paid('agencia2')).toEqual(['400', '4000.00'])
    expect([await converted('agencia1'), await converted('agencia2')]).toEqual(['500', '400'])
    // From the distributor on, and no longer: what was frozen stays.
    expect((await chooseType('agencia1', null)).status).toBe(200)
    expect((await chooseType('norte', market.body.id)).status).toBe(200)
    expect([await sold('taquilla'), await sold('lejana')]).toEqual(['500', '500'])
    expect((await chooseType('norte', null)).status).toBe(200)
    expect([await sold('taquilla'), await paid('agencia1'), await converted('agencia1')]).toEqual([
      '400',
      ['400', '4000.00'],
      '400',
    ])
  })
  it('pressed twice with one key is one', async () => {
    const [one, again] = [
      await set('410', {}, 'banca', 'pressed-twice-1'),
      await set('410', {}, 'banca', 'pressed-twice-1'),
    ]
    expect([one.status, again.status, one.body.id === again.body.id]).toEqual([201, 201, true])
    expect(await world.db.one(sql`SELECT count(*)::int AS n FROM rates`)).toEqual({ n: 1 })
  })
  it('that is far from the one in force is asked about', async () => {
    await set('400')
    await pass(1)
    expect(refusal(await set('4000'))).toEqual([422, 'rate_unusual', 'rate'])
    expect(refusal(await set('40'))).toEqual([422, 'rate_unusual', 'rate'])
    expect((await set('459.99')).status).toBe(201)
    await pass(1)
    expect((await set('4000', { again: true })).status).toBe(201)
  })
  it('is refused for the past, too far ahead, twice from one instant, and where it is none', async () => {
    const at = hence(60)
    expect((await set('400', { valid_from: at })).status).toBe(201)
    expect(refusal(await set('401', { valid_from: at }))).toEqual([409, 'rate_taken', 'valid_from'])
    expect(refusal(await set('400', { valid_from: hence(-5) }))).toEqual([422, 'rate_past', 'valid_from'])
    expect(refusal(await set('400', { valid_from: hence(61 * 24 * 60) }))).toEqual([422, 'rate_far', 'valid_from'])
    for (const bad of ['0', '0.0', '-3', '1,5', '1.1234567', '', 'NaN', '1e3', '9'.repeat(10)])
      expect(refusal(await set(bad)), bad).toEqual([400, 'invalid', 'rate'])
    expect(refusal(await set('400', { currency: 'BS' }))).toEqual([400, 'invalid', 'currency'])
    expect(refusal(await set('400', { rate_type_id: 999_999 }))).toEqual([400, 'invalid', 'rate_type_id'])
  })
  it('is withdrawn only before it begins', async () => {
    const { body: ahead } = await set('400', { valid_from: hence(60) })
    const { body: now } = await set('400')
    expect(outcome(await app.call(rates.withdraw, { params: { id: now.id } }, { as: 'banca' }))).toBe('rate_in_force')
    expect(outcome(await app.call(rates.withdraw, { params: { id: ahead.id } }, { as: 'taquilla' }))).toBe(
      'not_your_side',
    )
    expect((await app.call(rates.withdraw, { params: { id: ahead.id } }, { as: 'banca' })).status).toBe(200)
    expect(outcome(await app.call(rates.withdraw, { params: { id: ahead.id } }, { as: 'banca' }))).toBe('not_found')
  })
})

describe('an office', () => {
  it('sets only rates that are the offices’ own, for itself alone', async () => {
    expect(outcome(await set('400', {}, 'taquilla'))).toBe('not_your_side')
    await set('400', { rate_type_id: own })
    await pass(5)
    expect((await set('405', { rate_type_id: own }, 'taquilla')).body).toMatchObject({ office_name: 'Taquilla Uno' })
    expect(await inForce('taquilla', own)).toMatchObject({ rate: '405' })
    expect(await inForce('vecina', own)).toMatchObject({ rate: '400' })
    const seen = async (as: string) =>
      (await app.call(rates.list, { query: {} }, { as })).body.data.map(({ rate }) => rate).sort()
    expect([await seen('banca'), await seen('taquilla'), await seen('vecina')]).toEqual([
      ['400', '405'],
      ['400', '405'],
      ['400'],
    ])
  })
  it('sells at its own, and at the banca’s once the type is no more the offices’', async () => {
    await worksWith(own)
    await set('400', { rate_type_id: own })
    await pass(5)
    await set('405', { rate_type_id: own }, 'taquilla')
    const shown = async () => {
      const { body } = await app.call(general.currencies, {}, { as: 'taquilla' })
      return body.data.find(({ code }) => code === 'USD')?.rate
    }
    expect(Number(await shown())).toBe(405)
    const { body } = await app.call(rates.types, {}, { as: 'banca' })
    const type = body.data.find(({ id }) => id === own)!
    const save = (by_offices: boolean, version: number) =>
      app.call(
        rates.updateType,
        { params: { id: own }, body: { codigo: type.codigo, nombre: type.nombre, by_offices, version } },
        { as: 'banca' },
      )
    const saved = await save(false, type.version)
    expect(Number(await shown())).toBe(400)
    expect(outcome(await save(true, type.version))).toBe('changed_meanwhile')
    expect((await save(true, saved.body.version)).status).toBe(200)
    await worksWith(official)
  })
})

describe('the types', () => {
  it('have a code that stands once', async () => {
    const { status, problem } = await app.call(
      rates.createType,
      { body: { codigo: 'BCV', nombre: 'Otra' } },
      { as: 'banca' },
    )
    expect([status, problem.errors?.[0]]).toMatchObject([422, { path: 'codigo', code: 'code_taken' }])
    const { body } = await app.call(rates.types, {}, { as: 'banca' })
    const { version } = body.data.find(({ id }) => id === own)!
    const renamed = await app.call(
      rates.updateType,
      { params: { id: own }, body: { codigo: 'BCV', nombre: 'De mostrador', by_offices: true, version } },
      { as: 'banca' },
    )
    expect(refusal(renamed)).toEqual([422, 'code_taken', 'codigo'])
  })
})

describe('the course', () => {
  it('is, of each type and day, the last rate that began before its end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            back: fc.integer({ min: 0, max: 20 }),
            minute: fc.integer({ min: 0, max: 1439 }),
            rate: fc.integer({ min: 1, max: 9999 }),
          }),
          {
            maxLength: 12,
          },
        ),
        async (some) => {
          await world.db.run(sql`DELETE FROM rates`)
          const [from, to] = [addDays(world.today, -15), addDays(world.today, -1)]
          const began = new Map(
            some.map(({ back, minute, rate }) => [
              Date.parse(dayStart(addDays(world.today, -back - 1), zone)) + minute * 60_000,
              String(rate),
            ]),
          )
          for (const [at, rate] of began)
            await world.db.run(sql`
              INSERT INTO rates (rate_type_id, currency, rate, valid_from)
              VALUES (${official}, 'USD', ${rate}::numeric, ${new Date(at).toISOString()}::timestamptz)`)
          const { body } = await app.call(rates.course, { query: { currency: 'USD', from, to } }, { as: 'banca' })
          expect([body.days[0], body.days.at(-1), body.days.length]).toEqual([from, to, 15])
          const expected = body.days.map((day) => {
            const end = Date.parse(dayStart(addDays(day, 1), zone))
            const last = [...began].filter(([at]) => at < end).sort(([a], [b]) => b - a)[0]
            return last?.[1] ?? null
          })
          expect(
            body.series.find(({ rate_type_id }) => rate_type_id === official)?.values ?? expected.map(() => null),
          ).toEqual(expected)
        },
      ),
      { numRuns: 25 },
    ))
  it('refuses days that run backwards, or too many', async () => {
    const course = (from: string, to: string) =>
      app.call(rates.course, { query: { currency: 'USD', from, to } }, { as: 'banca' })
    expect(refusal(await course('2026-01-05', '2026-01-04'))).toEqual([422, 'range_backwards', 'to'])
    expect(refusal(await course('2024-01-01', '2026-01-04'))).toEqual([422, 'range_too_long', 'to'])
  })
})
