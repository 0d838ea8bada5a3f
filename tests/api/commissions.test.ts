/** Commissions: who inherits from whom, from when each holds, who may give which, and one change over all of a filter. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Rate, RatePart } from '../../contract/commission-rates.ts'
import { commissions, type CommissionChange } from '../../contract/commissions.ts'
import { catalogueProducts } from '../../server/seed/catalogue.ts'
import { tableOf } from '../support/csv.ts'
import { animal, line, openCounter } from './sale-setup.ts'

const counter = openCounter()
const offers = catalogueProducts.reduce((sum, product) => sum + product.offers.length, 0)
type Place = keyof (typeof counter)['world']['partner']

const rateOf = (commission_percent: string, more: Partial<Rate> = {}): Rate => ({
  commission_kind: 'VENTA',
  commission_percent,
  participation_kind: 'COMPARTIDA',
  participation_percent: '0',
  ...more,
})
const id = (place: Place) => counter.world.partner[place]
const lotto = () => counter.world.product('LOTTO_ACTIVO')
interface Of {
  product_id?: number | null
  bet_type_id?: number | null
  currency?: 'BS' | 'USD' | 'COP' | null
}
const key = (place: Place, { product_id = null, bet_type_id = null, currency = null }: Of = {}) => ({
  partner_id: id(place),
  product_id,
  bet_type_id,
  currency,
})
const edit = (place: Place, rate: RatePart | null, before: RatePart | null = null, of: Of = {}) => ({
  ...key(place, of),
  rate,
  before,
})
const save = (rows: object[], { as = 'banca', starts_at = undefined as string | undefined } = {}) =>
  counter.app.call(commissions.save, { body: { commissions: rows as never, ...(starts_at && { starts_at }) } }, { as })
/** Saved, and in force: as if a moment had passed. */
async function set(place: Place, rate: Rate | null, of: Of = {}) {
  const { product_id = null, bet_type_id = null, currency = null } = of
  await counter.world.db.run(sql`
    INSERT INTO commissions (
      partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
      participation_percent, starts_at
    )
    VALUES (
      ${id(place)}, ${product_id}::int, ${bet_type_id}::int, ${currency}::currency, ${rate?.commission_kind ?? null},
      ${rate?.commission_percent ?? null}::numeric, ${rate?.participation_kind ?? null},
      ${rate?.participation_percent ?? null}::numeric, clock_timestamp() - interval '1 hour'
    )`)
}
const sheet = async (place: Place, as = 'banca') => {
  const reply = await counter.app.call(commissions.show, { params: { id: id(place) } }, { as })
  expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
  return reply.body
}
const at = async (place: Place, of: Of = {}, as = 'banca') => {
  const { product_id = null, bet_type_id = null, currency = null } = of
  const { rows } = await sheet(place, as)
  return rows.find(
    (row) => row.product_id === product_id && row.bet_type_id === bet_type_id && row.currency === currency,
  )!
}
/** The percentage frozen with a ticket of the first office sold now. */
async function soldAt(as = 'taquilla'): Promise<string> {
  const draw = await counter.world.draw('LOTTO_ACTIVO')
  const { serial } = await counter.sell([line(draw, '5')], as)
  const row = await counter.world.db.one<{ percent: string }>(sql`
    SELECT trim_scale(f.commission_percent)::text AS percent
    FROM tickets t
    JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
    JOIN frozen_rates f ON f.id = l.rate_id
    WHERE t.serial = ${serial}`)
  return row!.percent
}
const global = (filter: object, change: CommissionChange, expected: number, { as = 'banca' } = {}) =>
  counter.app.call(
    commissions.global,
    { query: { expected_matched_rows: expected }, body: { filter, change } as never },
    { as },
  )

beforeEach(async () => {
  await counter.world.db.run(sql`TRUNCATE commissions`)
})

describe('the sheet', () => {
  it('says what is own, what is inherited and from whom: the nearest first, then the most specific', async () => {
    await set('banca', rateOf('12', { participation_percent: '30' }))
    await set('norte', rateOf('13'), { product_id: lotto() })
    await set('agencia1', rateOf('9'))
    await set('agencia1', rateOf('10'), { currency: 'USD' })
    expect(await at('sur')).toMatchObject({
      own: null,
      inherited: rateOf('12', { participation_percent: '30' }),
      from: 'Banca de Prueba',
    })
    expect(await at('sur', { product_id: lotto() })).toMatchObject({
      own: null,
      inherited: rateOf('13'),
      from: 'Distribuidor Norte',
    })
    expect(await at('agencia1', { product_id: lotto() })).toMatchObject({
      own: null,
      inherited: rateOf('9'),
      from: 'Su tasa general',
    })
    expect(await at('agencia1', { product_id: lotto(), bet_type_id: animal, currency: 'USD' })).toMatchObject({
      inherited: rateOf('10'),
    })
    expect(await at('agencia1')).toMatchObject({
      own: rateOf('9'),
      inherited: rateOf('12', { participation_percent: '30' }),
    })
    expect(await soldAt()).toBe('9')
    await set('agencia1', null)
    expect(await at('agencia1')).toMatchObject({ own: null })
    expect(await soldAt()).toBe('13')
  })

  it('is of the own subtree', async () => {
    const reply = await counter.app.call(commissions.show, { params: { id: id('banca') } }, { as: 'distribuidor' })
    expect(reply.problem.code).toBe('not_found')
    const history = await counter.app.call(commissions.history, { params: { id: id('banca') } }, { as: 'distribuidor' })
    expect(history.problem.code).toBe('not_found')
    const body = { partner_id: id('banca'), commissions: [{ ...key('norte'), rate: rateOf('1') }] }
    expect((await counter.app.call(commissions.preview, { body }, { as: 'distribuidor' })).problem.code).toBe(
      'not_found',
    )
    expect((await save([edit('banca', rateOf('1'))], { as: 'distribuidor' })).problem.code).toBe('not_found')
  })

  it('offers each kind with its formula', async () => {
    const kinds = await counter.app.call(commissions.commissionKinds, {}, { as: 'supervisor' })
    expect(kinds.body.data.map((kind) => kind.key)).toEqual(['VENTA', 'UTILIDAD'])
    const shares = await counter.app.call(commissions.participationKinds, {}, { as: 'supervisor' })
    expect(shares.body.data.map((kind) => kind.key)).toEqual(['COMPARTIDA', 'SOLO_POSITIVA', 'ARRASTRE'])
    expect(
      [...kinds.body.data, ...shares.body.data].every(({ text, formula }) => text.length > 20 && formula.includes('=')),
    ).toBe(true)
  })
})

describe('saving', () => {
  it('holds from a moment after it, and what was sold before keeps its own', async () => {
    await set('banca', rateOf('12'))
    expect(await soldAt()).toBe('12')
    const reply = await save([edit('agencia1', rateOf('14.25'))])
    expect([reply.status, reply.problem?.detail, reply.body.saved]).toEqual([200, undefined, 1])
    const starts_at = Date.parse(reply.body.starts_at!)
    expect(starts_at - Date.now()).toBeGreaterThan(0)
    expect(starts_at - Date.now()).toBeLessThan(3_000)
    expect(await at('agencia1')).toMatchObject({ own: rateOf('14.25'), since: reply.body.starts_at, next: null })
    expect(await soldAt()).toBe('12')
    await sleep(starts_at - Date.now() + 50)
    // Remembered terms end by themselves: nobody changed a rule since.
    expect(await soldAt()).toBe('14.25')
    const frozen = await counter.world.db.rows<{ percent: string }>(
      sql`
        SELECT trim_scale(f.commission_percent)::text AS percent
        FROM ticket_lines l
        JOIN frozen_rates f ON f.id = l.rate_id
        ORDER BY l.ticket_id DESC
        LIMIT 3`,
    )
    expect(frozen.map(({ percent }) => percent)).toEqual(['14.25', '12', '12'])
    await expect(
      counter.world.db.run(sql`UPDATE commissions SET commission_percent = 1 WHERE partner_id = ${id('agencia1')}`),
    ).rejects.toMatchObject({ code: '23000' })
  })

  it('can be set ahead, seen, and withdrawn while it has not begun', async () => {
    await set('banca', rateOf('12'))
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await save([edit('norte', rateOf('11'))], { starts_at: tomorrow })).body).toEqual({
      saved: 1,
      starts_at: tomorrow,
    })
    expect((await at('norte')).next).toEqual({ starts_at: tomorrow, rate: rateOf('11') })
    const history = (await counter.app.call(commissions.history, { params: { id: id('norte') } }, { as: 'supervisor' }))
      .body.data
    expect(history).toMatchObject([{ rate: rateOf('11'), starts_at: tomorrow, ahead: true, set_by: 'Banca' }])
    const body = { ...key('norte'), starts_at: tomorrow }
    expect((await counter.app.call(commissions.withdraw, { body }, { as: 'distribuidor' })).problem.code).toBe(
      'setting_above_father',
    )
    expect((await counter.app.call(commissions.withdraw, { body }, { as: 'banca' })).status).toBe(200)
    expect((await counter.app.call(commissions.withdraw, { body }, { as: 'banca' })).problem.code).toBe('rate_begun')
    expect(
      (
        await counter.app.call(
          commissions.withdraw,
          { body: { ...body, partner_id: id('banca') } },
          { as: 'distribuidor' },
        )
      ).problem.code,
    ).toBe('not_found')
    expect((await at('norte')).next).toBeNull()
    const past = new Date(Date.now() - 60_000).toISOString()
    expect((await save([edit('norte', rateOf('11'))], { starts_at: past })).problem.errors).toMatchObject([
      { path: 'starts_at' },
    ])
    const far = new Date(Date.now() + 400 * 86_400_000).toISOString()
    expect((await save([edit('norte', rateOf('11'))], { starts_at: far })).problem.errors).toMatchObject([
      { path: 'starts_at' },
    ])
  })

  it('is not set ahead over what somebody else set for the same instant, unless that was seen', async () => {
    const starts_at = new Date(Date.now() + 2 * 86_400_000).toISOString()
    const ahead = (percent: string, next: object | null = null) =>
      save([{ ...edit('sur', rateOf(percent)), next }], { starts_at })
    const replies = await Promise.all([ahead('8'), ahead('9')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = replies[0]!.status === 200 ? '8' : '9'
    const { problem } = replies.find(({ status }) => status === 409)!
    expect([problem.code, problem.errors]).toMatchObject([
      'rate_scheduled',
      [{ path: 'commissions.0.rate', code: 'rate_scheduled' }],
    ])
    expect((await at('sur')).next).toEqual({ starts_at, rate: rateOf(won) })
    // The same again is no other; what was seen may be replaced.
    expect((await ahead(won)).status).toBe(200)
    expect((await ahead('7', { starts_at, rate: rateOf('6') })).problem.code).toBe('rate_scheduled')
    expect((await ahead('7', (await at('sur')).next)).status).toBe(200)
    expect((await at('sur')).next).toEqual({ starts_at, rate: rateOf('7') })
    const body = { ...key('sur'), starts_at }
    expect((await counter.app.call(commissions.withdraw, { body }, { as: 'banca' })).status).toBe(200)
  })

  it('writes over nobody, and leaves what it did in the log', async () => {
    await set('norte', rateOf('11'))
    const reply = await save([edit('norte', rateOf('10'), rateOf('12'))])
    expect(reply.problem).toMatchObject({
      code: 'changed_meanwhile',
      rows: [{ partner_id: id('norte'), own: rateOf('11') }],
    })
    expect((await save([edit('norte', rateOf('11'), rateOf('11'))])).body).toEqual({ saved: 0, starts_at: null })
    await save([edit('norte', null, rateOf('11.0'))])
    const [row] = await counter.world.db.rows(
      sql`SELECT entity_id, before, after, significant FROM audit_log WHERE action = 'commissions.save' ORDER BY id DESC LIMIT 1`,
    )
    expect(row).toMatchObject({
      entity_id: String(id('norte')),
      before: [{ rate: rateOf('11'), name: 'Todo' }],
      after: { rows: [{ rate: null }] },
      significant: true,
    })
  })

  it('lets one of many have it who begin from the same, within the moment before it holds too', async () => {
    const before = rateOf('11')
    await set('norte', before)
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, n) => save([edit('norte', rateOf(String(20 + n)), before)])),
    )
    const saved = replies.filter(({ status }) => status === 200)
    expect(saved.map(({ body }) => body.saved)).toEqual([1])
    expect(replies.filter(({ problem }) => problem?.code === 'changed_meanwhile').length).toBe(23)
    const { own } = await at('norte')
    expect(replies.indexOf(saved[0]!)).toBe(Number(own!.commission_percent) - 20)
    const again = await save([edit('norte', rateOf('10'), own)])
    expect(again.status).toBe(200)
    expect(await at('norte')).toMatchObject({ own: rateOf('10') })
  })

  it('never lets what takes long to be written take over from what was set after it', async () => {
    const late = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 20_000).toISOString()
    await counter.world.db.run(sql`
      INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent, starts_at)
      VALUES (${id('norte')}, 'VENTA', 9, 'COMPARTIDA', 0, ${late}::timestamptz)`)
    const { body } = await save([edit('norte', rateOf('10'), rateOf('9'))])
    expect(body.starts_at).toBe(late)
    const rows = (await counter.app.call(commissions.history, { params: { id: id('norte') } }, { as: 'banca' })).body
    expect(rows.data).toMatchObject([{ rate: rateOf('10'), starts_at: late }])
  })

  it('says of every row until when it holds, in whatever order rows came and went', async () => {
    const wrong = sql`
      SELECT id
      FROM (
        SELECT id, until,
          lead(starts_at) OVER (PARTITION BY partner_id, product_id, bet_type_id, currency ORDER BY starts_at) AS next
        FROM commissions
      ) c
      WHERE until IS DISTINCT FROM next`
    const hours = fc.array(
      fc.record({
        hour: fc.integer({ min: -5, max: 5 }),
        place: fc.constantFrom('norte', 'agencia1'),
        own: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(hours, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }), async (rows, gone) => {
        const { db } = counter.world
        await db.run(sql`TRUNCATE commissions`)
        for (const { hour, place, own } of rows)
          await db.run(sql`
            INSERT INTO commissions (
              partner_id, product_id, commission_kind, commission_percent, participation_kind, participation_percent,
              starts_at
            )
            SELECT ${id(place as Place)}, p.id, 'VENTA', 10, 'COMPARTIDA', 0, '2099-01-01'::timestamptz + ${hour} * interval '1 hour'
            FROM (SELECT NULL::int AS id UNION ALL SELECT ${lotto()}::int) p WHERE ${own} OR p.id IS NULL
            ON CONFLICT ON CONSTRAINT commissions_once DO UPDATE SET commission_percent = 11`)
        expect(await db.rows(wrong)).toEqual([])
        for (const hour of gone)
          await db.run(
            sql`DELETE FROM commissions WHERE starts_at = '2099-01-01'::timestamptz + ${hour} * interval '1 hour'`,
          )
        expect(await db.rows(wrong)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('refuses what contradicts itself, each on its field', async () => {
    const faults = async (rate: Rate, of: Of = {}) => {
      const { problem } = await save([edit('norte', rate, null, of)])
      return problem.errors?.map(({ path, message }) => `${path}: ${message}`)
    }
    expect(await faults(rateOf('60'))).toEqual([
      'commissions.0.rate.commission_percent: Sobre la venta no puede pasar de 50 %.',
    ])
    expect(await faults(rateOf('101', { commission_kind: 'UTILIDAD' }))).toEqual([
      'commissions.0.rate.commission_percent: No puede pasar de 100 %.',
    ])
    expect(
      await faults(
        rateOf('20', { commission_kind: 'UTILIDAD', participation_kind: 'ARRASTRE', participation_percent: '10' }),
      ),
    ).toMatchObject([
      expect.stringMatching(/^commissions\.0\.rate\.participation_kind: La comisión por utilidad olvida/),
    ])
    expect(await faults(rateOf('10', { participation_kind: 'SOLO_POSITIVA' }))).toMatchObject([
      expect.stringMatching(/participation_percent/),
    ])
    expect((await save([edit('norte', rateOf('10'), null, { product_id: 9999 })])).problem.code).toBe(
      'bet_type_not_offered',
    )
    await counter.world.db.run(sql`UPDATE partners SET currencies = '{BS}' WHERE id = ${id('agencia2')}`)
    expect((await save([edit('agencia2', rateOf('10'), null, { currency: 'COP' })])).problem.code).toBe(
      'currency_not_sold',
    )
    await counter.world.db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${id('agencia2')}`)
    const twice = await save([edit('norte', rateOf('10')), edit('norte', rateOf('11'))])
    expect(twice.problem.errors).toMatchObject([{ path: 'commissions.1' }])
  })

  it('by a distributor: never its own, and below it no more than it has', async () => {
    await set('norte', rateOf('12', { participation_kind: 'ARRASTRE', participation_percent: '30' }))
    const as = { as: 'distribuidor' }
    const code = async (rate: Rate, place: Place = 'agencia2', before: Rate | null = null) =>
      (await save([edit(place, rate, before)], as)).problem?.errors?.[0]?.path
    expect(
      await code(rateOf('1'), 'norte', rateOf('12', { participation_kind: 'ARRASTRE', participation_percent: '30' })),
    ).toBe('commissions.0.partner_id')
    expect(await code(rateOf('12.5'))).toBe('commissions.0.rate.commission_percent')
    expect(await code(rateOf('5', { commission_kind: 'UTILIDAD' }))).toBe('commissions.0.rate.commission_kind')
    expect(await code(rateOf('5', { participation_percent: '10' }))).toBe('commissions.0.rate.participation_kind')
    expect(await code(rateOf('5', { participation_kind: 'ARRASTRE', participation_percent: '31' }))).toBe(
      'commissions.0.rate.participation_percent',
    )
    expect(
      (
        await save(
          [edit('agencia2', rateOf('12', { participation_kind: 'ARRASTRE', participation_percent: '30' }))],
          as,
        )
      ).status,
    ).toBe(200)
    expect((await save([edit('agencia1', rateOf('3'))], { as: 'supervisor' })).problem.code).toBe('forbidden')
  })
})

describe('the list and one change over all of it', () => {
  const lottoBs = () => ({ product_ids: [lotto()], bet_type_ids: [animal], currencies: ['BS'] })

  it('has what holds for each partner, bet type and currency, as a file too', async () => {
    await set('norte', rateOf('13'))
    const reply = await counter.app.call(
      commissions.list,
      { body: { ...lottoBs(), per_page: 50 } as never },
      { as: 'supervisor' },
    )
    expect(
      reply.body.data.map(({ partner_name, commission_percent, own, from }) => [
        partner_name,
        commission_percent,
        own,
        from,
      ]),
    ).toEqual([
      ['Agencia Dos', '13', false, 'Distribuidor Norte'],
      ['Agencia Uno', '13', false, 'Distribuidor Norte'],
      ['Banca de Prueba', null, false, null],
      ['Distribuidor Norte', '13', false, 'Distribuidor Norte'],
      ['Distribuidor Sur', '13', false, 'Distribuidor Norte'],
      ['Taquilla Dos', '13', false, 'Distribuidor Norte'],
      ['Taquilla Tres', '13', false, 'Distribuidor Norte'],
      ['Taquilla Uno', '13', false, 'Distribuidor Norte'],
    ])
    const every = await counter.app.call(commissions.list, { body: { per_page: 1 } as never }, { as: 'distribuidor' })
    expect(every.body.total).toBe(7 * offers * 3)
    expect(
      (await counter.app.call(commissions.list, { body: { partner_id: id('banca') } as never }, { as: 'distribuidor' }))
        .problem.code,
    ).toBe('not_found')
    const file = await counter.app.call(
      commissions.export,
      { query: { format: 'csv', csv_style: 'international' }, body: lottoBs() as never },
      { as: 'banca' },
    )
    expect(tableOf(file.raw, 'Código').rows.length).toBe(8)
  })

  it('leaves no participation that shares nothing behind, as nobody may save one', async () => {
    await set('norte', rateOf('10', { participation_kind: 'ARRASTRE', participation_percent: '20' }))
    const filter = { ...lottoBs(), types: ['agencia'] }
    const points = (by: string) => global(filter, { kind: 'points', of: 'participation_percent', points: by }, 2)
    expect((await points('-20')).problem.errors).toMatchObject([{ path: 'change.points' }])
    expect((await points('-19')).body).toEqual({ matched: 2, changed: 2 })
  })

  it('changes exactly the rows that were counted, or none', async () => {
    await set('norte', rateOf('13'))
    const filter = { ...lottoBs(), types: ['agencia'] }
    expect((await global(filter, { kind: 'set', rate: rateOf('10') }, 3)).problem).toMatchObject({
      code: 'matched_rows_changed',
      matched: 2,
    })
    expect((await global(filter, { kind: 'points', of: 'commission_percent', points: '-1.5' }, 2)).body).toEqual({
      matched: 2,
      changed: 2,
    })
    const ahead = await counter.world.db.rows(
      sql`SELECT partner_id, trim_scale(commission_percent)::text AS percent FROM commissions WHERE starts_at > now() ORDER BY 1`,
    )
    expect(ahead).toEqual([
      { partner_id: id('agencia1'), percent: '11.5' },
      { partner_id: id('agencia2'), percent: '11.5' },
    ])
    expect(
      (await global(filter, { kind: 'points', of: 'commission_percent', points: '-20' }, 2)).problem.errors,
    ).toMatchObject([{ path: 'change.points' }])
    expect((await global(filter, { kind: 'set', rate: rateOf('70') }, 2)).problem.errors).toMatchObject([
      { path: 'change.rate.commission_percent' },
    ])
    expect(
      (await global({ ...filter, partner_id: id('banca') }, { kind: 'inherit' }, 2, { as: 'distribuidor' })).problem
        .code,
    ).toBe('not_found')
    expect((await global(lottoBs(), { kind: 'set', rate: rateOf('1') }, 7, { as: 'distribuidor' })).problem.code).toBe(
      'setting_above_father',
    )
    expect((await global(filter, { kind: 'set', rate: rateOf('14') }, 2, { as: 'distribuidor' })).problem.code).toBe(
      'setting_above_father',
    )
    expect((await global(filter, { kind: 'set', rate: rateOf('9') }, 2, { as: 'distribuidor' })).body).toEqual({
      matched: 2,
      changed: 2,
    })
  })

  it('lifts what is set for exactly those rows, and counts only those where asked', async () => {
    await set('agencia1', rateOf('10'), { product_id: lotto(), bet_type_id: animal, currency: 'BS' })
    const filter = { ...lottoBs(), own_only: true }
    const counted = await counter.app.call(commissions.list, { body: filter as never }, { as: 'banca' })
    expect([counted.body.total, counted.body.data.map((row) => row.own)]).toEqual([1, [true]])
    expect((await global(filter, { kind: 'inherit' }, 1)).body).toEqual({ matched: 1, changed: 1 })
    expect(await at('agencia1', { product_id: lotto(), bet_type_id: animal, currency: 'BS' })).toMatchObject({
      own: null,
      next: null,
    })
    const { body: after } = await counter.app.call(commissions.list, { body: filter as never }, { as: 'banca' })
    expect(after.total).toBe(0)
  })

  it('own rows alone, page by page, with whatever changed a moment ago: a rate, its beginning, a currency, the order', async () => {
    const of = { product_id: lotto(), bet_type_id: animal, currency: 'BS' as const }
    const pages = async () => {
      const page = (n: number) =>
        counter.app.call(
          commissions.list,
          { body: { ...lottoBs(), own_only: true, page: n, per_page: 1 } as never },
          { as: 'banca' },
        )
      const [one, two] = [(await page(1)).body, (await page(2)).body]
      expect(two.total).toBe(one.total)
      return [one.total, ...[one, two].flatMap(({ data }) => data.map((row) => row.partner_id))]
    }
    await set('agencia1', rateOf('10'), of)
    expect([await pages(), await pages()]).toEqual([
      [1, id('agencia1')],
      [1, id('agencia1')],
    ])
    await set('agencia2', rateOf('11'), of)
    const both = [id('agencia2'), id('agencia1')]
    expect(await pages()).toEqual([2, ...both])
    const { db } = counter.world
    await db.run(sql`UPDATE partners SET name = 'zz' || name WHERE id = ${id('agencia2')}`)
    expect(await pages()).toEqual([2, ...both.toReversed()])
    await db.run(sql`UPDATE partners SET name = substr(name, 3) WHERE id = ${id('agencia2')}`)
    await db.run(sql`UPDATE partners SET currencies = array_remove(currencies, 'BS') WHERE id = ${id('agencia1')}`)
    expect(await pages()).toEqual([1, id('agencia2')])
    await db.run(sql`UPDATE partners SET currencies = array_prepend('BS', currencies) WHERE id = ${id('agencia1')}`)
    // What is set counts half a minute before it begins: by the clock alone, with no rule touched.
    await db.run(sql`
      INSERT INTO commissions (partner_id, product_id, bet_type_id, currency, starts_at)
      VALUES (${id('agencia2')}, ${lotto()}, ${animal}, 'BS', clock_timestamp() + interval '33 seconds')`)
    expect(await pages()).toEqual([2, ...both])
    await expect.poll(pages, { timeout: 8_000 }).toEqual([1, id('agencia1')])
  })
})

describe('many at once', () => {
  it('a save and a global change of the same rows: one after the other, none lost by half', async () => {
    const filter = { product_ids: [lotto()], bet_type_ids: [animal], currencies: ['BS'], types: ['agencia'] }
    const of = { product_id: lotto(), bet_type_id: animal, currency: 'BS' as const }
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0
          ? save([edit('agencia1', rateOf(String(n + 1)), null, of)])
          : global(filter, { kind: 'set', rate: rateOf(String(n + 20)) }, 2),
      ),
    )
    // Each save begins from none: only one that comes before all else still finds it so.
    const [saves, changes] = [0, 1].map((odd) => replies.filter((_, n) => n % 2 === odd).map(({ status }) => status))
    expect(changes!.every((status) => status === 200)).toBe(true)
    expect(saves!.filter((status) => status === 200).length).toBeLessThan(2)
    expect(saves!.every((status) => status === 200 || status === 409)).toBe(true)
    const rows = await counter.world.db.rows<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM commissions GROUP BY partner_id, starts_at`,
    )
    expect(rows.every(({ n }) => n === 1)).toBe(true)
  })

  it('rates that change while offices sell: each line has the one that held when it was sold', async () => {
    await set('banca', rateOf('1'))
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    let selling = true
    const sellers = ['taquilla', 'taquilla'].map(async (as, seller) => {
      for (let n = 0; selling; n++) await counter.sell([line(draw, String((n * 2 + seller) % 36))], as)
    })
    for (const percent of ['2', '3', '4']) {
      const before = (await at('agencia1')).own
      const { starts_at } = (await save([edit('agencia1', rateOf(percent), before)])).body
      await sleep(Date.parse(starts_at!) - Date.now() + 300)
    }
    selling = false
    await Promise.all(sellers)
    const set_at = await counter.world.db.rows<{ at: string; percent: string }>(
      sql`
        SELECT starts_at AS at, trim_scale(commission_percent)::text AS percent
        FROM commissions
        WHERE partner_id = ${id('agencia1')}
        ORDER BY starts_at`,
    )
    const sold = await counter.world.db.rows<{ at: string; percent: string }>(sql`
      SELECT t.sold_at AS at, trim_scale(f.commission_percent)::text AS percent
      FROM ticket_lines l
      JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
      JOIN frozen_rates f ON f.id = l.rate_id
      JOIN partners o ON o.id = l.office_id WHERE o.father_id = ${id('agencia1')} AND l.draw_id = ${draw}`)
    const wrong = sold.filter(
      ({ at: when, percent }) => percent !== (set_at.findLast((one) => one.at <= when)?.percent ?? '1'),
    )
    expect(wrong).toEqual([])
    expect(new Set(sold.map(({ percent }) => percent)).size).toBe(4)
  })
})
