/**
 * What all systems sold, by distributors that lie in one another: whole subtrees, whose totals count nobody twice; and
 * what only waits to be settled.
 */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { distributors } from '../../contract/distributors.ts'
import { externalSales } from '../../contract/external-sales.ts'
import { partners } from '../../contract/partners.ts'
import { reports } from '../../contract/reports.ts'
import { add, subtract } from '../../contract/values/money.ts'
import { addPartner, addUser } from '../support/factories.ts'
import { csv, header, openExternalSales } from './external-sales-setup.ts'
import { line } from './sale-setup.ts'

const { at, counter, load, own, post, row } = openExternalSales()
const period = () => ({ from: at(30), to: at() })
const global = async (query: object) => {
  const { body } = await counter.app.call(
    externalSales.global,
    { query: { ...period(), per_page: 500, currency: 'BS', ...query } },
    { as: 'banca' },
  )
  return body
}
const sums = ['sold', 'prizes', 'commission', 'net'] as const
const pick = (one: Record<(typeof sums)[number], unknown>) => sums.map((sum) => one[sum])

describe('distributors that lie in one another', () => {
  beforeAll(async () => {
    const { world } = counter
    // An agency right under the banca belongs to no distributor.
    const loose = await addPartner(world.db, {
      father_id: world.partner.banca,
      type: 'agencia',
      code: 'SUELTA',
      name: 'Agencia Suelta',
    })
    await addPartner(world.db, { father_id: loose, type: 'taquilla', code: 'SUELTA1', name: 'Suelta Uno' })
    await addUser(world.db, { username: 'suelta', role: 'VEND_TAQUILLA', partner_id: loose + 1 })
    const draw = await world.draw('LOTTO_ACTIVO')
    await counter.sell([line(draw, '7', '25.00')], 'taquilla')
    await counter.sell([line(draw, '8', '40.00')], 'lejana')
    await counter.sell([line(draw, '9', '3.00')], 'suelta')
    const { id } = await load(
      await own(),
      csv(header, row('300', { prizes: '50', commission: '30' }), row('450', { agency: 'Agencia Dos' })),
    )
    await post(id)
  })

  it('each count all that is below them, and the totals are those of the whole', async () => {
    const [by, whole] = [await global({ level: 'distribuidor' }), await global({ level: 'agencia' })]
    const of = (name: string) => pick(by.data.find((one) => one.name === name && one.system_id !== null)!)
    // Agencia Uno lies in Sur, which lies in Norte beside Agencia Dos.
    expect(of('Distribuidor Sur')).toEqual(['300.00', '50.00', '30.00', '220.00'])
    expect(of('Distribuidor Norte')).toEqual(['750.00', '50.00', '30.00', '670.00'])
    expect(
      by.data.filter((one) => one.name === 'Sin distribuidor').map(({ partner_id, sold }) => [partner_id, sold]),
    ).toEqual([[0, '3.00']])
    expect(by.totals!.map(pick)).toEqual(whole.totals!.map(pick))
    // Rows come to more than there is.
    expect(add(...by.data.map((one) => one.sold))).not.toBe(by.totals![0]!.sold)
    expect(by.totals![0]!.net).toBe(
      subtract(by.totals![0]!.sold, add(by.totals![0]!.prizes, by.totals![0]!.commission)),
    )
    expect(by.total).toBe(by.data.length)
  })

  it('say of their own sales what the settlement says, distributor by distributor', async () => {
    const { data } = await global({ level: 'distribuidor' })
    const { body } = await counter.app.call(
      reports.general,
      { query: { ...period(), level: 'distribuidor', currency: 'BS' } },
      { as: 'banca' },
    )
    const own = data.filter((one) => one.system_id === null)
    expect(own.map((one) => [one.name, one.sold, one.prizes, one.commission]).sort()).toEqual(
      body.data.map((one) => [one.name, one.sold, one.prizes, one.commission]).sort(),
    )
  })

  it('of one distributor are those below it and itself, in the file as on the screen', async () => {
    const { partner } = counter.world
    const { data, totals } = await global({ level: 'distribuidor', partner_id: partner.sur })
    expect(new Set(data.map(({ name }) => name))).toEqual(new Set(['Distribuidor Sur']))
    expect(totals!.map(pick)).toEqual((await global({ partner_id: partner.sur })).totals!.map(pick))
    const lone = await global({ level: 'distribuidor', partner_id: partner.agencia1 })
    expect(new Set(lone.data.map(({ name }) => name))).toEqual(new Set(['Agencia Uno']))
    const { raw } = await counter.app.call(
      externalSales.globalExport,
      { query: { ...period(), format: 'csv', level: 'distribuidor', currency: 'BS' } },
      { as: 'banca' },
    )
    const shown = (await global({ level: 'distribuidor' })).totals![0]!
    const spanish = (amount: string) => amount.replace('.', ',')
    expect(raw.toString()).toContain([shown.sold, shown.prizes, shown.commission, shown.net].map(spanish).join(';'))
  })
})

describe('what only waits to be settled', () => {
  /** Sells at Agencia Uno without settling, looks, and answers what the week had earned by then and what it has. */
  async function unsettled(look: () => Promise<unknown>): Promise<unknown> {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    await counter.world.settle()
    await counter.sell([line(draw, '11', '147.75')], 'taquilla')
    expect(await counter.world.db.rows(sql`SELECT 1 FROM unsettled`)).not.toEqual([])
    const seen = await look()
    expect(await counter.world.db.rows(sql`SELECT 1 FROM unsettled`)).toEqual([])
    const after = await look()
    expect(seen).toEqual(after)
    return seen
  }
  const read = async (call: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await call
    expect(status).toBe(200)
    return body
  }

  it('is settled before other systems are shown beside it, also in a file', async () => {
    await unsettled(() => global({}))
    await unsettled(async () => {
      const query = { ...period(), format: 'csv' as const, currency: 'BS' as const }
      const { raw } = await counter.app.call(externalSales.globalExport, { query }, { as: 'banca' })
      return raw
        .toString()
        .split('\r\n')
        .filter((text) => text.includes('AGENCIA1'))
    })
  })

  it('is settled before balances are shown, in every list of partners and of one', async () => {
    const { partner } = counter.world
    const as = { as: 'banca' }
    const { app } = counter
    await unsettled(() => read(app.call(agencies.list, { query: { per_page: 100 } }, as)))
    await unsettled(() => read(app.call(agencies.show, { params: { id: partner.agencia1 } }, as)))
    await unsettled(() => read(app.call(distributors.list, { query: { per_page: 100 } }, as)))
    await unsettled(() => read(app.call(distributors.show, { params: { id: partner.norte } }, as)))
    await unsettled(() => read(app.call(partners.list, { query: { per_page: 100 } }, as)))
    await unsettled(() => read(app.call(partners.directs, { query: { partner_id: partner.sur } }, as)))
  })
})
