/** The banca's settings: written in one piece, over nobody, and never against what was sold. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { banking } from '../../contract/banking.ts'
import { files } from '../../contract/files.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import { session } from '../../contract/session.ts'
import { tickets } from '../../contract/tickets.ts'
import { filesWork } from '../../server/platform/files/prepared/make.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { routes } from '../../server/routes.ts'
import { password } from '../support/factories.ts'
import { openRegistry, outcome, type Registry } from './agencies-setup.ts'
import { line } from './sale-setup.ts'

let registry: Registry
let { world, app } = {} as Registry
beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
})
afterAll(() => registry?.close())

const config = async () => (await app.call(banking.config, {}, { as: 'banca' })).body
const save = async (more: object = {}, as = 'banca') => {
  const { has_sold: _sold, ...kept } = await config()
  return app.call(banking.saveConfig, { body: { ...kept, ...more } as never }, { as })
}
const user = async (username: string) => (await app.call(session.open, { body: { username, password } })).body.user

describe('before the first sale', () => {
  const far = 'Pacific/Kiritimati'
  /** Draws to come that fall on another day than their zone says, or open at no midnight of it; and all of them. */
  const ahead = async () =>
    (await world.db.one<{ wrong: number; all: number }>(sql`
      SELECT count(*)::int AS all,
        count(*) FILTER (
          WHERE d.day <> (d.scheduled_at AT TIME ZONE b.zone)::date OR (d.opens_at AT TIME ZONE b.zone)::time <> '00:00'
        )::int AS wrong
      FROM draws d CROSS JOIN banca b WHERE d.state = 'activo' AND d.scheduled_at > now()`))!

  it('the zone moves, and the draws to come with it', async () => {
    expect((await config()).has_sold).toBe(false)
    expect((await ahead()).wrong).toBe(0)
    expect((await save({ zone: far })).body.zone).toBe(far)
    const after = await ahead()
    expect(after.wrong).toBe(0)
    expect(after.all).toBeGreaterThan(50)
    expect((await save({ zone: 'America/Caracas' })).status).toBe(200)
    expect((await ahead()).wrong).toBe(0)
  })

  it('a sale at the same time comes wholly before it, or wholly after', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const body = { currency: 'BS' as const, lines: [line(draw, '5')] }
    const sales = Array.from({ length: 6 }, () => app.call(tickets.sell, { body }, { as: 'taquilla' }))
    const [moved, ...sold] = await Promise.all([save({ zone: far }), ...sales])
    const tellable = sold.map((reply) => outcome(reply))
    if (outcome(moved) === 'banca_sold') expect(tellable).toContain(201)
    else expect(outcome(moved)).toBe(200)
    const wrong = await world.db.rows(
      sql`SELECT t.serial FROM tickets t CROSS JOIN banca b WHERE t.day <> (t.sold_at AT TIME ZONE b.zone)::date`,
    )
    expect(wrong).toEqual([])
    await world.db.run(sql`UPDATE banca SET zone = 'America/Caracas'`)
  })
})

describe('settings', () => {
  it('are written together with the top of the tree, and what all below inherit', async () => {
    const reply = await save({
      name: 'Banca Renombrada',
      document: 'J-12345678-9',
      annul_minutes: 7,
      prize_days: 12,
      pays_other_agencies: true,
      pay_approval_usd: '500.00',
    })
    expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
    expect(reply.body).toMatchObject({
      name: 'Banca Renombrada',
      annul_minutes: 7,
      prize_days: 12,
      pays_other_agencies: true,
      pay_approval_usd: '500.00',
      pay_approval_bs: null,
    })
    const partner = await world.db.one(sql`SELECT name, name_key, document FROM partners WHERE type = 'banca'`)
    expect(partner).toEqual({ name: 'Banca Renombrada', name_key: 'banca renombrada', document: 'J-12345678-9' })
    expect((await user('supervisor')).banca_name).toBe('Banca Renombrada')
    const draw = await world.draw('LOTTO_ACTIVO')
    const sold = await app.call(
      tickets.sell,
      { body: { currency: 'BS', lines: [line(draw, '5')] } },
      { as: 'taquilla' },
    )
    const minutes = await world.db.one(
      sql`
        SELECT extract(epoch FROM annul_before - sold_at)::int / 60 AS minutes, expires_on - day AS days
        FROM tickets
        WHERE serial = ${sold.body.serial}`,
    )
    expect(minutes).toEqual({ minutes: 7, days: 12 })
    const [row] = await world.db.rows<{ before: object; after: object }>(
      sql`SELECT before, after, significant FROM audit_log WHERE action = 'banking.saveConfig' ORDER BY id DESC LIMIT 1`,
    )
    expect(row).toMatchObject({
      before: { name: 'Banca de Prueba' },
      after: { name: 'Banca Renombrada' },
      significant: true,
    })
  })

  it('of two who save, the second is told what the first did', async () => {
    const { has_sold: _sold, ...before } = await config()
    expect((await save({ prize_days: 13 })).status).toBe(200)
    const second = await app.call(banking.saveConfig, { body: { ...before, prize_days: 14 } as never }, { as: 'banca' })
    expect(second.problem).toMatchObject({ code: 'changed_meanwhile', current: { prize_days: 13 } })
  })

  it('keep zone and country once something was sold, and currencies that somebody sells in', async () => {
    expect((await config()).has_sold).toBe(true)
    expect(outcome(await save({ zone: 'America/Panama' }))).toBe('banca_sold')
    expect(outcome(await save({ country_iso2: 'PA' }))).toBe('banca_sold')
    expect(outcome(await save({ currencies: ['BS', 'USD'] }))).toBe('currency_below')
    await world.db.run(sql`UPDATE partners SET currencies = '{USD,COP}' WHERE type <> 'banca'`)
    expect(outcome(await save({ currencies: ['USD', 'COP'] }))).toBe('banca_sold')
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE type <> 'banca'`)
    expect((await save({ currencies: ['BS', 'USD'] })).body.currencies).toEqual(['BS', 'USD'])
    expect((await save({ currencies: ['BS', 'USD', 'COP'] })).status).toBe(200)
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE type <> 'banca'`)
  })

  it('refuse what is none: a zone, a picture that is not here, a report that cannot be closed', async () => {
    const path = async (more: object) => (await save(more)).problem.errors?.[0]?.path
    expect(await path({ zone: 'Marte/Olympus' })).toBe('zone')
    expect(await path({ logo_url: `/images/${'a'.repeat(64)}.png` })).toBe('logo_url')
    expect(await path({ logo_url: 'https://otra.parte/logo.png' })).toBe('logo_url')
    expect(await path({ disabled_screens: ['users'] })).toBe('disabled_screens.0')
    expect(await path({ annul_minutes: 2000 })).toBe('annul_minutes')
    expect(outcome(await save({}, 'distribuidor'))).toBe('forbidden')
  })

  it('close a report at once: its calls are refused, and the session says so', async () => {
    const asked = { from: world.today, to: world.today }
    const read = () => app.call(grossSales.list, { query: asked as never }, { as: 'supervisor' })
    expect((await read()).status).toBe(200)
    expect((await save({ disabled_screens: ['gross-sales', 'results'] })).status).toBe(200)
    expect((await read()).problem.code).toBe('report_disabled')
    expect((await user('supervisor')).disabled_screens).toEqual(['gross-sales', 'results'])
    await save({ disabled_screens: [] })
    expect((await read()).status).toBe(200)
  })

  it('close its files too: no new one is asked for, one that waits is not made, and what was made stays', async () => {
    const as = 'supervisor'
    const query = { from: world.today, to: world.today, format: 'csv', csv_style: 'international' }
    const ask = () => app.call(files.create, { body: { entity: 'grossSales', call: 'export', query } as never }, { as })
    const settled = async (id: number) => {
      await workOn(filesWork(routes), app.app.databases.main, new AbortController().signal)
      return (await app.call(files.show, { params: { id } }, { as })).body
    }
    const download = (id: number) => app.call(files.download, { params: { id } }, { as })
    const first = (await ask()).body.id
    expect((await settled(first)).state).toBe('listo')
    const { id: second } = (await world.db.one<{ id: number }>(sql`
      INSERT INTO files (user_id, partner_id, entity, call, asked, title)
      SELECT user_id, partner_id, entity, call, asked, title FROM files WHERE id = ${first} RETURNING id`))!
    await save({ disabled_screens: ['gross-sales'] })
    expect(outcome(await ask())).toBe('report_disabled')
    expect(await settled(second)).toMatchObject({
      state: 'fallido',
      problem: expect.stringContaining('cerró este reporte') as string,
    })
    expect(outcome(await download(first))).toBe('report_disabled')
    await save({ disabled_screens: [] })
    expect((await download(first)).status).toBe(200)
  })
})
