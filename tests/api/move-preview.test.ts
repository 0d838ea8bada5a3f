/**
 * What a move would make of a partner is told before it is made, and is what it then makes: over random trees, what was told
 * is compared with what the screens say before and after. Whoever was shown something else by then moves nothing.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { rateText, wholeRate } from '../../contract/commission-rates.ts'
import { commissions } from '../../contract/commissions.ts'
import { distributors } from '../../contract/distributors.ts'
import { partners } from '../../contract/partners.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { formatDecimal, formatMoney } from '../../contract/values/money.ts'
import { list } from '../../server/platform/db/connect.ts'
import { Random } from '../../server/seed/random.ts'
import { addPartner, addUser, kept } from '../support/factories.ts'
import { slowModelRuns } from '../support/length.ts'
import { formOf, openRegistry, place, refusal, type Registry } from './agencies-setup.ts'
import { animal } from './sale-setup.ts'

let registry: Registry
let lotto: number
let count = 0
const run = (query: ReturnType<typeof sql>) => registry.world.db.run(query)
const id = (of: keyof Registry['world']['partner']) => registry.world.partner[of]
const named = () => {
  count += 1
  return { name: `Movida ${count}`, code: `MOV-${count}` }
}
const preview = (body: { id: number; father_id: number; currencies?: Currency[] }, as = 'banca') =>
  registry.app.call(partners.movePreview, { body }, { as })

beforeAll(async () => {
  registry = await openRegistry()
  lotto = registry.world.product('LOTTO_ACTIVO')
  await run(sql`INSERT INTO rate_types (id, codigo, nombre) VALUES (1, 'BCV', 'BCV'), (2, 'CALLE', 'Paralelo')`)
})
afterAll(() => registry?.close())
async function clear(): Promise<void> {
  for (const table of ['partner_settings', 'partner_limits', 'partner_products', 'partner_multipliers'])
    await run(sql`DELETE FROM ${sql.identifier(table)}`)
  for (const table of ['regular_quotas', 'blocked_numbers', 'payment_methods'])
    await run(sql`DELETE FROM ${sql.identifier(table)}`)
  await run(sql`TRUNCATE commissions, product_days`)
  await run(
    sql`UPDATE partners SET status = 'inactivo', off_by = ${id('banca')} WHERE code LIKE 'MOV-%' AND type <> 'banca'`,
  )
}
beforeEach(clear)

/** Both kinds are shown and saved alike. */
const callsOf = (type: string) => (type === 'agencia' ? agencies : distributors) as typeof agencies
const move = async (type: string, moved: number, father_id: number, more: object = {}, as = 'banca') => {
  const { show, update } = callsOf(type)
  const row = (await registry.app.call(show, { params: { id: moved } }, { as })).body
  const body = { ...formOf(row), ...place, father_id, ...more }
  return registry.app.call(update, { params: { id: moved }, body }, { as })
}

interface Told {
  from: string
  to: string
}
type Reading = Map<string, string>

/** What each thing is for a partner as its screens say it, by the name under which a preview speaks of it. */
async function look(of: number): Promise<{ rates: Reading; rest: Reading }> {
  const { app, world } = registry
  const rates: Reading = new Map()
  const sheet = (await app.call(commissions.show, { params: { id: of } }, { as: 'banca' })).body
  for (const { product_name, bet_type_name, currency, own, inherited } of sheet.rows) {
    const held = own ? wholeRate(own, inherited) : inherited
    if (bet_type_name && currency)
      rates.set([product_name, bet_type_name, currency].join(' · '), held ? rateText(held) : 'ninguna')
  }
  const rest: Reading = new Map()
  const bets = (await app.call(betsConfigurations.show, { params: { agencyId: of } }, { as: 'banca' })).body
  const inForce = <T>({ own, inherited }: { own: T | null; inherited: T | null }) => own ?? inherited
  const limit = (value: string | null, currency: Currency) =>
    value === null ? 'sin límite' : formatMoney(value, currency)
  rest.set('Minutos para anular', String(inForce(bets.annul_minutes) ?? 5))
  rest.set('Días para cobrar', String(inForce(bets.prize_days) ?? 30))
  rest.set('Jugadas por ticket', String(inForce(bets.max_lines) ?? 60))
  rest.set('Paga tickets de otras agencias', inForce(bets.pays_other_agencies) ? 'Sí' : 'No')
  rest.set('Tipo de tasa', bets.rate_types.find((one) => one.id === inForce(bets.rate_type_id))!.name)
  for (const { currency, min_stake, max_stake, max_ticket } of bets.limits) {
    rest.set(`Mínimo por jugada en ${currency}`, limit(inForce(min_stake), currency))
    rest.set(`Máximo por jugada en ${currency}`, limit(inForce(max_stake), currency))
    rest.set(`Máximo por ticket en ${currency}`, limit(inForce(max_ticket), currency))
  }
  for (const { name, enabled, bet_types } of bets.products) {
    rest.set(`Venta de ${name}`, inForce(enabled) ? 'Sí' : 'No')
    for (const bet of bet_types)
      rest.set(`Multiplicador de ${name} · ${bet.name}`, formatDecimal(inForce(bet.multiplier) ?? ''))
  }
  const above = sql`SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${of}`
  const quotas = await world.db.rows<{ name: string; currency: Currency; amount: string }>(sql`
    SELECT concat_ws(' · ', g.name, b.name, q.currency) AS name, q.currency, min(q.amount)::text AS amount FROM regular_quotas q
    JOIN products g ON g.id = q.product_id JOIN bet_types b ON b.id = q.bet_type_id WHERE q.partner_id IN (${above}) GROUP BY 1, 2`)
  for (const { name, currency, amount } of quotas) rest.set(`Cupo de ${name}`, formatMoney(amount, currency, true))
  const blocked = await world.db.rows<{ name: string }>(sql`
    SELECT DISTINCT concat('El ', k.number, ' de ', g.name) AS name
    FROM blocked_numbers k
    JOIN products g ON g.id = k.product_id
    WHERE k.partner_id IN (${above})`)
  for (const { name } of blocked) rest.set(name, 'bloqueado')
  const methods = (await app.call(paymentMethods.ofPartner, { params: { id: of } }, { as: 'banca' })).body.data
  for (const { name, currency } of methods) rest.set([name, currency].join(' · '), 'se acepta')
  return { rates, rest }
}

const nothingSaid = (name: string) =>
  name.startsWith('Cupo') ? 'sin cupo' : name.startsWith('El ') ? 'se vende' : 'no'

/** What differs between two readings. */
function differing(before: Reading, after: Reading): Map<string, Told> {
  const names = new Set([...before.keys(), ...after.keys()])
  return new Map(
    [...names].flatMap((name): [string, Told][] => {
      const [from, to] = [before.get(name) ?? nothingSaid(name), after.get(name) ?? nothingSaid(name)]
      return from === to ? [] : [[name, { from, to }]]
    }),
  )
}

/** Rates are told of everything at once, of a product, or one by one. */
function cellsNamed(name: string, all: Reading): string[] {
  const of = name.replace(/^Comisión( de )?/, '')
  return [...all.keys()].filter((cell) => of === '' || cell === of || cell.startsWith(`${of} · `))
}

/** A tree under the banca: distributors that hold one another, an agency with an office under each, and what they set. */
async function grow(random: Random) {
  await clear()
  const { db } = registry.world
  const subs = [id('norte'), id('sur')]
  for (let n = 0; n < 4; n++)
    subs.push(
      await addPartner(db, { father_id: random.pick([id('banca'), ...subs]), type: 'distribuidor', ...named() }),
    )
  const own: number[] = []
  for (const father_id of random.chance(0.5) ? subs : subs.slice(2)) {
    const agency = await addPartner(db, { father_id, type: 'agencia', ...named() })
    await addPartner(db, { father_id: agency, type: 'taquilla', ...named() })
    own.push(agency)
  }
  const all = [id('banca'), ...subs, ...own]
  const some = (of = 0.4) => all.filter(() => random.chance(of))
  const [products, bets] = [
    [null, lotto],
    [null, animal],
  ] as const
  for (const of of [id('banca'), ...some(), ...some(0.2)])
    await run(sql`
      INSERT INTO commissions (
        partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
        participation_percent, starts_at
      )
      VALUES (
        ${of}, ${random.pick([...products])}::int, ${random.pick([...bets])}::int, ${random.pick([null, 'BS'])}::currency,
        'VENTA', ${random.pick([5, 12.5, 20])}, 'COMPARTIDA', ${random.pick([0, 30])},
        now() + ${random.pick([-3, -2, 4])} * interval '1 day'
      )
      ON CONFLICT DO NOTHING`)
  for (const of of some())
    await run(
      sql`
        INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, max_lines, pays_other_agencies, rate_type_id)
        VALUES (
          ${of}, ${random.pick([null, 2, 60])}, ${random.pick([null, 3])}, ${random.pick([null, 9])},
          ${random.pick([null, true, false])}, ${random.pick([null, 1, 2])}::int
        )`,
    )
  for (const of of some())
    await run(
      sql`
        INSERT INTO partner_limits
        VALUES (
          ${of}, ${random.pick(['BS', 'USD'])}::currency, ${random.pick([null, 2])}, ${random.pick([null, 100])},
          ${random.pick([null, 900])}
        )`,
    )
  for (const of of some()) await run(sql`INSERT INTO partner_products VALUES (${of}, ${lotto}, ${random.chance(0.5)})`)
  for (const of of some())
    await run(sql`INSERT INTO partner_multipliers VALUES (${of}, ${lotto}, ${animal}, ${random.pick([28, 35])})`)
  for (const of of some())
    await run(sql`INSERT INTO regular_quotas VALUES (${of}, ${lotto}, ${animal}, 'BS', ${random.pick([50, 90, 200])})`)
  for (const of of some(0.3))
    await run(
      sql`INSERT INTO blocked_numbers (partner_id, product_id, number) VALUES (${of}, ${lotto}, ${random.pick(['5', '7'])})`,
    )
  for (const of of some(0.3)) await kept.paymentMethods.add(db, { partner_id: of })
  for (const of of own.filter(() => random.chance(0.5)))
    await run(sql`
      UPDATE partners p
      SET payments_responsible_partner_id = (
        SELECT a.ancestor_id
        FROM partner_ancestors a
        WHERE a.partner_id = p.id
        ORDER BY md5(a.ancestor_id::text || ${count})
        LIMIT 1
      )
      WHERE p.id = ${of}`)
  for (const of of own)
    await run(sql`
      INSERT INTO product_days AS d (day, partner_id, currency, product_id, bet_type_id, shard, sold)
      SELECT ${registry.world.today}::date, a.ancestor_id, 'BS', ${lotto}, ${animal}, 0, ${random.between(1, 500)}
      FROM partner_ancestors a
      WHERE a.partner_id = ${of}
      ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET sold = d.sold + excluded.sold`)
  return { subs, all }
}

interface Node {
  id: number
  type: string
  father_id: number
}
const nodesIn = (ids: readonly number[]) =>
  registry.world.db.rows<Node>(
    sql`SELECT id, type::text AS type, father_id FROM partners WHERE id = ANY (${list(ids)}::int[]) AND code LIKE 'MOV-%' ORDER BY id`,
  )
/** Balances and who answers, as the banca's lists say them. */
const balances = async () => {
  const { body } = await registry.app.call(
    partners.list,
    { query: { per_page: 500, status: 'activo' } },
    { as: 'banca' },
  )
  return new Map(body.data.map(({ id: of, balance }) => [of, balance]))
}
const responsible = async (of: number) =>
  (
    await registry.world.db.one<{ name: string }>(
      sql`
        SELECT r.name
        FROM partners p
        JOIN partners r ON r.id = coalesce(p.payments_responsible_partner_id, p.father_id)
        WHERE p.id = ${of}`,
    )
  )?.name
/** Of the users who keep the registry, those who find it. */
async function seenBy(type: string, of: number, users: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const as of users)
    if ((await registry.app.call(callsOf(type).show, { params: { id: of } }, { as })).status === 200) found.push(as)
  return found
}

it('what is told before a move is what the move does', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = new Random(seed)
      const { subs, all } = await grow(random)
      const nodes = await nodesIn(all)
      const one = random.pick(nodes)
      const users = await Promise.all(
        subs.slice(2).map(async (partner_id) => {
          count += 1
          const username = `movida${count}`
          await addUser(registry.world.db, { username, role: 'DISTRIBUIDOR', partner_id, manage_childs: true })
          return username
        }),
      )
      const father_id = random.pick([id('banca'), ...subs].filter((of) => of !== one.father_id))
      const told = await preview({ id: one.id, father_id })
      if (told.status !== 200) {
        // What is refused to be told is refused to be done.
        const refused = await move(one.type, one.id, father_id)
        expect([refused.status, refused.problem.code]).toEqual([told.status, told.problem.code])
        return
      }
      const [was, owed, saw] = [await look(one.id), await balances(), await seenBy(one.type, one.id, users)]
      expect(await responsible(one.id)).toBe(told.body.responsible.before)
      const moved = await move(one.type, one.id, father_id, { shown: told.body.shown })
      expect([moved.status, moved.problem?.detail]).toEqual([200, undefined])
      const [is, owes, sees] = [await look(one.id), await balances(), await seenBy(one.type, one.id, users)]

      // Where there is more than is listed, what is listed is true.
      const listed = <T>(all: Map<string, T>, names: Map<string, T>) =>
        told.body.changes.total === told.body.changes.first.length
          ? all
          : new Map([...all].filter(([name]) => names.has(name)))
      const first = told.body.changes.first.filter(({ kind }) => kind !== 'rate')
      const settings = new Map(first.map(({ name, from, to }) => [name, { from, to }]))
      expect(settings).toEqual(listed(differing(was.rest, is.rest), settings))
      const rates = told.body.changes.first.filter(({ kind }) => kind === 'rate')
      const cells = new Map(
        rates.flatMap(({ name, from, to }) => cellsNamed(name, is.rates).map((cell) => [cell, { from, to }])),
      )
      expect(cells).toEqual(listed(differing(was.rates, is.rates), cells))
      for (const { name, value } of told.body.kept.first)
        for (const cell of name.startsWith('Comisión') ? cellsNamed(name, is.rates) : [name])
          expect([is.rest.get(cell) ?? is.rates.get(cell), was.rest.get(cell) ?? was.rates.get(cell)]).toEqual([
            value,
            value,
          ])

      expect(await responsible(one.id)).toBe(told.body.responsible.after)
      const { losing, gaining } = told.body.past
      for (const { id: of, before, after } of [...losing, ...gaining])
        expect([owed.get(of), owes.get(of)]).toEqual([before, after])
      const others = [...owed].filter(([of]) => ![...losing, ...gaining].some((each) => each.id === of))
      for (const [of, before] of others) expect(owes.get(of)).toEqual(before)
      const names = (who: { first: { partner_name: string }[] }) => who.first.map(({ partner_name }) => partner_name)
      const at = async (usernames: readonly string[]) =>
        (
          await registry.world.db.rows<{ name: string }>(
            sql`SELECT p.name FROM users u JOIN partners p ON p.id = u.partner_id WHERE u.username = ANY (${list(usernames)}::text[])`,
          )
        ).map(({ name }) => name)
      const { people } = told.body
      const lost = await at(saw.filter((user) => !sees.includes(user)))
      const won = await at(sees.filter((user) => !saw.includes(user)))
      expect(
        names(people.losing)
          .filter((name) => name.startsWith('Movida'))
          .sort(),
      ).toEqual(lost.sort())
      expect(
        names(people.gaining)
          .filter((name) => name.startsWith('Movida'))
          .sort(),
      ).toEqual(won.sort())
    }),
    slowModelRuns(8),
  )
})

describe('whoever was shown something else by then', () => {
  const moving = async () => {
    const father_id = await addPartner(registry.world.db, { father_id: id('banca'), type: 'distribuidor', ...named() })
    const agency = await registry.created()
    return { father_id, agency }
  }

  it('moves nothing, is asked again, and then moves', async () => {
    const { father_id, agency } = await moving()
    const first = await preview({ id: agency.id, father_id })
    expect([first.status, first.body.changes.total]).toEqual([200, 0])
    await run(sql`INSERT INTO partner_limits (partner_id, currency, max_stake) VALUES (${father_id}, 'BS', 100)`)
    const refused = await move('agencia', agency.id, father_id, { shown: first.body.shown })
    expect([refused.status, refused.problem.code, refused.problem['moved']]).toEqual([409, 'changed_meanwhile', true])
    expect((await registry.show(agency.id)).father_id).toBe(agency.father_id)
    const again = await preview({ id: agency.id, father_id })
    expect(again.body.changes.first).toEqual([
      {
        kind: 'setting',
        name: 'Máximo por jugada en BS',
        from: 'sin límite',
        from_of: null,
        to: 'Bs 100,00',
        to_of: again.body.father.after.name,
        own: null,
      },
    ])
    const moved = await move('agencia', agency.id, father_id, { shown: again.body.shown })
    expect([moved.status, moved.body.father_id]).toEqual([200, father_id])
  })

  it('is not asked again because something was sold meanwhile', async () => {
    const { father_id, agency } = await moving()
    const { body } = await preview({ id: agency.id, father_id })
    await run(sql`
      INSERT INTO product_days (day, partner_id, currency, product_id, bet_type_id, shard, sold)
      SELECT ${registry.world.today}::date, ancestor_id, 'BS', ${lotto}, ${animal}, 0, 70
      FROM partner_ancestors
      WHERE partner_id = ${agency.id}`)
    expect((await move('agencia', agency.id, father_id, { shown: body.shown })).status).toBe(200)
  })

  it('sees what of its own the new father keeps back', async () => {
    const { father_id, agency } = await moving()
    const quota = (of: number, amount: number) =>
      run(sql`INSERT INTO regular_quotas VALUES (${of}, ${lotto}, ${animal}, 'BS', ${amount})`)
    await quota(agency.id, 90)
    await quota(father_id, 50)
    const { body } = await preview({ id: agency.id, father_id })
    expect(body.changes.first).toMatchObject([{ kind: 'quota', from: 'Bs 90,00', to: 'Bs 50,00', own: 'Bs 90,00' }])
  })
})

describe('a move that would be refused', () => {
  const refused = async (body: Parameters<typeof preview>[0], as?: string) => refusal(await preview(body, as))

  it('is refused when it is asked what it does', async () => {
    const { db } = registry.world
    const agency = await registry.created()
    const few = await addPartner(db, {
      father_id: id('norte'),
      type: 'distribuidor',
      currencies: ['BS'],
      ...named(),
    })
    expect(await refused({ id: 987_654, father_id: few })).toEqual([404, 'not_found', undefined])
    expect(await refused({ id: id('norte'), father_id: few }, 'distribuidor')).toEqual([409, 'own_partner', undefined])
    expect(await refused({ id: agency.id, father_id: id('agencia1') })).toEqual([422, 'invalid_father', 'father_id'])
    expect(await refused({ id: id('norte'), father_id: few })).toEqual([422, 'invalid_father', 'father_id'])
    expect(await refused({ id: agency.id, father_id: few })).toEqual([422, 'currency_not_sold', 'currencies'])
    expect((await preview({ id: agency.id, father_id: few, currencies: ['BS'] })).status).toBe(200)
    await run(sql`INSERT INTO partner_limits (partner_id, currency, max_stake) VALUES (${agency.id}, 'BS', 100)`)
    await run(sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${few}, 60)`)
    expect(await refused({ id: agency.id, father_id: few, currencies: ['BS'] }, 'distribuidor')).toEqual([
      422,
      'inheritance_changed',
      'father_id',
    ])
    await run(sql`UPDATE partners SET status = 'inactivo', off_by = ${id('banca')} WHERE id = ${agency.id}`)
    expect(await refused({ id: agency.id, father_id: id('sur') }, 'distribuidor')).toEqual([
      403,
      'switched_off_above',
      'status',
    ])
  })

  it('of an office that sold as well, and one that did not is told of', async () => {
    const { app, world } = registry
    const office = await addPartner(world.db, { father_id: id('agencia1'), type: 'taquilla', ...named() })
    const told = await preview({ id: office, father_id: id('agencia2') })
    expect([told.status, told.body.past.losing.map(({ name }) => name)]).toEqual([
      200,
      ['Distribuidor Sur', 'Agencia Uno'],
    ])
    const row = (await app.call(ticketOffices.show, { params: { id: office } }, { as: 'banca' })).body
    const body = stripUnknown(ticketOffices.update.body!, { ...row, father_id: id('agencia2') }) as typeof row
    await run(sql`INSERT INTO partner_settings (partner_id, prize_days) VALUES (${id('agencia2')}, 3)`)
    const late = await app.call(
      ticketOffices.update,
      { params: { id: office }, body: { ...body, shown: told.body.shown } },
      { as: 'banca' },
    )
    expect([late.status, late.problem.code]).toEqual([409, 'changed_meanwhile'])
    await run(sql`INSERT INTO sales_days (day, office_id, currency, sold) VALUES (${world.today}, ${office}, 'BS', 10)`)
    expect(await refused({ id: office, father_id: id('agencia2') })).toEqual([409, 'office_sold', 'father_id'])
  })

  it('names nobody above whoever asks', async () => {
    const agency = await registry.created({ father_id: id('sur') })
    await run(sql`INSERT INTO partner_limits (partner_id, currency, max_stake) VALUES (${id('banca')}, 'BS', 100)`)
    const { body } = await preview({ id: agency.id, father_id: id('norte') }, 'distribuidor')
    expect([body.father.before.path, body.father.after.path]).toEqual([
      'Distribuidor Norte › Distribuidor Sur',
      'Distribuidor Norte',
    ])
    expect([body.past.losing.map(({ name }) => name), body.past.gaining]).toEqual([['Distribuidor Sur'], []])
  })
})
