/** What is refused of movements of drawers and of their kinds: each with its code, on its field, and nothing half done. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../contract/values/dates.ts'
import { incomes, type IncomeRow } from '../../contract/incomes.ts'
import { outcomes } from '../../contract/outcomes.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Reply } from '../support/app.ts'
import { kept } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.open('taquilla1')
})
afterAll(() => till?.close())
afterEach(() => expectBooksHold(till.world.db))

type Sent = Promise<Reply<Endpoint>>
const said = ({ status, problem }: Reply<Endpoint>) =>
  status < 300 ? [status] : [problem?.code, problem?.errors?.[0]?.path]
const call = (endpoint: Endpoint, args: object, as: string): Sent =>
  till.app.call(endpoint, args as never, { as }) as Sent
const written = async (more: object = {}, as = 'taquilla'): Promise<IncomeRow> => {
  const reply = await till.income(more, as)
  expect(reply.status).toBe(201)
  return reply.body
}

const gone = { type: 'V', dni: '33445566', name: 'Nadie Ya' }
/** What both are refused for, by what is wrong with the form. */
const wrong: readonly [string, () => object, unknown[]][] = [
  ['a type of another direction', () => ({ type_id: till.type.ingreso_pide + 10_000 }), ['not_found', 'type_id']],
  ['cents of pesos', () => ({ currency: 'COP', amount: '10.50' }), ['amount_decimals', 'amount']],
  ['another method', () => ({ method_id: 999_999 }), ['method_elsewhere', 'method_id']],
  ['a client who was switched off', () => ({ client: gone }), ['client_inactive', 'client.dni']],
  ['an amount of nothing', () => ({ amount: '0.00' }), ['invalid', 'amount']],
]

describe('what is written', () => {
  it.each(wrong)('is refused with %s', async (_name, more, answer) => {
    await till.world.db.run(sql`
      INSERT INTO clients (type, dni, name, name_key, partner_id, status)
      VALUES ('V', '33445566', 'Nadie Ya', 'nadie ya', ${till.world.partner.banca}, 'inactivo') ON CONFLICT DO NOTHING`)
    expect(said((await till.income(more())) as Reply<Endpoint>)).toEqual(answer)
    expect(said((await till.outcome(more())) as Reply<Endpoint>)).toEqual(answer)
    const { id, version, type_id, currency, amount } = await written()
    const body = { type_id, currency, amount, version, ...more() }
    expect(said(await call(incomes.update, { params: { id }, body }, 'taquilla'))).toEqual(answer)
    const spent = (await till.outcome()).body
    const outcome = { type_id: spent.type_id, currency, amount, version, ...more() }
    expect(said(await call(outcomes.update, { params: { id: spent.id }, body: outcome }, 'taquilla'))).toEqual(answer)
  })

  it('is refused in a currency that the office does not work with', async () => {
    const { db, partner } = till.world
    const row = await written()
    await db.run(sql`UPDATE partners SET currencies = '{BS,COP}' WHERE id = ${partner.taquilla1}`)
    const usd = { currency: 'USD' }
    const answer = ['currency_not_sold', 'currency']
    expect(said((await till.income(usd)) as Reply<Endpoint>)).toEqual(answer)
    expect(said((await till.outcome(usd)) as Reply<Endpoint>)).toEqual(answer)
    expect(said((await till.give(usd)) as Reply<Endpoint>)).toEqual(answer)
    const body = { type_id: row.type_id, amount: '1.00', version: 1, ...usd }
    expect(said(await call(incomes.update, { params: { id: row.id }, body }, 'taquilla'))).toEqual(answer)
    await db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${partner.taquilla1}`)
    const spent = (await till.outcome()).body
    await db.run(sql`UPDATE partners SET currencies = '{BS,COP}' WHERE id = ${partner.taquilla1}`)
    const outcome = { ...body, type_id: spent.type_id }
    expect(said(await call(outcomes.update, { params: { id: spent.id }, body: outcome }, 'taquilla'))).toEqual(answer)
    await db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${partner.taquilla1}`)
  })

  it('is refused with a method of another use, and a type that is no longer used', async () => {
    const { db, partner } = till.world
    const method_id = await kept.paymentMethods.add(db, { partner_id: partner.banca, uses: ['ingresos'] })
    expect((await till.income({ method_id })).status).toBe(201)
    expect(said((await till.outcome({ method_id })) as Reply<Endpoint>)).toEqual(['method_elsewhere', 'method_id'])
    const made = await call(
      outcomes.createType,
      { body: { direction: 'egreso', name: 'Viejo', status: 'inactivo' } },
      'agencia',
    )
    const { id } = made.body as unknown as { id: number }
    expect(said((await till.outcome({ type_id: id })) as Reply<Endpoint>)).toEqual(['not_found', 'type_id'])
  })

  it('is of the own offices: what others wrote is not there', async () => {
    const row = await written()
    const { id } = row
    const spent = (await till.outcome()).body
    for (const as of ['vecina', 'lejana']) {
      expect(said(await call(incomes.show, { params: { id } }, as))[0]).toBe('not_found')
      expect(said(await call(incomes.remove, { params: { id } }, as))[0]).toBe('not_found')
      expect(said(await call(outcomes.show, { params: { id: spent.id } }, as))[0]).toBe('not_found')
      expect(said(await call(outcomes.remove, { params: { id: spent.id } }, as))[0]).toBe('not_found')
      const outcome = { type_id: spent.type_id, currency: 'BS', amount: '1.00', version: 1 }
      const params = { id: spent.id }
      expect(said(await call(outcomes.update, { params, body: outcome }, as))[0]).toBe('not_found')
      const body = { type_id: row.type_id, currency: 'BS', amount: '1.00', version: 1 }
      expect(said(await call(incomes.update, { params: { id }, body }, as))[0]).toBe('not_found')
    }
    const named = { office_id: till.world.partner.taquilla3 }
    for (const endpoint of [incomes.list, incomes.export, outcomes.list, outcomes.export])
      expect(said(await call(endpoint, { query: named }, 'agencia'))[0]).toBe('not_found')
    for (const endpoint of [incomes.methods, outcomes.methods, outcomes.transferMethods, outcomes.destinations])
      expect(said(await call(endpoint, { query: named }, 'agencia'))[0]).toBe('not_found')
    expect(said((await till.income(named, 'agencia')) as Reply<Endpoint>)[0]).toBe('not_found')
    expect(said((await till.outcome({}, 'agencia')) as Reply<Endpoint>)).toEqual(['invalid', 'office_id'])
  })

  it('is asked for of days that there are', async () => {
    const { today } = till.world
    for (const endpoint of [incomes.list, incomes.export, outcomes.list, outcomes.export]) {
      const back = { from: today, to: addDays(today, -1) }
      expect(said(await call(endpoint, { query: back }, 'agencia'))[0]).toBe('range_backwards')
      expect(said(await call(endpoint, { query: { from: '2020-01-01', to: today } }, 'agencia'))[0]).toBe(
        'range_too_long',
      )
    }
  })
})

describe('a register', () => {
  it('that is not open takes nothing', async () => {
    const answer = ['register_not_open']
    expect(said((await till.income({}, 'vecina')) as Reply<Endpoint>)[0]).toBe(answer[0])
    expect(said((await till.outcome({}, 'vecina')) as Reply<Endpoint>)[0]).toBe(answer[0])
    const giving = { to_office_id: till.world.partner.taquilla1 }
    expect(said((await till.give(giving, 'vecina')) as Reply<Endpoint>)[0]).toBe(answer[0])
    // What is given to it waits.
    const given = (await till.give()).body
    const half = await till.halfOf(given)
    const accept = () => call(incomes.accept, { params: { id: half.id }, body: { version: 1 } }, 'vecina')
    expect(said(await accept())[0]).toBe(answer[0])
    await till.open('taquilla2')
    expect(said(await accept())).toEqual([200])
    await till.send('taquilla2')
  })

  it('that was sent keeps what it counted', async () => {
    const row = await written()
    const spent = (await till.outcome()).body
    const given = (await till.give()).body
    await till.send('taquilla1')
    const { body: read } = await till.app.call(incomes.show, { params: { id: row.id } }, { as: 'taquilla' })
    expect(read.actions).toEqual([])
    const change = { type_id: row.type_id, currency: 'BS', amount: '1.00', version: 1 }
    const spends = { ...change, type_id: spent.type_id }
    const ways = (): Sent[] => [
      call(outcomes.update, { params: { id: spent.id }, body: spends }, 'taquilla'),
      call(incomes.update, { params: { id: row.id }, body: change }, 'taquilla'),
      call(incomes.remove, { params: { id: row.id } }, 'taquilla'),
      call(outcomes.remove, { params: { id: spent.id } }, 'taquilla'),
      call(outcomes.remove, { params: { id: given.id } }, 'taquilla'),
    ]
    for (const reply of await Promise.all(ways())) expect(said(reply)[0]).toBe('register_not_open')
    // Nor once the next one is open.
    await till.open('taquilla1')
    for (const reply of await Promise.all(ways())) expect(said(reply)[0]).toBe('register_not_open')
    // What is refused comes back all the same.
    const half = await till.halfOf(given)
    const body = { version: 1, observation: 'No hace falta' }
    expect(said(await call(incomes.refuse, { params: { id: half.id }, body }, 'vecina'))).toEqual([200])
    const entries = await till.world.db.rows<{ register_id: number | null }>(sql`
      SELECT register_id FROM ledger_entries WHERE ref_kind = 'movement' AND ref_id = ${given.id} ORDER BY id DESC LIMIT 1`)
    expect(entries).toEqual([{ register_id: null }])
  })
})

describe('what is given', () => {
  it('goes to one drawer or fund of the own agency, in what both have', async () => {
    const { db, partner } = till.world
    const answers: [object, unknown[]][] = [
      [{ to_office_id: partner.taquilla3 }, ['not_found', 'to_office_id']],
      [{ to_office_id: partner.taquilla1 }, ['not_found', 'to_office_id']],
      [{ to_office_id: null, to_fund_id: 999_999 }, ['not_found', 'to_fund_id']],
      [{ to_fund_id: till.fund }, ['invalid', 'to_office_id']],
      [{ to_office_id: null }, ['invalid', 'to_office_id']],
      [{ currency: 'COP', amount: '1.50' }, ['amount_decimals', 'amount']],
      [{ method_id: 999_999 }, ['method_elsewhere', 'method_id']],
    ]
    for (const [more, answer] of answers) expect(said((await till.give(more)) as Reply<Endpoint>)).toEqual(answer)
    const method_id = await kept.paymentMethods.add(db, { partner_id: partner.banca, uses: ['transacciones'] })
    const toFund = { to_office_id: null, to_fund_id: till.fund, method_id }
    expect(said((await till.give(toFund)) as Reply<Endpoint>)).toEqual(['method_elsewhere', 'method_id'])
    await db.run(sql`UPDATE partners SET currencies = '{BS}' WHERE id = ${partner.taquilla2}`)
    expect(said((await till.give({ currency: 'USD' })) as Reply<Endpoint>)).toEqual(['currency_not_sold', 'currency'])
    await db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${partner.taquilla2}`)
  })

  it('is accepted, refused or taken back, and not changed', async () => {
    const given = (await till.give()).body
    const half = await till.halfOf(given)
    const params = { id: half.id }
    const body = { type_id: till.type.ingreso, currency: 'BS', amount: '1.00', version: 1 }
    expect(said(await call(incomes.update, { params, body }, 'vecina'))[0]).toBe('not_your_side')
    expect(said(await call(incomes.remove, { params }, 'vecina'))[0]).toBe('not_your_side')
    const stale = { version: 7, observation: 'No hace falta' }
    await till.open('taquilla2')
    expect(said(await call(incomes.accept, { params, body: { version: 7 } }, 'vecina'))[0]).toBe('changed_meanwhile')
    expect(said(await call(incomes.refuse, { params, body: stale }, 'vecina'))[0]).toBe('changed_meanwhile')
    expect(said(await call(incomes.accept, { params, body: { version: 1 } }, 'lejana'))[0]).toBe('not_found')
    expect(said(await call(incomes.refuse, { params, body: stale }, 'taquilla'))[0]).toBe('not_found')
    const own = await written()
    const mine = { params: { id: own.id }, body: { version: 1 } }
    expect(said(await call(incomes.accept, mine, 'taquilla'))[0]).toBe('moved_already')
  })
})

describe('a kind of movement', () => {
  const create = (body: object, as = 'agencia') => call(outcomes.createType, { body }, as)
  it('has a name of its own, and is borne by the banca only where it is the banca’s', async () => {
    expect(said(await create({ direction: 'egreso', name: 'Limpieza' }))).toEqual(['name_taken', 'name'])
    expect((await create({ direction: 'ingreso', name: 'Limpieza' })).status).toBe(201)
    expect(said(await create({ direction: 'egreso', name: 'Viáticos', borne_by: 'banca' }))).toEqual([
      'invalid',
      'borne_by',
    ])
    const income = { direction: 'ingreso', name: 'Viáticos', borne_by: 'banca' }
    expect(said(await create(income, 'banca'))).toEqual(['invalid', 'borne_by'])
  })

  it('is changed by whoever made it, but for its direction and who bears it', async () => {
    const read = async (as: string) =>
      (await till.app.call(outcomes.types, { query: { inactive: true } }, { as })).body.data
    const one = (await read('agencia')).find(({ name }) => name === 'Limpieza')!
    const borne = (await read('agencia')).find(({ name }) => name === 'Publicidad')!
    expect([one.own, borne.own, borne.partner_name]).toEqual([true, false, 'Banca de Prueba'])
    expect((await read('lejana')).map(({ name }) => name)).toEqual(['Publicidad'])
    const update = (row: typeof one, more: object, as = 'agencia') => {
      const { id, direction, name, needs_approval, borne_by, status, version } = row
      const body = { direction, name, needs_approval, borne_by, status, version, ...more }
      return call(outcomes.updateType, { params: { id }, body }, as)
    }
    expect(said(await update(borne, {}))[0]).toBe('not_your_side')
    expect(said(await update(one, { version: 9 }))[0]).toBe('changed_meanwhile')
    expect(said(await update(one, { direction: 'ingreso' }))).toEqual(['invalid', 'direction'])
    expect(said(await update(one, { borne_by: 'banca' }))).toEqual(['invalid', 'borne_by'])
    expect(said(await update(one, { name: 'Reparación' }))).toEqual(['name_taken', 'name'])
    expect(said(await update({ ...one, id: 999_999 }, {}))[0]).toBe('not_found')
    const saved = await update(one, { name: 'Aseo', needs_approval: true })
    expect(saved.body).toMatchObject({ name: 'Aseo', needs_approval: true, version: 2 })
    expect(said(await update(borne, { name: 'Publicidad local' }, 'banca'))).toEqual([200])
  })
})
