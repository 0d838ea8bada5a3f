/** A result that changes after somebody was paid, or after a prize expired: the books say who owes what. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { subtract } from '../../contract/values/money.ts'
import { expireTickets } from '../../server/rules/pay/expire.ts'
import { animal, bet, openBench, pictureOf, type Bench } from './award-setup.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.close())
afterEach(() => bench.holds())

const office = () => bench.world.partner.taquilla1
const agency = () => bench.world.partner.agencia1
const owed = () => bench.balance(office(), 'premios_por_pagar')
/** What a balance grew by meanwhile. */
async function grown(of: () => Promise<string>, work: () => Promise<unknown>): Promise<string> {
  const before = await of()
  await work()
  return subtract(await of(), before)
}
async function awarded(lines: [number: string, stake: string][], drawn: string) {
  const [draw] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
  const sold = []
  for (const [number, stake] of lines) sold.push(await bench.sell([bet(draw, number, stake)]))
  await bench.over(draw)
  await bench.give(draw, animal(drawn))
  return { draw, sold }
}

describe('a paid ticket', () => {
  it('stands: refused unless accepted, then the difference is the agency’s and the office owes what it owed', async () => {
    const {
      draw,
      sold: [paid, other],
    } = await awarded(
      [
        ['5', '10.00'],
        ['6', '1.00'],
      ],
      '5',
    )
    expect(await bench.pay(paid!)).toBe('pagado')
    const before = await pictureOf(bench.world)
    for (const attempt of [() => bench.withdraw(draw), () => bench.correct(draw, animal('6'))]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'result_paid',
        extra: {
          count: 1,
          tickets: [{ serial: paid!.serial, office_name: 'Taquilla Uno', amount: '300.00', currency: 'BS' }],
        },
      })
      expect(await pictureOf(bench.world)).toEqual(before)
    }
    const adjusted = await grown(
      () => bench.balance(agency(), 'ajustes'),
      async () => {
        expect(await grown(owed, () => bench.correct(draw, animal('6'), true))).toBe('-30.00')
      },
    )
    expect(adjusted).toBe('300.00')
    expect(await bench.look(paid!.serial)).toMatchObject({
      state: 'pagado',
      prize: '300.00',
      lines: [{ state: 'perdedora', prize: '0.00' }],
    })
    expect(await bench.look(other!.serial)).toMatchObject({ state: 'ganador', prize: '30.00' })
    expect(await bench.pay(other!)).toBe('pagado')
    // And back: the first is right again, the second was paid for nothing.
    const undone = await grown(
      () => bench.balance(agency(), 'ajustes'),
      () => bench.correct(draw, animal('5'), true),
    )
    expect(undone).toBe('-270.00')
    expect(
      await bench.world.db.rows(sql`
      SELECT r.replaces_id IS NOT NULL AS correction, r.reason, r.withdrawn_reason, n.number
      FROM results r
      JOIN result_numbers n ON n.result_id = r.id
      WHERE r.draw_id = ${draw}
      ORDER BY r.id`),
    ).toEqual([
      { correction: false, reason: null, withdrawn_reason: 'se leyó mal', number: '5' },
      { correction: true, reason: 'se leyó mal', withdrawn_reason: 'se leyó mal', number: '6' },
      { correction: true, reason: 'se leyó mal', withdrawn_reason: null, number: '5' },
    ])
  })

  it('with lines on two draws keeps its sum while the other draw’s result is taken back and given anew', async () => {
    const [first, second] = (await bench.draws('LOTTO_ACTIVO', 2)) as [number, number]
    const sold = await bench.sell([bet(first, '7'), bet(second, '8')])
    await bench.over(first, second)
    await bench.give(first, animal('7'))
    await bench.give(second, animal('9'))
    expect(await bench.pay(sold)).toBe('pagado')
    await bench.withdraw(second)
    await expect(bench.give(second, animal('8'))).rejects.toMatchObject({ code: 'result_paid' })
    await bench.give(second, animal('10'))
    expect(await bench.look(sold.serial)).toMatchObject({ state: 'pagado', prize: '300.00' })
  })
})

describe('an expired ticket', () => {
  const expire = async (serial: string) => {
    await bench.world.db.run(
      sql`UPDATE tickets SET expires_on = ${bench.world.today}::date - 1 WHERE serial = ${serial}`,
    )
    await expireTickets(bench.world.pool, new Date())
  }

  it('that no longer wins owes nothing to anybody: its expiry is reversed', async () => {
    const {
      draw,
      sold: [ticket],
    } = await awarded([['11', '10.00']], '11')
    const start = [await owed(), await bench.balance(office(), 'ajustes')]
    await expire(ticket!.serial)
    expect([await owed(), await bench.balance(office(), 'ajustes')]).toEqual([
      subtract(start[0]!, '-300.00'),
      subtract(start[1]!, '300.00'),
    ])
    await bench.correct(draw, animal('12'))
    expect(await bench.look(ticket!.serial)).toMatchObject({
      state: 'perdedor',
      prize: '0.00',
      lines: [{ state: 'perdedora' }],
    })
    expect([await owed(), await bench.balance(office(), 'ajustes')]).toEqual([subtract(start[0]!, '-300.00'), start[1]])
  })

  it('whose result is withdrawn waits again, and expires again when it wins again', async () => {
    const {
      draw,
      sold: [ticket],
    } = await awarded([['13', '1.00']], '13')
    await expire(ticket!.serial)
    await bench.withdraw(draw)
    expect(await bench.look(ticket!.serial)).toMatchObject({
      state: 'vendido',
      prize: '0.00',
      lines: [{ state: 'pendiente' }],
    })
    await bench.give(draw, animal('13'))
    expect(await bench.look(ticket!.serial)).toMatchObject({ state: 'ganador', prize: '30.00' })
    await expire(ticket!.serial)
    expect((await bench.look(ticket!.serial)).state).toBe('vencido')
  })
})

describe('once', () => {
  it('the same result again, a withdrawn one, one that is not there: nothing changes', async () => {
    const { draw } = await awarded([['20', '1.00']], '20')
    const before = await pictureOf(bench.world)
    await expect(bench.give(draw, animal('20'))).rejects.toMatchObject({ code: 'draw_already_awarded' })
    await expect(bench.correct(draw, animal('20'))).rejects.toMatchObject({ code: 'result_same' })
    expect(await pictureOf(bench.world)).toEqual(before)
    await bench.withdraw(draw)
    await expect(bench.withdraw(draw)).rejects.toMatchObject({ code: 'not_found' })
    await expect(bench.correct(draw, animal('21'))).rejects.toMatchObject({ code: 'conflict' })
  })
})
