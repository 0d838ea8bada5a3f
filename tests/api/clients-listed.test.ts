/** Who bought a ticket and who was paid stands in the lists of tickets, is found there, and by nobody out of its reach. */
import { beforeAll, describe, expect, it } from 'vitest'
import { counter as counterCalls } from '../../contract/counter.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { tickets } from '../../contract/tickets.ts'
import type { Reply } from '../support/app.ts'
import { line, openCounter } from './sale-setup.ts'

const counter = openCounter()
type Sold = Reply<typeof tickets.sell>['body']
const ana = { type: 'V', dni: '17.000.001', name: 'Ana Pérez Íñiguez' } as const
const luis = { type: 'J', dni: 'J-30637185-0', name: 'Inversiones Luis' } as const
const anaWhole = 'V-17000001 Ana Pérez Íñiguez'
const luisWhole = 'J-306371850 Inversiones Luis'

let own: Sold
let far: Sold
let nobody: Sold

/** Ana buys at an office and at one of another agency; a company is paid what the first of them won. */
beforeAll(async () => {
  const draw = await counter.world.draw('LOTTO_ACTIVO')
  const sell = async (client: typeof ana | null, as: string) => {
    const body = { currency: 'BS' as const, lines: [line(draw, '5', '3.00')], client }
    const sold = await counter.app.call(tickets.sell, { body }, { as })
    expect(sold.status).toBe(201)
    return sold.body
  }
  own = await sell(ana, 'taquilla')
  nobody = await sell(null, 'vecina')
  far = await sell(ana, 'lejana')
  await counter.prize(draw, '5')
  const { serial, code } = own
  const paid = await counter.app.call(
    tickets.pay,
    { params: { serial }, body: { code, client: luis } },
    { as: 'taquilla' },
  )
  expect([paid.status, paid.problem?.code, paid.body.paid_to]).toEqual([200, undefined, luisWhole])
})

const today = () => ({ from: counter.world.today, to: counter.world.today })
const consulted = async (q: string, as: string) =>
  (await counter.app.call(ticketReports.consult, { query: { ...today(), q } }, { as })).body.data
const atCounter = async (q: string, as: string) =>
  (await counter.app.call(counterCalls.tickets, { query: { q } }, { as })).body.data
const serials = (rows: readonly { serial: string }[]) => rows.map(({ serial }) => serial).sort()
const serialsOf = (...sold: readonly Sold[]) => serials(sold)

/** The document however it is typed; words of the name in any order, without their accents. */
const typed = ['V-17000001', '17.000.001', '17000', 'v17000001', 'perez ana', 'Íñiguez', 'iniguez ANA']
const unlike = ['17000002', '1700', 'ana luis', '%', '_7000001', 'J306371851']

describe('the lists of tickets', () => {
  it('say who bought each, and null where nobody said', async () => {
    const rows = await consulted('', 'banca')
    expect(rows.map(({ serial, client }) => [serial, client]).sort()).toEqual(
      [
        [own.serial, anaWhole],
        [nobody.serial, null],
        [far.serial, anaWhole],
      ].sort(),
    )
    expect(await atCounter('', 'taquilla')).toMatchObject([{ serial: own.serial, client: anaWhole }])
    expect(await atCounter('', 'vecina')).toMatchObject([{ serial: nobody.serial, client: null }])
  })

  it.each(typed)('find a client by «%s», each caller among its own offices', async (q) => {
    expect(serials(await consulted(q, 'banca'))).toEqual(serialsOf(own, far))
    expect(serials(await consulted(q, 'agencia'))).toEqual(serialsOf(own))
    expect(serials(await atCounter(q, 'taquilla'))).toEqual(serialsOf(own))
    expect(serials(await atCounter(q, 'lejana'))).toEqual(serialsOf(far))
    expect(await atCounter(q, 'vecina')).toEqual([])
  })

  it.each(unlike)('find nobody by «%s»', async (q) => {
    expect(await consulted(q, 'banca')).toEqual([])
    expect(await atCounter(q, 'taquilla')).toEqual([])
  })

  it('have the client in their files, and find it there', async () => {
    const query = { ...today(), q: 'ana perez', format: 'csv' as const }
    const consult = await counter.app.call(ticketReports.consultExport, { query }, { as: 'agencia' })
    expect([
      consult.raw.includes(anaWhole),
      consult.raw.includes(own.serial),
      consult.raw.includes(far.serial),
    ]).toEqual([true, true, false])
    const { from: _from, to: _to, ...asked } = query
    const file = await counter.app.call(counterCalls.ticketsExport, { query: asked }, { as: 'vecina' })
    expect([file.status, file.raw.includes('Cliente'), file.raw.includes(anaWhole)]).toEqual([200, true, false])
  })
})

describe('the prizes in detail', () => {
  const prizes = async (q: string, as = 'banca') =>
    (await counter.app.call(ticketReports.detailedPrize, { query: { ...today(), q } }, { as })).body.data

  it('say who was paid, who need not be who bought', async () => {
    expect((await prizes('')).map(({ serial, paid_to }) => [serial, paid_to]).sort()).toEqual(
      [
        [own.serial, luisWhole],
        [nobody.serial, null],
        [far.serial, null],
      ].sort(),
    )
  })

  it('find who was paid, within reach, and no number that a document begins with', async () => {
    for (const q of ['luis inversiones', 'J-30637185-0', '306371'])
      expect([q, serials(await prizes(q))]).toEqual([q, serialsOf(own)])
    for (const q of ['ana perez', '3063', '30']) expect([q, await prizes(q)]).toEqual([q, []])
    expect(serials(await prizes('luis', 'agencia'))).toEqual(serialsOf(own))
  })
})
