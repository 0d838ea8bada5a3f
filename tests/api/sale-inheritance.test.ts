/**
 * What an office sells under comes from the nearest ancestor that says something of it, value by value;
 * what is taken back there inherits again. Refusals name their line and what would have been possible.
 */
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '../../contract/values/dates.ts'
import { betTypeId } from '../support/world.ts'
import { animal, line, openCounter } from './sale-setup.ts'
import { addDraw } from '../support/factories.ts'

const counter = openCounter()
afterEach(async () => {
  for (const table of [
    'partner_settings',
    'partner_limits',
    'partner_products',
    'partner_multipliers',
    'regular_quotas',
    'top_quotas',
  ])
    await counter.world.db.run(sql.raw(`DELETE FROM ${table}`))
})

type At = 'banca' | 'norte' | 'sur' | 'agencia1' | 'taquilla1'
/** From the top down; each speaks over what is above it. */
const levels: At[] = ['banca', 'norte', 'sur', 'agencia1', 'taquilla1']

/**
 * Sets a value at every level from the top down and takes them back from the bottom up; `read` says what is in force
 * for the office each time.
 */
async function walk<T>(
  values: readonly T[],
  set: (at: number, value: T) => Promise<unknown>,
  clear: (at: number) => Promise<unknown>,
  read: () => Promise<unknown>,
): Promise<unknown[]> {
  const seen: unknown[] = [await read()]
  for (const [index, level] of levels.entries()) {
    await set(counter.world.partner[level], values[index]!)
    seen.push(await read())
  }
  for (const level of [...levels].reverse()) {
    await clear(counter.world.partner[level])
    seen.push(await read())
  }
  return seen
}
/** What `walk` must have seen. */
const stairs = (without: unknown, values: readonly unknown[]) => [
  without,
  ...values,
  ...[...values].reverse().slice(1),
  without,
]

async function refusal(lines: Parameters<typeof counter.ask>[0], as?: string) {
  const reply = await counter.ask(lines, as)
  return reply.status === 201
    ? 'sold'
    : [
        reply.problem.code,
        reply.problem.errors?.[0]?.path,
        reply.problem.errors?.[0]?.extra?.['limit'] ?? reply.problem.errors?.[0]?.extra?.['available'],
      ]
}

describe('the nearest that says something', () => {
  it.each(['min_stake', 'max_stake', 'max_ticket'] as const)('of %s', async (column) => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const least = column === 'min_stake'
    const values = levels.map((_, index) => `${10 + index}.00`)
    const lines =
      column === 'max_ticket'
        ? [line(draw, '5', '10.00'), line(draw, '6', '5.00')]
        : [line(draw, '5', least ? '9.99' : '15.00')]
    const code = { min_stake: 'stake_too_small', max_stake: 'stake_too_large', max_ticket: 'ticket_too_large' }[column]
    const seen = await walk(
      values,
      (at, value) =>
        counter.world.db.run(
          sql`INSERT INTO partner_limits (partner_id, currency, ${sql.raw(column)}) VALUES (${at}, 'BS', ${value}), (${at}, 'USD', 1)`,
        ),
      (at) => counter.world.db.run(sql`DELETE FROM partner_limits WHERE partner_id = ${at}`),
      () => refusal(lines),
    )
    expect(seen).toEqual(
      stairs(
        'sold',
        values.map((value) => [code, column === 'max_ticket' ? 'lines' : 'lines.0.stake', value]),
      ),
    )
  })

  it('of a value, while another row of the same partner is silent about it', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const { norte, agencia1 } = counter.world.partner
    await counter.world.db.run(
      sql`
        INSERT INTO partner_limits (partner_id, currency, min_stake, max_stake)
        VALUES (${norte}, 'BS', 5, 100), (${agencia1}, 'BS', NULL, 50)`,
    )
    expect([
      await refusal([line(draw, '5', '4.99')]),
      await refusal([line(draw, '5', '50.01')]),
      await refusal([line(draw, '5', '50.01')], 'lejana'),
    ]).toEqual([['stake_too_small', 'lines.0.stake', '5.00'], ['stake_too_large', 'lines.0.stake', '50.00'], 'sold'])
  })

  it('of the longest ticket', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const seen = await walk(
      [2, 3, 4, 5, 6],
      (at, value) =>
        counter.world.db.run(sql`INSERT INTO partner_settings (partner_id, max_lines) VALUES (${at}, ${value})`),
      (at) => counter.world.db.run(sql`DELETE FROM partner_settings WHERE partner_id = ${at}`),
      () => refusal(Array.from({ length: 7 }, (_, at) => line(draw, String(at + 1), '1.00'))),
    )
    expect(seen).toEqual(
      stairs(
        'sold',
        [2, 3, 4, 5, 6].map((limit) => ['ticket_too_long', 'lines', limit]),
      ),
    )
  })

  it('of the window and the days to collect, 29 February among them', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    await counter.world.db.run(sql`UPDATE draws SET day = '2028-02-27' WHERE id = ${draw}`)
    const read = async () => {
      const ticket = await counter.sell([line(draw, '5', '1.00')])
      return [(Date.parse(ticket.annul_before!) - Date.parse(ticket.sold_at)) / 60_000, ticket.expires_on]
    }
    const values = [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 30],
      [0, 365],
    ] as const
    const seen = await walk(
      values,
      (at, [annul, prize]) =>
        counter.world.db.run(
          sql`INSERT INTO partner_settings (partner_id, annul_minutes, prize_days) VALUES (${at}, ${annul}, ${prize})`,
        ),
      (at) =>
        counter.world.db.run(
          sql`UPDATE partner_settings SET annul_minutes = NULL, prize_days = NULL WHERE partner_id = ${at}`,
        ),
      read,
    )
    expect(seen).toEqual(
      stairs(
        [5, '2028-03-28'],
        [
          [1, '2028-02-28'],
          [2, '2028-02-29'],
          [3, '2028-03-01'],
          [4, '2028-03-28'],
          [0, '2029-02-26'],
        ],
      ),
    )
    await counter.world.db.run(sql`UPDATE draws SET day = ${counter.world.today} WHERE id = ${draw}`)
  })

  it('of the multiplier, frozen with the sale', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const product = counter.world.product('LOTTO_ACTIVO')
    const values = ['31.00', '32.50', '33.00', '34.00', '1.00']
    const sold: { serial: string; multiplier: string }[] = []
    const seen = await walk(
      values,
      (at, value) =>
        counter.world.db.run(sql`INSERT INTO partner_multipliers VALUES (${at}, ${product}, ${animal}, ${value})`),
      (at) => counter.world.db.run(sql`DELETE FROM partner_multipliers WHERE partner_id = ${at}`),
      async () => {
        const ticket = await counter.sell([line(draw, '5', '1.00')])
        sold.push({ serial: ticket.serial, multiplier: ticket.lines[0]!.multiplier })
        return ticket.lines[0]!.multiplier
      },
    )
    expect(seen).toEqual(stairs('30.00', values))
    await counter.prize(draw, '5')
    for (const one of sold) expect((await counter.look(one.serial)).prize).toBe(one.multiplier)
  })

  it('of whether a product is sold', async () => {
    const draw = await counter.world.draw('LA_GRANJITA')
    const product = counter.world.product('LA_GRANJITA')
    const refused = ['product_not_sold', 'lines.0.draw_id', undefined]
    const seen = await walk(
      [false, true, false, true, false],
      (at, enabled) => counter.world.db.run(sql`INSERT INTO partner_products VALUES (${at}, ${product}, ${enabled})`),
      (at) => counter.world.db.run(sql`DELETE FROM partner_products WHERE partner_id = ${at}`),
      () => refusal([line(draw, '5', '1.00')]),
    )
    expect(seen).toEqual(stairs('sold', [refused, 'sold', refused, 'sold', refused]))
  })
})

describe('a quota', () => {
  it('holds at every level at once: the smallest remainder decides, and what is taken away holds no more', async () => {
    const product = counter.world.product('LOTTO_ACTIVO')
    const set = (at: At, amount: string) =>
      counter.world.db.run(
        sql`
          INSERT INTO regular_quotas
          VALUES (${counter.world.partner[at]}, ${product}, ${animal}, 'BS', ${amount})
          ON CONFLICT (partner_id, product_id, bet_type_id, currency) DO UPDATE SET amount = excluded.amount`,
      )
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    await counter.sell([line(draw, '5', '10.00')], 'lejana')
    const available = async () => ((await refusal([line(draw, '5', '1000.00')])) as unknown[])[2]
    const seen = []
    for (const [level, amount] of [
      ['taquilla1', '90.00'],
      ['agencia1', '95.00'],
      ['norte', '95.00'],
      ['sur', '50.00'],
      ['banca', '40.00'],
    ] as const) {
      await set(level, amount)
      seen.push(await available())
    }
    await counter.world.db.run(
      sql`INSERT INTO top_quotas VALUES (${product}, ${animal}, 'BS', 35), (${product}, ${animal}, 'USD', 1)`,
    )
    seen.push(await available())
    await counter.world.db.run(sql`DELETE FROM top_quotas WHERE currency = 'BS'`)
    await counter.world.db.run(
      sql`DELETE FROM regular_quotas WHERE partner_id IN (${counter.world.partner.sur}, ${counter.world.partner.banca})`,
    )
    seen.push(await available())
    expect(seen).toEqual(['90.00', '90.00', '85.00', '50.00', '30.00', '25.00', '85.00'])
    await set('agencia1', '0.00')
    expect([await available(), await refusal([line(draw, '6', '0.01')])]).toEqual([
      '0.00',
      ['quota_exceeded', 'lines.0.stake', '0.00'],
    ])
  })
})

describe('a ticket with several faults', () => {
  it('names every line as it was written, merged ones too', async () => {
    const [open, closed] = await counter.draws('LOTTO_ACTIVO', 2)
    await counter.world.closeDraw(closed!)
    await counter.world.db.run(
      sql`INSERT INTO partner_limits (partner_id, currency, min_stake) VALUES (${counter.world.partner.banca}, 'BS', 2)`,
    )
    const reply = await counter.ask([
      line(open!, '5', '1.00'),
      line(open!, '99'),
      line(closed!, '7'),
      line(open!, '5', '0.50'),
      line(open!, '8'),
      line(99_999_999, '8'),
      line(open!, '8', '3.00', betTypeId('TRIPLE_A')),
    ])
    expect([reply.problem.code, reply.problem.errors?.map((fault) => [fault.path, fault.code]).sort()]).toEqual([
      'sale_refused',
      [
        ['lines.0.stake', 'stake_too_small'],
        ['lines.1.number', 'number_invalid'],
        ['lines.2.draw_id', 'draw_closed'],
        ['lines.3.stake', 'stake_too_small'],
        ['lines.5.draw_id', 'draw_unknown'],
        ['lines.6.bet_type_id', 'bet_type_not_offered'],
      ],
    ])
  })

  it('on a day without draws there is nothing to sell, and a draw of tomorrow is not open today', async () => {
    const { world } = counter
    const hours = 3_600
    const id = await addDraw(world.db, {
      product_id: world.product('LOTTO_ACTIVO'),
      day: addDays(world.today, 1),
      opens_in: 20 * hours,
      closes_in: 29 * hours,
      drawn_in: 30 * hours,
    })
    expect(await refusal([line(id, '5')])).toEqual(['draw_not_open', 'lines.0.draw_id', undefined])
    expect((await counter.ask([line(id, '5')])).problem.detail).toMatch(/se vende desde el \d\d\/\d\d\/\d{4} \d\d:\d\d/)
    // Sold ahead where the product says so: its draw opens days before its own.
    await world.db.run(sql`UPDATE draws SET opens_at = now() - interval '1 hour' WHERE id = ${id}`)
    expect((await counter.sell([line(id, '5', '2.00')])).expires_on).toBe(addDays(world.today, 31))
  })
})
