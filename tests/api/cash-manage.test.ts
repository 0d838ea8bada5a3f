/** Drawers seen from above: counted by state and by agency, audited against what was sold, and what they handed over. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { expectBooksHold } from '../support/holds.ts'
import { line } from './sale-setup.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  // One of two registers is short of 6.50, the other has 1.50 too much: both are approved, a third one is open.
  for (const [denomination, pieces] of [
    ['0.50', 187],
    ['0.50', 203],
  ] as const) {
    const id = await till.open('taquilla1')
    await till.income({ amount: pieces === 187 ? '100.00' : '6.50' })
    const count = (version: number) =>
      till.app.call(
        cashRegisters.count,
        {
          params: { id },
          body: { version, counts: [{ currency: 'BS', denomination, pieces }], observation: 'De prueba' },
        },
        { as: 'taquilla' },
      )
    const counted = (await count(1)).body
    const params = { params: { id } }
    const sent = await till.app.call(
      cashRegisters.send,
      { ...params, body: { version: counted.version, observation: 'De prueba' } },
      { as: 'taquilla' },
    )
    const { status } = await till.app.call(
      cashManage.approve,
      { ...params, body: { version: sent.body.version } },
      { as: 'agencia' },
    )
    expect(status).toBe(200)
  }
  await till.open('taquilla1')
})
afterAll(() => till?.close())

const days = () => ({ from: addDays(till.world.today, -10), to: till.world.today })
async function sell(as: string) {
  const draw = await till.world.draw('LOTTO_ACTIVO')
  const body = { currency: 'BS' as const, confirm_repeated: true, lines: [line(draw, '12', '15.00')] }
  const sold = await till.app.call(tickets.sell, { body }, { as })
  expect(sold.status).toBe(201)
  return sold.body
}

it('they are counted by state and by agency, and what is short does not even out what is over', async () => {
  const resume = await till.app.call(cashManage.resume, { query: { ...days(), currency: 'BS' } }, { as: 'banca' })
  expect(resume.body.data.find(({ state }) => state === 'aprobada')).toMatchObject({
    registers: 2,
    short: '6.50',
    over: '1.50',
  })
  const summary = await till.app.call(cashManage.summary, { query: { ...days(), currency: 'BS' } }, { as: 'banca' })
  expect(summary.body.data).toMatchObject([{ agency_name: 'Agencia Uno', registers: 3, open: 1, approved: 2 }])
  await expectBooksHold(till.world.db)
})

it('it shows who sold without a register', async () => {
  await sell('lejana')
  const audit = await till.app.call(cashManage.audit, { query: { ...days(), kept: 'sin_caja' } }, { as: 'banca' })
  expect(audit.body.data).toMatchObject([{ office_name: 'Taquilla Tres', sold: '15.00', register_id: null }])
})

it('offices of a day stand in one order, whichever way the days are asked', async () => {
  await sell('taquilla')
  for (const sort of ['day', '-day'] as const) {
    const { body } = await till.app.call(
      cashManage.audit,
      { query: { ...days(), sort, currency: 'BS' } },
      { as: 'banca' },
    )
    const today = body.data.filter(({ day }) => day === till.world.today).map(({ office_name }) => office_name)
    expect(today).toEqual(['Taquilla Uno', 'Taquilla Tres'])
  }
})

it('they list what they handed over', async () => {
  const { serial } = await sell('taquilla')
  await till.app.call(tickets.annul, { params: { serial }, body: {} }, { as: 'taquilla' })
  const { register } = (await till.app.call(cashRegisters.current, {}, { as: 'taquilla' })).body
  const query = { register_id: register!.id }
  const drawed = (await till.app.call(cashRegisters.drawed, { query }, { as: 'taquilla' })).body.data
  expect(drawed).toMatchObject([{ serial, kind: 'reintegro', currency: 'BS', amount: '15.00' }])
  const out = await till.outcome({ amount: '2.00', concept: 'Bolsas' })
  const expenses = (await till.app.call(cashRegisters.expenses, { query }, { as: 'agencia' })).body.data
  expect(expenses).toMatchObject([{ id: out.body.id, concept: 'Bolsas', amount: '2.00' }])
  const prizes = await till.app.call(cashManage.prizes, { query: days() }, { as: 'agencia' })
  expect(prizes.body.data).toMatchObject([{ office_name: 'Taquilla Uno', prizes: 0, refunds: 1, given_back: '15.00' }])
})
