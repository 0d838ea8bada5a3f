/** Registers pressed by many at once: opened once, sent once with all that slipped in or nothing of it, decided once. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters, type RegisterDetail } from '../../contract/cash-registers.ts'
import { tickets } from '../../contract/tickets.ts'
import { fromCents } from '../../contract/values/money.ts'
import { openTill, type Till } from '../api/till-setup.ts'
import { line } from '../api/sale-setup.ts'
import { expectBooksHold } from '../support/holds.ts'
import { trials } from '../support/length.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const together = 8
const many = <T>(work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: together }, (_, n) => work(n)))
const codes = (replies: readonly { status: number; problem?: { code?: string } }[]) =>
  replies.map(({ status, problem }) => (status < 300 ? 'done' : (problem?.code ?? String(status))))
const show = async (id: number, as = 'agencia') =>
  (await till.app.call(cashRegisters.show, { params: { id } }, { as })).body
const bs = ({ sums }: Pick<RegisterDetail, 'sums'>) => sums.find(({ currency }) => currency === 'BS')!
const send = ({ id, version }: Pick<RegisterDetail, 'id' | 'version'>, as: string) =>
  till.app.call(cashRegisters.send, { params: { id }, body: { version, observation: 'De prueba' } }, { as })

it('an office’s first is opened once, whoever presses', async () => {
  const opened = await many((n) =>
    till.app.call(
      cashRegisters.open,
      { body: { office_id: till.world.partner.taquilla1 } },
      { as: n % 2 === 0 ? 'agencia' : 'taquilla' },
    ),
  )
  expect(codes(opened).filter((one) => one === 'done')).toHaveLength(1)
  expect(codes(opened).filter((one) => one === 'register_open')).toHaveLength(together - 1)
})

it('incomes, sales and a sending at once: each income is in it or refused, each sale in it or in the next', async () => {
  const draw = await till.world.draw('LOTTO_ACTIVO')
  for (let trial = 0; trial < trials; trial++) {
    const id =
      trial === 0
        ? (await till.world.db.one<{ id: number }>(sql`SELECT id FROM cash_registers WHERE state = 'abierta'`))!.id
        : await till.open('taquilla1')
    const before = await show(id)
    const body = { currency: 'BS' as const, confirm_repeated: true, lines: [line(draw, '12', '1.00')] }
    const [sales, incomes, sent] = await Promise.all([
      many(() => till.app.call(tickets.sell, { body }, { as: 'taquilla' })),
      many(() => till.income({ amount: '10.00' })),
      send(before, 'agencia'),
    ])
    expect(codes(sales)).toEqual(Array.from({ length: together }, () => 'done'))
    expect(codes([sent])).toEqual(['done'])
    const taken = codes(incomes).filter((one) => one === 'done').length
    expect(codes(incomes).filter((one) => !['done', 'register_not_open'].includes(one))).toEqual([])
    const of = (kind: string) =>
      fromCents(
        sent.body.lines
          .filter((one) => one.kind === kind)
          .reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n),
      )
    expect(of('ingreso')).toBe(fromCents(BigInt(taken) * 1_000n))
    await expectBooksHold(till.world.db)
    const approved = await till.app.call(
      cashManage.approve,
      { params: { id }, body: { version: sent.body.version } },
      { as: 'banca' },
    )
    expect(codes([approved])).toEqual(['done'])
    await expectBooksHold(till.world.db)
  }
})

it('it is sent once, and approved or returned once', async () => {
  const id = await till.open('taquilla3')
  const open = await show(id, 'lejana')
  const sent = await many(() => send(open, 'lejana'))
  expect(codes(sent).filter((one) => one === 'done')).toHaveLength(1)
  expect(new Set(codes(sent))).toEqual(new Set(['done', 'moved_already']))
  const { version } = await show(id, 'lejana')
  const decided = await many((n) =>
    n % 2 === 0
      ? till.app.call(cashManage.approve, { params: { id }, body: { version } }, { as: 'banca' })
      : till.app.call(
          cashManage.giveBack,
          { params: { id }, body: { version, refusal: 'Otra vez' } },
          { as: 'supervisor' },
        ),
  )
  expect(codes(decided).filter((one) => one === 'done')).toHaveLength(1)
  expect(new Set(codes(decided))).toEqual(new Set(['done', 'moved_already']))
  await expectBooksHold(till.world.db)
})

it('a returned one is sent again while the one behind it is approved: refused in its order, and nobody waits in a circle', async () => {
  const giveBack = async (id: number) => {
    const { version } = await show(id, 'lejana')
    const body = { version, refusal: 'Otra vez' }
    return till.app.call(cashManage.giveBack, { params: { id }, body }, { as: 'banca' })
  }
  const first = await till.open('taquilla3')
  expect(codes([await send(await show(first, 'lejana'), 'lejana')])).toEqual(['done'])
  const behind = await till.open('taquilla3')
  expect(codes([await send(await show(behind, 'lejana'), 'lejana')])).toEqual(['done'])
  const { version } = await show(behind, 'lejana')
  for (let trial = 0; trial < trials; trial++) {
    expect(codes([await giveBack(first)])).toEqual(['done'])
    const returned = await show(first, 'lejana')
    const [sent, approvals] = await Promise.all([
      send(returned, 'lejana'),
      many(() => till.app.call(cashManage.approve, { params: { id: behind }, body: { version } }, { as: 'banca' })),
    ])
    expect(codes([sent, ...approvals])).toEqual(['done', ...approvals.map(() => 'register_order')])
  }
  await expectBooksHold(till.world.db)
})

it('nobody who sells waits for a register that is being sent', async () => {
  const open = await till.open('taquilla2')
  const draw = await till.world.draw('LOTTO_ACTIVO')
  let end = () => {}
  const waits = new Promise<void>((resolve) => (end = resolve))
  let began = () => {}
  const held = new Promise<void>((resolve) => (began = resolve))
  const sending = till.world.run(async (tx) => {
    await tx.run(sql`SELECT 1 FROM cash_registers WHERE id = ${open} FOR UPDATE`)
    began()
    await waits
  })
  await held
  const body = { currency: 'BS' as const, confirm_repeated: true, lines: [line(draw, '12', '1.00')] }
  const sold = await till.app.call(tickets.sell, { body }, { as: 'vecina' })
  expect(sold.status).toBe(201)
  end()
  await sending
  const row = await show(open)
  expect(bs(row).expected).toBe('1.00')
})
