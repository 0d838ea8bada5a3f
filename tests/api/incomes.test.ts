/** Incomes and outcomes of a drawer: what each posts, what is corrected and deleted, and what is given to another drawer or a fund. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../contract/clients.ts'
import { incomes, type IncomeRow } from '../../contract/incomes.ts'
import { notifications } from '../../contract/notifications.ts'
import { outcomes, type OutcomeRow } from '../../contract/outcomes.ts'
import { expectBooksHold } from '../support/holds.ts'
import { kept } from '../support/factories.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
let register: number
beforeAll(async () => {
  till = await openTill()
  register = await till.open('taquilla1')
  await till.open('taquilla2')
})
afterAll(() => till?.close())
afterEach(() => expectBooksHold(till.world.db))

const outcomeOf = ({ status, problem }: { status: number; problem?: { code?: string } }) =>
  status < 300 ? status : problem?.code
const change = (
  { id, version, type_id, currency, amount }: IncomeRow,
  more: object = {},
  as = 'taquilla',
  key?: string,
) =>
  till.app.call(
    incomes.update,
    { params: { id }, body: { type_id, currency, amount, version, ...more } as never },
    { as, ...(key && { key }) },
  )
const remove = (id: number, as = 'taquilla', key?: string) =>
  till.app.call(incomes.remove, { params: { id } }, { as, ...(key && { key }) })
const removeOutcome = (id: number, as = 'taquilla') => till.app.call(outcomes.remove, { params: { id } }, { as })
const accept = ({ id, version }: IncomeRow, as = 'vecina', key?: string) =>
  till.app.call(incomes.accept, { params: { id }, body: { version } }, { as, ...(key && { key }) })
const refuse = ({ id, version }: IncomeRow, as = 'vecina') =>
  till.app.call(incomes.refuse, { params: { id }, body: { version, observation: 'No llegó el dinero' } }, { as })
/** What the books have in what a movement touches at the first office. */
const books = async (...kinds: string[]) => {
  const amounts: Record<string, string> = {}
  for (const kind of kinds) amounts[kind] = await till.held('taquilla1', kind)
  return amounts
}
/** By how much each moved while something was done. */
async function moved(kinds: string[], work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await books(...kinds)
  await work()
  const after = await books(...kinds)
  return Object.fromEntries(kinds.map((kind) => [kind, Number(after[kind]) - Number(before[kind])]))
}
const told = async (as: string) =>
  (await till.app.call(notifications.list, { body: { page: 1, per_page: 50 } as never }, { as })).body.data.filter(
    ({ kind }) => kind === 'caja',
  )

describe('an income', () => {
  it('comes into the open register against its type', async () => {
    const client = { type: 'V' as const, dni: '12345678', name: 'Ana Pérez' }
    let row!: IncomeRow
    const change = await moved(['caja', 'ingresos', 'por_aprobar'], async () => {
      row = (await till.income({ client, concept: 'Aporte del dueño', reference: '4455' })).body
    })
    expect(change).toEqual({ caja: 100, ingresos: -100, por_aprobar: 0 })
    expect(row).toMatchObject({
      state: 'registrado',
      office_name: 'Taquilla Uno',
      type_name: 'Aporte',
      method_name: 'Efectivo',
      moved: '100.00',
      client: 'V-12345678 Ana Pérez',
      register_id: register,
      created_by: 'Taquilla',
      actions: ['update', 'remove'],
    })
    const found = await till.app.call(clients.list, { query: { q: '12345678' } }, { as: 'banca' })
    const operations = await till.app.call(
      clients.operations,
      { query: { client_id: found.body.data[0]!.id } },
      { as: 'banca' },
    )
    expect(operations.body.data).toMatchObject([{ kind: 'ingreso', serial: String(row.id), amount: '100.00' }])
  })

  it('that somebody must approve waits beside its type, and they are told', async () => {
    let row!: IncomeRow
    const change = await moved(['caja', 'ingresos', 'por_aprobar'], async () => {
      row = (await till.income({ type_id: till.type.ingreso_pide })).body
    })
    expect(change).toEqual({ caja: 100, ingresos: 0, por_aprobar: -100 })
    expect(row.state).toBe('por_aprobar')
    expect(await told('agencia')).toMatchObject([
      { title: 'Ingreso por aprobar', link: `/admin/administrative/transactions/pending/${row.id}` },
    ])
    expect(await told('distribuidor')).toEqual([])
  })

  it('is written once, however often it is pressed', async () => {
    const key = randomUUID()
    const change = await moved(['caja'], async () => {
      const [one, two] = await Promise.all([till.income({}, 'taquilla', key), till.income({}, 'taquilla', key)])
      // The answer to the first was lost: it is asked for again.
      const again = await till.income({}, 'taquilla', key)
      expect([one.status, two.status, again.body.id]).toEqual([201, 201, one.body.id])
    })
    expect(change).toEqual({ caja: 100 })
  })

  it('is corrected while its register is open: reversed, and posted anew', async () => {
    const method_id = await kept.paymentMethods.add(till.world.db, {
      partner_id: till.world.partner.norte,
      currency: 'USD',
      uses: ['ingresos'],
    })
    const { body: row } = await till.income({ client: { type: 'V', dni: '5556667', name: 'Luis' } })
    const key = randomUUID()
    const said = { currency: 'USD', amount: '7.50', method_id, client: null }
    const change = await moved(['caja', 'ingresos'], async () => {
      const saved = await change1(row, said, key)
      expect(saved.body).toMatchObject({
        amount: '7.50',
        currency: 'USD',
        client: null,
        version: 2,
        state: 'registrado',
      })
      const again = await change1(row, said, key)
      expect(again.body).toEqual(saved.body)
    })
    expect(change).toEqual({ caja: -100, ingresos: 100 })
    expect(await till.held('taquilla1', 'caja', 'USD', method_id)).toBe('7.50')
    expect(outcomeOf(await change1(row, said))).toBe('changed_meanwhile')
    const { body: current } = await till.app.call(incomes.show, { params: { id: row.id } }, { as: 'taquilla' })
    const waits = await change1(current, { type_id: till.type.ingreso_pide, currency: 'BS', amount: '20.00' })
    expect(waits.body.state).toBe('por_aprobar')
    const entries = await till.world.db.rows(sql`
      SELECT DISTINCT entry.register_id FROM ledger_entries entry WHERE entry.ref_kind = 'movement' AND entry.ref_id = ${row.id}`)
    expect(entries).toEqual([{ register_id: register }])
  })
  const change1 = (row: IncomeRow, more: object, key?: string) => change(row, more, 'taquilla', key)

  it('is deleted while its register is open, once', async () => {
    const { body: row } = await till.income({ client: { type: 'V', dni: '7778889', name: 'Rosa' } })
    const key = randomUUID()
    const change = await moved(['caja', 'ingresos'], async () => {
      const [one, two] = await Promise.all([remove(row.id, 'taquilla', key), remove(row.id, 'taquilla', key)])
      expect([one.body, two.body]).toEqual([
        { id: row.id, result: 'eliminado' },
        { id: row.id, result: 'eliminado' },
      ])
    })
    expect(change).toEqual({ caja: -100, ingresos: 100 })
    expect(outcomeOf(await remove(row.id))).toBe('moved_already')
    expect(outcomeOf(await change1(row, {}))).toBe('moved_already')
    const { body } = await till.app.call(incomes.show, { params: { id: row.id } }, { as: 'taquilla' })
    expect(body).toMatchObject({ state: 'eliminado', moved: '0.00', client: null, actions: [] })
  })
})

describe('an outcome', () => {
  it('leaves the open register, against its type or what waits', async () => {
    expect(await moved(['caja', 'egresos'], () => till.outcome())).toEqual({ caja: -100, egresos: 100 })
    const waiting = { type_id: till.type.egreso_pide }
    expect(await moved(['caja', 'egresos', 'por_aprobar'], () => till.outcome(waiting))).toEqual({
      caja: -100,
      egresos: 0,
      por_aprobar: 100,
    })
    const borne = await till.outcome({ type_id: till.type.egreso_banca })
    expect(borne.body.state).toBe('por_aprobar')
    expect((await told('banca')).map(({ title }) => title)).toEqual(['Egreso por aprobar'])
  })

  it('is deleted while its register is open', async () => {
    const { body: row } = await till.outcome()
    expect(row.actions).toEqual(['update', 'remove'])
    expect(await moved(['caja', 'egresos'], () => removeOutcome(row.id))).toEqual({ caja: 100, egresos: -100 })
    expect(outcomeOf(await removeOutcome(row.id))).toBe('moved_already')
  })
})

describe('an outcome that is corrected', () => {
  const corrected = ({ id, version, type_id, currency, amount }: OutcomeRow, more: object, key?: string) =>
    till.app.call(
      outcomes.update,
      { params: { id }, body: { type_id, currency, amount, version, ...more } as never },
      { as: 'taquilla', ...(key && { key }) },
    )

  it('is reversed and posted anew, once, in its own register', async () => {
    const { body: row } = await till.outcome()
    const key = randomUUID()
    expect(
      await moved(['caja', 'egresos'], async () => {
        const [one, two] = await Promise.all([1, 2].map(() => corrected(row, { amount: '70.00' }, key)))
        expect([one!.body, two!.status]).toMatchObject([{ amount: '70.00', moved: '70.00', version: 2 }, 200])
        expect((await corrected(row, { amount: '70.00' }, key)).body).toEqual(one!.body)
      }),
    ).toEqual({ caja: 30, egresos: -30 })
    expect(outcomeOf(await corrected(row, {}))).toBe('changed_meanwhile')
    const waits = await corrected({ ...row, version: 2 }, { type_id: till.type.egreso_pide, amount: '70.00' })
    expect(waits.body.state).toBe('por_aprobar')
    const entries = await till.world.db.rows(sql`
      SELECT DISTINCT entry.register_id FROM ledger_entries entry WHERE entry.ref_kind = 'movement' AND entry.ref_id = ${row.id}`)
    expect(entries).toEqual([{ register_id: register }])
    await removeOutcome(row.id)
    expect(outcomeOf(await corrected({ ...row, version: 3 }, {}))).toBe('moved_already')
  })

  it('is none that was given', async () => {
    const { body: given } = await till.give()
    expect(outcomeOf(await corrected({ ...given, type_id: till.type.egreso }, {}))).toBe('not_your_side')
    await removeOutcome(given.id)
  })
})

describe('what is given', () => {
  it('is on its way until whoever receives accepts it into their register', async () => {
    const change = await moved(['caja', 'transito'], () => till.give({ concept: 'Para cambio' }))
    expect(change).toEqual({ caja: -100, transito: 100 })
    const [first] = (await told('vecina')).filter(({ title }) => title === 'Dinero por aceptar')
    expect(first).toBeDefined()
    const given = (await till.app.call(outcomes.list, { query: { kind: 'transferencia' } }, { as: 'taquilla' })).body
      .data[0]!
    expect(given).toMatchObject({
      state: 'por_aceptar',
      pair_name: 'Taquilla Dos',
      moved: '100.00',
      actions: ['remove'],
    })
    const half = await till.halfOf(given)
    expect(half).toMatchObject({
      pair_name: 'Taquilla Uno',
      moved: '0.00',
      register_id: null,
      actions: ['accept', 'refuse'],
    })
    const key = randomUUID()
    const [one, two] = await Promise.all([accept(half, 'vecina', key), accept(half, 'vecina', key)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body).toMatchObject({ state: 'aceptado', moved: '100.00', actions: [] })
    expect(await till.held('taquilla2', 'caja')).toBe('100.00')
    expect(await till.held('taquilla1', 'transito')).toBe('0.00')
    expect(outcomeOf(await accept(half))).toBe('moved_already')
    expect(outcomeOf(await refuse(half))).toBe('moved_already')
    expect(outcomeOf(await removeOutcome(given.id))).toBe('moved_already')
    expect((await told('taquilla')).map(({ title }) => title)).toEqual(['Dinero aceptado'])
  })

  it('and refused goes back to whoever gave it, counted by the cut of their register', async () => {
    const { body: given } = await till.give()
    const half = await till.halfOf(given)
    expect(await moved(['caja', 'transito'], () => refuse(half))).toEqual({ caja: 100, transito: -100 })
    const entries = await till.world.db.rows(sql`
      SELECT register_id FROM ledger_entries WHERE ref_kind = 'movement' AND ref_id = ${given.id} ORDER BY id`)
    expect(entries).toEqual([{ register_id: register }, { register_id: null }])
    const { body } = await till.app.call(outcomes.show, { params: { id: given.id } }, { as: 'taquilla' })
    expect(body).toMatchObject({ state: 'rehusado', moved: '0.00', observation: 'No llegó el dinero' })
  })

  it('is taken back while nobody accepted it and the register is open', async () => {
    const { body: given } = await till.give()
    const half = await till.halfOf(given)
    expect(await moved(['caja', 'transito'], () => removeOutcome(given.id))).toEqual({ caja: 100, transito: -100 })
    expect((await till.halfOf(given)).state).toBe('eliminado')
    expect(outcomeOf(await accept(half))).toBe('moved_already')
  })

  it('goes to a fund of the agency, whose administrator accepts it', async () => {
    const { body: given } = await till.give({ to_office_id: undefined, to_fund_id: till.fund })
    const half = await till.halfOf(given)
    expect(outcomeOf(await accept(half, 'taquilla'))).toBe('not_found')
    const { body } = await till.app.call(incomes.list, { query: {} }, { as: 'agencia' })
    expect(body.data.map(({ id }) => id)).toContain(half.id)
    expect(outcomeOf(await accept(half, 'agencia'))).toBe(200)
    expect(await till.held('agencia1', 'fondo', 'BS', till.fund)).toBe('100.00')
  })

  it('may go to the other drawers and the funds of the agency', async () => {
    const { body } = await till.app.call(outcomes.destinations, {}, { as: 'taquilla' })
    expect(body.data.map(({ kind, name, open }) => [kind, name, open])).toEqual([
      ['taquilla', 'Taquilla Dos', true],
      ['fondo', 'Bóveda', true],
    ])
    const all = await till.app.call(outcomes.destinations, {}, { as: 'agencia' })
    expect(all.body.data.map(({ name }) => name)).toEqual(['Taquilla Dos', 'Taquilla Uno', 'Bóveda'])
  })
})

describe('the lists', () => {
  it('are of the open register, and of other days where somebody asks', async () => {
    const { body } = await till.app.call(incomes.list, { query: {} }, { as: 'taquilla' })
    expect(body.data.every(({ register_id, state }) => register_id === register || state === 'por_aceptar')).toBe(true)
    const sum = body.data.filter(({ currency }) => currency === 'BS').reduce((all, row) => all + Number(row.moved), 0)
    expect(Number(body.totals.find(({ currency }) => currency === 'BS')?.moved)).toBe(sum)
    expect(sum).toBeGreaterThan(0)
    const { body: short } = await till.app.call(incomes.short, { query: {} }, { as: 'taquilla' })
    expect(short.data.length).toBeGreaterThan(0)
    expect(short.data[0]!.name).toMatch(/^\d+ /)
    const named = await till.app.call(incomes.short, { query: { register_id: register } }, { as: 'taquilla' })
    expect(named.body.data).toEqual(short.data)
    const days = { from: till.world.today, to: till.world.today }
    const today = await till.app.call(incomes.list, { query: { ...days, state: 'eliminado' } }, { as: 'taquilla' })
    expect(today.body.data.length).toBe(1)
    const { body: own } = await till.app.call(
      incomes.list,
      { query: { office_id: till.world.partner.taquilla2 } },
      { as: 'agencia' },
    )
    expect(own.data.every(({ office_name }) => office_name === 'Taquilla Dos')).toBe(true)
  })

  it('of methods begin with cash', async () => {
    const { partner, db } = till.world
    await kept.paymentMethods.add(db, {
      partner_id: partner.banca,
      name: 'Pago de la banca',
      uses: ['egresos', 'transacciones'],
    })
    await kept.paymentMethods.add(db, { partner_id: partner.agencia2, name: 'De otra agencia', uses: ['egresos'] })
    for (const call of [outcomes.methods, outcomes.transferMethods])
      for (const as of ['taquilla', 'agencia']) {
        const { body } = await till.app.call(call, {}, { as })
        expect(body.data.map(({ id, name }) => [id === null, name])).toEqual([
          [true, 'Efectivo'],
          [false, 'Pago de la banca'],
        ])
      }
    const { body } = await till.app.call(
      incomes.methods,
      { query: { office_id: partner.taquilla1 } },
      { as: 'agencia' },
    )
    expect(body.data[0]).toMatchObject({ id: null, name: 'Efectivo', currency: null })
  })
})
