/** What is refused of registers: counts that there cannot be, versions that are old, and what is not theirs to ask. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Count } from '../../contract/cash-counts.ts'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters, type RegisterDetail } from '../../contract/cash-registers.ts'
import { addDays } from '../../contract/values/dates.ts'
import { addPartner, addUser } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  const { db, partner } = till.world
  // An office that never had another currency than bolivares.
  const only = { type: 'taquilla', code: 'SOLO-BS', name: 'Taquilla en bolívares', currencies: ['BS'] } as const
  const office = await addPartner(db, { ...only, father_id: partner.agencia1 })
  await addUser(db, { username: 'solobs', role: 'VEND_TAQUILLA', partner_id: office })
})
afterAll(() => till?.close())

const piece = (currency: Count['currency'], denomination: string, method_id: number | null = null): Count => ({
  currency,
  method_id,
  denomination,
  pieces: 1,
})
const nobodys = 999_999
const codeOf = ({ status, problem }: { status: number; problem?: { code?: string } }) =>
  status < 300 ? 'done' : problem?.code
const open = (counts: Count[], as: string) => till.app.call(cashRegisters.open, { body: { counts } }, { as })
const current = async (as: string) => (await till.app.call(cashRegisters.current, {}, { as })).body.register!
const count = ({ id, version }: RegisterDetail, counts: Count[], as: string) =>
  till.app.call(cashRegisters.count, { params: { id }, body: { version, counts, observation: '' } }, { as })
const handOver = ({ id }: Pick<RegisterDetail, 'id'>, counts: Count[], as: string) =>
  till.app.call(cashRegisters.handOver, { params: { id }, body: { counts } }, { as })
const send = ({ id, version }: Pick<RegisterDetail, 'id' | 'version'>, as: string) =>
  till.app.call(cashRegisters.send, { params: { id }, body: { version, observation: 'De prueba' } }, { as })
const recalculate = ({ id, version }: Pick<RegisterDetail, 'id' | 'version'>, as: string) =>
  till.app.call(cashRegisters.recalculate, { params: { id }, body: { version } }, { as })

describe('a count', () => {
  it('declared of an office’s first is of its pieces, its methods and its currencies', async () => {
    expect(codeOf(await open([piece('BS', '5.00', nobodys)], 'vecina'))).toBe('method_elsewhere')
    expect(codeOf(await open([piece('COP', '1000.50')], 'vecina'))).toBe('amount_decimals')
    expect(codeOf(await open([piece('USD', '20.00')], 'solobs'))).toBe('currency_not_sold')
    expect(codeOf(await open([piece('COP', '1000.00')], 'vecina'))).toBe('done')
    expect(codeOf(await open([], 'solobs'))).toBe('done')
  })

  it('of a drawer and of one that is handed over is so too', async () => {
    const [own, bolivares] = [await current('vecina'), await current('solobs')]
    expect(codeOf(await count(bolivares, [piece('USD', '20.00')], 'solobs'))).toBe('currency_not_sold')
    expect(codeOf(await handOver(bolivares, [piece('USD', '20.00')], 'solobs'))).toBe('currency_not_sold')
    expect(codeOf(await handOver(own, [piece('BS', '5.00', nobodys)], 'vecina'))).toBe('method_elsewhere')
    expect(codeOf(await handOver(own, [piece('COP', '1000.50')], 'vecina'))).toBe('amount_decimals')
  })
})

describe('a register', () => {
  it('that was changed meanwhile is not sent, and one that is open is not calculated anew', async () => {
    const own = await current('vecina')
    expect(codeOf(await send({ ...own, version: own.version + 1 }, 'vecina'))).toBe('changed_meanwhile')
    expect(codeOf(await recalculate(own, 'vecina'))).toBe('moved_already')
  })

  it('that was sent is calculated anew by its version, and handed over no more', async () => {
    const sent = (await send(await current('vecina'), 'vecina')).body
    expect(sent.state).toBe('enviada')
    expect(codeOf(await recalculate({ ...sent, version: 0 }, 'vecina'))).toBe('changed_meanwhile')
    expect(codeOf(await recalculate(sent, 'vecina'))).toBe('done')
    expect(codeOf(await handOver(sent, [], 'vecina'))).toBe('register_not_open')
  })

  it('is decided on as it was seen, one by one or many at once', async () => {
    const { id, version } = await current('vecina')
    const stale = { params: { id }, body: { version: version + 1 } }
    expect(codeOf(await till.app.call(cashManage.approve, stale, { as: 'agencia' }))).toBe('changed_meanwhile')
    const returned = { ...stale, body: { ...stale.body, refusal: 'Cuente otra vez' } }
    expect(codeOf(await till.app.call(cashManage.giveBack, returned, { as: 'agencia' }))).toBe('changed_meanwhile')
    const rows = [
      { id, version },
      { id: nobodys, version: 1 },
    ]
    const many = await till.app.call(cashManage.many, { body: { action: 'approve', rows } }, { as: 'agencia' })
    expect(many.body.data.map(({ done, code }) => [done, code])).toEqual([
      [true, null],
      [false, 'not_found'],
    ])
    await expectBooksHold(till.world.db)
  })

  it('of an office that is not one’s own is not asked for, and sums are of days in their order', async () => {
    const { partner, today } = till.world
    const foreign = { query: { office_id: partner.taquilla3 } }
    expect(codeOf(await till.app.call(cashRegisters.list, foreign, { as: 'agencia' }))).toBe('not_found')
    const resume = (from: string, to: string) =>
      till.app.call(cashManage.resume, { query: { from, to } }, { as: 'banca' })
    expect(codeOf(await resume(today, addDays(today, -1)))).toBe('range_backwards')
    expect(codeOf(await resume(addDays(today, -4_000), today))).toBe('range_too_long')
  })
})
