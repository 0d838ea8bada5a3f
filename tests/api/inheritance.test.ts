/**
 * What a place in the tree gives is watched however it is changed: nobody below the banca leaves a partner with more than
 * they may give, nor without what was set from above. World: Norte, who has 12 % and 30 %, over Sur and its agency.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { distributors } from '../../contract/distributors.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { addCommission, addPartner } from '../support/factories.ts'
import { animal } from './sale-setup.ts'
import { formOf, openRegistry, outcome, place, refusal, type Registry } from './agencies-setup.ts'
import { afterAll, beforeAll } from 'vitest'

let registry: Registry
let lotto: number
const id = (of: keyof Registry['world']['partner']) => registry.world.partner[of]
const run = (query: ReturnType<typeof sql>) => registry.world.db.run(query)
beforeAll(async () => {
  registry = await openRegistry()
  lotto = registry.world.product('LOTTO_ACTIVO')
})
afterAll(() => registry?.close())
beforeEach(async () => {
  for (const table of [
    'partner_settings',
    'partner_limits',
    'partner_products',
    'partner_multipliers',
    'regular_quotas',
  ])
    await run(sql`DELETE FROM ${sql.identifier(table)}`)
  await run(sql`DELETE FROM blocked_numbers`)
  await run(sql`TRUNCATE commissions`)
  await addCommission(registry.world.db, { partner_id: id('banca'), commission_percent: 12, participation_percent: 30 })
})

const distribuidor = 'distribuidor'
/** What the banca gives Sur, beyond what Norte has. */
const granted = {
  rate: () =>
    addCommission(registry.world.db, { partner_id: id('sur'), commission_percent: 20, participation_percent: 50 }),
  windows: () =>
    run(
      sql`
        INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, pays_other_agencies)
        VALUES (${id('norte')}, 5, 3, false), (${id('sur')}, 60, 9, true)`,
    ),
  limits: () =>
    run(
      sql`
        INSERT INTO partner_limits (partner_id, currency, min_stake, max_stake, max_ticket)
        VALUES (${id('norte')}, 'BS', 2, 100, 500), (${id('sur')}, 'BS', 1, 200, 900)`,
    ),
  multiplier: () => run(sql`INSERT INTO partner_multipliers VALUES (${id('sur')}, ${lotto}, ${animal}, 35)`),
  product: () =>
    run(sql`INSERT INTO partner_products VALUES (${id('norte')}, ${lotto}, false), (${id('sur')}, ${lotto}, true)`),
}
/** What the banca set for Sur, below what Norte has. */
const kept = {
  quota: () => run(sql`INSERT INTO regular_quotas VALUES (${id('sur')}, ${lotto}, ${animal}, 'BS', 50)`),
  block: () =>
    run(
      sql`
        INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number, created_by)
        VALUES (${id('sur')}, ${lotto}, ${animal}, '5', ${registry.world.user['banca']!})`,
    ),
  limit: () => run(sql`INSERT INTO partner_limits (partner_id, currency, max_stake) VALUES (${id('sur')}, 'BS', 100)`),
  minimum: () => run(sql`INSERT INTO partner_limits (partner_id, currency, min_stake) VALUES (${id('sur')}, 'BS', 10)`),
  lines: () => run(sql`INSERT INTO partner_settings (partner_id, max_lines) VALUES (${id('sur')}, 10)`),
  product: () => run(sql`INSERT INTO partner_products VALUES (${id('sur')}, ${lotto}, false)`),
}

/** A partner below one of the two, and how it comes to the other, each by its own call. */
let count = 0
const named = () => {
  count += 1
  return { name: `Afiliado ${count}`, code: `HER-${count}` }
}
const under = (
  father: 'norte' | 'sur',
  type: 'agencia' | 'distribuidor' = 'agencia',
  currencies = ['BS', 'USD'] as never,
) => addPartner(registry.world.db, { father_id: id(father), type, currencies, ...named() })

async function move(of: number, father_id: number, as = distribuidor, more: object = {}) {
  const row = await registry.show(of)
  return registry.app.call(
    agencies.update,
    { params: { id: of }, body: { ...formOf(row), father_id, ...more } },
    { as },
  )
}
const ways = {
  'an agency that moves': async (to: 'norte' | 'sur', as: string) =>
    move(await under(to === 'sur' ? 'norte' : 'sur'), id(to), as),
  'a distributor that moves': async (to: 'norte' | 'sur', as: string) => {
    const of = await under(to === 'sur' ? 'norte' : 'sur', 'distribuidor')
    const { body } = await registry.app.call(distributors.show, { params: { id: of } }, { as: 'banca' })
    const form = { ...formOf(body as never), father_id: id(to) }
    return registry.app.call(distributors.update, { params: { id: of }, body: form as never }, { as })
  },
  'an office that moves between agencies': async (to: 'norte' | 'sur', as: string) => {
    const [from, there] = [await under(to === 'sur' ? 'norte' : 'sur'), await under(to)]
    const of = await registry.addOffice(from)
    const { body } = await registry.app.call(ticketOffices.show, { params: { id: of } }, { as: 'banca' })
    const { name, code, phone, currencies, status, version, binds_device } = body
    const form = { name, code, phone, currencies, status, version, binds_device, father_id: there }
    return registry.app.call(ticketOffices.update, { params: { id: of }, body: form }, { as })
  },
}
const makings = {
  'an agency that is made': (father_id: number, as: string) =>
    registry.create({ father_id, ...named(), currencies: ['BS'] }, as),
  'a distributor that is made': (father_id: number, as: string) =>
    registry.app.call(
      distributors.create,
      { body: { ...named(), father_id, ...place, currencies: ['BS'] } as never },
      { as },
    ),
  'an office that is made': async (father_id: number, as: string) => {
    const agency = await addPartner(registry.world.db, { father_id, type: 'agencia', ...named() })
    const body = { ...named(), father_id: agency, currencies: ['BS'] }
    return registry.app.call(ticketOffices.create, { body: body as never }, { as })
  },
}
const wayNames = Object.keys(ways) as (keyof typeof ways)[]
const makingNames = Object.keys(makings) as (keyof typeof makings)[]
const refused = [422, 'inheritance_changed', 'father_id']

describe('more than they may give', () => {
  const all = (Object.keys(granted) as (keyof typeof granted)[]).flatMap((what) =>
    [...wayNames, ...makingNames].map((way) => [what, way] as const),
  )
  it.each(all)('%s: nobody below the banca gives it to %s', async (what, way) => {
    await granted[what]()
    const send = (as: string) =>
      way in ways ? ways[way as keyof typeof ways]('sur', as) : makings[way as keyof typeof makings](id('sur'), as)
    expect(refusal(await send(distribuidor))).toEqual(refused)
    expect(outcome(await send('banca'))).toBeLessThan(300)
  })

  it('names each thing, from what to what', async () => {
    for (const give of [granted.rate, granted.windows, granted.multiplier]) await give()
    const moved = await move(await under('norte'), id('sur'))
    expect(moved.problem.detail).toBe(
      'Ahí cambiaría lo que tiene. Comisión: Venta 12 % y compartida 30 % → Venta 20 % y compartida 50 %; Minutos para anular: 5 → 60; ' +
        'Días para cobrar: 3 → 9; Paga tickets de otras agencias: No → Sí; Multiplicador de Lotto Activo · Animalito: 30,00 → 35,00.',
    )
    expect(moved.problem.errors).toMatchObject([{ path: 'father_id', code: 'inheritance_changed' }])
    expect(moved.problem['changes']).toMatchObject([
      { what: 'rate', from: 'Venta 12 % y compartida 30 %' },
      { what: 'annul_minutes', from: '5', to: '60', most: '5' },
      { what: 'prize_days' },
      { what: 'pays_other_agencies' },
      { what: 'multiplier' },
    ])
    const made = await registry.create({ father_id: id('sur') }, distribuidor)
    expect(made.problem.detail).toContain('Minutos para anular: 60, y usted puede dar hasta 5;')
  })

  it('tells ten of them and counts the rest', async () => {
    await run(
      sql`INSERT INTO partner_multipliers SELECT ${id('sur')}, product_id, bet_type_id, 9000 FROM product_bet_types WHERE enabled`,
    )
    const { problem } = await move(await under('norte'), id('sur'))
    expect(problem.detail!.split('; ')).toHaveLength(11)
    expect(problem.detail).toMatch(/; y \d+ más\.$/)
  })

  it('names the product alone where its rate is another', async () => {
    await addCommission(registry.world.db, { partner_id: id('sur'), product_id: lotto, commission_percent: 20 })
    const { problem } = await move(await under('norte'), id('sur'))
    expect(problem.detail).toContain('Comisión de Lotto Activo: Venta 12 % y compartida 30 % → Venta 20 %.')
  })

  it('neither by a rate that is only set ahead', async () => {
    await run(sql`
      INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent, starts_at)
      VALUES (${id('sur')}, 'VENTA', 20, 'COMPARTIDA', 0, now() + interval '9 days')`)
    expect(refusal(await move(await under('norte'), id('sur')))).toEqual(refused)
    await run(sql`
      INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent, starts_at)
      VALUES (${id('norte')}, 'VENTA', 20, 'COMPARTIDA', 0, now() + interval '8 days')`)
    expect(outcome(await move(await under('norte'), id('sur')))).toBe(200)
  })

  it('what it sets itself goes along, and what is no more than they have may be given', async () => {
    await run(
      sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${id('norte')}, 30), (${id('sur')}, 20)`,
    )
    await addCommission(registry.world.db, { partner_id: id('sur'), commission_percent: 8, participation_percent: 10 })
    expect(outcome(await move(await under('sur'), id('norte')))).toBe(200)
    await granted.rate().catch(() => 0)
    const of = await under('norte')
    await addCommission(registry.world.db, { partner_id: of, commission_percent: 15, participation_percent: 40 })
    expect(outcome(await move(of, id('sur')))).toBe(200)
  })

  it('a currency that it takes up brings what stands above it', async () => {
    await run(sql`
      INSERT INTO commissions (
        partner_id, currency, commission_kind, commission_percent, participation_kind, participation_percent
      )
      VALUES (${id('sur')}, 'USD', 'VENTA', 20, 'COMPARTIDA', 50)`)
    const of = await under('sur', 'agencia', ['BS'] as never)
    expect(refusal(await move(of, id('sur'), distribuidor, { currencies: ['BS', 'USD'] }))).toEqual(refused)
    expect(outcome(await move(of, id('sur'), distribuidor, { currencies: ['BS', 'COP'] }))).toBe(200)
    expect(outcome(await move(await under('norte', 'agencia', ['BS'] as never), id('sur')))).toBe(200)
  })

  it('a copy has what its source has: above them, nobody copies it, from whomever it comes', async () => {
    await granted.windows()
    const source = await under('sur')
    const clone = (as: string) => registry.app.call(agencies.clone, { body: { agency_id: source, ...named() } }, { as })
    expect(refusal(await clone(distribuidor))).toEqual([422, 'setting_above_father', 'agency_id'])
    expect(outcome(await clone('banca'))).toBe(201)
  })
})

describe('what was set from above', () => {
  const all = (Object.keys(kept) as (keyof typeof kept)[]).flatMap((what) =>
    wayNames.map((way) => [what, way] as const),
  )
  it.each(all)('%s: is not left behind by %s', async (what, way) => {
    await kept[what]()
    expect(refusal(await ways[way]('norte', distribuidor))).toEqual(refused)
    expect(outcome(await ways[way]('norte', 'banca'))).toBe(200)
    // Where it holds as well, it is not.
    expect(outcome(await ways[way]('sur', distribuidor))).toBe(200)
  })

  it('is named', async () => {
    await kept.quota()
    await kept.block()
    expect((await move(await under('sur'), id('norte'))).problem.detail).toBe(
      'Ahí cambiaría lo que tiene. Cupo de Lotto Activo · Animalito: Bs 50,00 → sin cupo; ' +
        'El 5 de Lotto Activo · Animalito: bloqueado → se vende.',
    )
  })

  it('goes along where it holds by itself, and a block of one’s own may be left', async () => {
    await kept.quota()
    const of = await under('sur')
    await run(sql`INSERT INTO regular_quotas VALUES (${of}, ${lotto}, ${animal}, 'BS', 50)`)
    await run(
      sql`
        INSERT INTO blocked_numbers (partner_id, product_id, number, created_by)
        VALUES (${id('sur')}, ${lotto}, '5', ${registry.world.user['distribuidor']!})`,
    )
    expect(outcome(await move(of, id('norte')))).toBe(200)
    await kept.block()
    await run(sql`INSERT INTO blocked_numbers (partner_id, product_id, number) VALUES (${id('norte')}, ${lotto}, '5')`)
    await run(sql`UPDATE regular_quotas SET amount = 40 WHERE partner_id = ${of}`)
    expect(outcome(await move(of, id('sur')))).toBe(200)
    expect(outcome(await move(of, id('norte')))).toBe(200)
  })

  it('is copied with an agency', async () => {
    const of = await under('sur')
    await run(
      sql`
        INSERT INTO blocked_numbers (partner_id, product_id, number, created_by)
        VALUES (${of}, ${lotto}, '5', ${registry.world.user['banca']!})`,
    )
    const { body } = await registry.app.call(
      agencies.clone,
      { body: { agency_id: of, ...named() } },
      { as: distribuidor },
    )
    const rows = await registry.world.db.rows(
      sql`SELECT number, created_by FROM blocked_numbers WHERE partner_id = ${body.agency_id}`,
    )
    expect(rows).toEqual([{ number: '5', created_by: registry.world.user['banca'] }])
  })

  it('who answers for an agency’s payments, where the banca decided it, stays', async () => {
    const of = await under('sur')
    const save = (payments_responsible_partner_id: number, as: string) =>
      registry.app.call(agencies.saveConfig, { body: { id: of, payments_responsible_partner_id } }, { as })
    expect(outcome(await save(id('banca'), 'banca'))).toBe(200)
    expect(refusal(await save(id('norte'), distribuidor))).toEqual([
      422,
      'invalid_responsible',
      'payments_responsible_partner_id',
    ])
    expect(outcome(await save(of, 'banca'))).toBe(200)
    expect(outcome(await save(id('norte'), distribuidor))).toBe(200)
  })
})

describe('a configuration that a distributor saves', () => {
  const show = async (of: number) =>
    (await registry.app.call(betsConfigurations.show, { params: { agencyId: of } }, { as: 'banca' })).body
  const bare = {
    annul_minutes: null,
    prize_days: null,
    max_lines: null,
    pays_other_agencies: null,
    limits: [],
    products: [],
    multipliers: [],
  }
  const save = async (of: number, more: object) =>
    registry.app.call(
      betsConfigurations.save,
      { body: { agency_id: of, version: (await show(of)).version, ...bare, ...more } as never },
      { as: distribuidor },
    )

  it('gives no more than it has, also under one who has more', async () => {
    await granted.windows()
    const of = await under('sur')
    await run(
      sql`INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, pays_other_agencies) VALUES (${of}, 4, 3, false)`,
    )
    const own = { annul_minutes: 4, prize_days: 3, pays_other_agencies: false }
    expect(refusal(await save(of, { ...own, annul_minutes: 6 }))).toEqual([
      422,
      'setting_above_father',
      'annul_minutes',
    ])
    // What is taken back leaves what stands above.
    expect(refusal(await save(of, { ...own, prize_days: null }))).toEqual([422, 'setting_above_father', 'prize_days'])
    expect(outcome(await save(of, { ...own, annul_minutes: 5 }))).toBe(200)
    const filter = { partner_id: of, types: [] }
    const global = (value: number | null) =>
      registry.app.call(
        betsConfigurations.global,
        { query: { expected_matched_rows: 1 }, body: { filter, change: { field: 'annul_minutes', value } } },
        { as: distribuidor },
      )
    expect(refusal(await global(null))).toEqual([422, 'setting_above_father', 'change.value'])
    expect(refusal(await global(6))).toEqual([422, 'setting_above_father', 'change.value'])
    expect(outcome(await global(3))).toBe(200)
  })

  it('gives no more than what holds where nobody sets it', async () => {
    const of = await under('norte')
    expect(refusal(await save(of, { annul_minutes: 6 }))).toEqual([422, 'setting_above_father', 'annul_minutes'])
    expect(refusal(await save(id('norte'), { prize_days: 31 }))).toEqual([422, 'setting_above_father', 'prize_days'])
    expect(outcome(await save(of, { annul_minutes: 5, prize_days: 30 }))).toBe(200)
  })
})

describe('the banca changes what somebody has while they are placed', () => {
  it('the one waits for the other: what came first is seen', async () => {
    const of = await under('norte')
    let placing!: ReturnType<typeof move>
    await registry.world.run(async (tx) => {
      await tx.run(sql`SELECT 1 FROM partners WHERE id = ${id('sur')} FOR NO KEY UPDATE`)
      await tx.run(sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${id('sur')}, 60)`)
      placing = move(of, id('sur'))
      await sleep(300)
    })
    expect(refusal(await placing)).toEqual(refused)
  })

  it('and for a new one too', async () => {
    let making!: ReturnType<Registry['create']>
    await registry.world.run(async (tx) => {
      // Norte is above the father: what it has is held as well.
      await tx.run(sql`SELECT 1 FROM partners WHERE id = ${id('norte')} FOR NO KEY UPDATE`)
      await tx.run(
        sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${id('norte')}, 2), (${id('sur')}, 5)`,
      )
      making = registry.create({ father_id: id('sur') }, distribuidor)
      await sleep(300)
    })
    expect(refusal(await making)).toEqual(refused)
  })
})

describe('the earlier addresses of distributors', () => {
  it('refuse what the present ones do', async () => {
    await granted.windows()
    const { body: sur } = await registry.app.call(distributors.show, { params: { id: id('sur') } }, { as: 'banca' })
    const { version: _version, ...form } = { ...formOf(sur as never), ...named(), document: '', father_id: id('sur') }
    const made = await registry.app.call(distributors.v1Create, { body: form as never }, { as: distribuidor })
    expect(refusal(made)).toEqual([422, 'inheritance_changed', 'father_id'])
    const of = await under('norte', 'distribuidor')
    const { body: row } = await registry.app.call(distributors.show, { params: { id: of } }, { as: 'banca' })
    const body = { ...formOf(row as never), father_id: id('sur') } as never
    const moved = await registry.app.call(distributors.v1Update, { params: { id: of }, body }, { as: distribuidor })
    expect(refusal(moved)).toEqual([422, 'inheritance_changed', 'father_id'])
  })
})

it('an agency sells in no more than its father', async () => {
  const of = await under('norte', 'agencia', ['BS'] as never)
  await run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE id = ${id('norte')}`)
  const refused = await move(of, id('norte'), 'banca', { currencies: ['BS', 'COP'] })
  expect(refusal(refused)).toEqual([422, 'currency_not_sold', 'currencies'])
})
