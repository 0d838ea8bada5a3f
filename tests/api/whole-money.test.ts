/**
 * Currencies without cents: the database and the program round alike, a banca that had cents is put right once, and the
 * verification names whatever has some.
 */
import { sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencies, currencyFacts, type Currency } from '../../contract/values/currency.ts'
import { addDays, formatDay, weekday } from '../../contract/values/dates.ts'
import { fromCents, hasCents, percentOf, prizeOf, roundMoney } from '../../contract/values/money.ts'
import type { Tx } from '../../server/platform/db/connect.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { pay } from '../../server/rules/pay/pay.ts'
import { roundPast } from '../../server/rules/rounding/past.ts'
import { expectRollupsHold } from '../support/holds.ts'
import { modelRuns } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

const rule = 'nada se gana ni se paga con céntimos en una moneda que no los tiene'
let database: TestDatabase
let past: Past
/** A Wednesday, and the Sunday after it. */
let day: string
let sunday: string

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  sunday = addDays(past.world.today, -weekday(past.world.today))
  day = addDays(sunday, -4)
  const { db, partner } = past.world
  await db.run(
    sql`INSERT INTO partner_settings (partner_id, annul_minutes, prize_days) VALUES (${partner.banca}, 60, 60)`,
  )
})
afterAll(async () => {
  await past?.world.close()
  await database?.drop()
})

const decimal = (digits: number, decimals: number) => {
  const text = String(digits).padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

describe('the database and the program', () => {
  it('know the same decimals of each currency', async () => {
    const rows = await past.world.db.rows<{ currency: Currency; decimals: number }>(sql`
      SELECT each::text AS currency, currency_decimals(each) AS decimals FROM unnest(enum_range(NULL::currency)) each ORDER BY 1`)
    expect(rows).toEqual(
      [...currencies].sort().map((currency) => ({ currency, decimals: currencyFacts[currency].decimals })),
    )
  })

  it('round alike what is won and earned, once and half away from zero', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...currencies),
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((value) => fromCents(BigInt(value))),
        fc.integer({ min: 0, max: 1_000_000_000 }).map((value) => fromCents(BigInt(value))),
        fc.integer({ min: 1, max: 9_999_999 }).map((value) => decimal(value, 2)),
        fc.integer({ min: 0, max: 1_000_000 }).map((value) => decimal(value, 4)),
        async (of, amount, stake, factor, percent) => {
          const row = await past.world.db.one<
            Record<'rounded' | 'prize' | 'potential' | 'commission' | 'participation', string>
          >(sql`
            SELECT round_money(${amount}::numeric, ${of}) AS rounded, prize_of(${stake}::numeric, ${factor}::numeric, ${of}) AS prize,
              line_potential(${stake}::numeric, 1, ARRAY[${factor}]::numeric[], ${of}) AS potential,
              settle_commission('VENTA', ${percent}::numeric, ${stake}::numeric, 0, ${of}) AS commission,
              settle_participation('COMPARTIDA', ${percent}::numeric, 0, ${amount}::numeric, ${of}) AS participation`)
          expect(row).toEqual({
            rounded: roundMoney(amount, of),
            prize: prizeOf(stake, factor, of),
            potential: prizeOf(stake, factor, of),
            commission: percentOf(stake, percent, of),
            participation: percentOf(amount, percent, of),
          })
          for (const one of Object.values(row!)) expect(hasCents(one, of)).toBe(false)
        },
      ),
      modelRuns(150),
    )
  })
})

const animal = (number: string) => [{ place: '', number, sign: null }]
const ticketOf = (id: string) =>
  past.world.db.one<{ state: string; prize: string; code: string }>(
    sql`SELECT state::text AS state, prize, code FROM tickets WHERE id = ${id}`,
  )
async function payIt({ day: sold_on, id }: { day: string; id: string }): Promise<void> {
  const { world } = past
  const { code } = (await ticketOf(id))!
  await world.run((tx) =>
    pay(tx, {
      day: sold_on,
      id,
      code,
      office_id: world.partner.taquilla1,
      by: world.user['taquilla']!,
      at: new Date(),
      today: world.today,
    }),
  )
}
/** What a draw could pay, to the cent or not, as a version before had counted it. */
const liabilityInCents = (draw: number) =>
  past.world.db.run(sql`
    UPDATE draw_sales sale SET liability = sale.sold * 2.55 WHERE sale.draw_id = ${draw} AND sale.currency = 'COP'`)
const decimalsOfCop = (decimals: SQL) =>
  past.world.db.run(sql`
    CREATE OR REPLACE FUNCTION currency_decimals(money currency) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE money WHEN 'COP' THEN ${decimals} ELSE 2 END`)
const upgrade = async () => {
  const said: string[] = []
  await roundPast(past.world.pool, (text) => said.push(text))
  return said
}

describe('a banca that had cents', () => {
  it('is put right once: what nobody came for, what draws could pay and what weeks earned; what was paid stays', async () => {
    const { world } = past
    const { db } = world
    await db.run(
      sql`UPDATE product_bet_types SET multiplier = 2.55 WHERE product_id = ${world.product('LOTTO_ACTIVO')}`,
    )
    // As the version before: the same functions, with cents.
    await decimalsOfCop(sql.raw('2'))
    const [draw, open] = [await world.draw('LOTTO_ACTIVO'), await world.draw('LOTTO_ACTIVO')]
    const sold = (number: string, stake: string, of = draw) =>
      past.sell(day, '10:00', 'taquilla1', 'COP', [{ draw: of, number, stake }])
    const [paid, unpaid] = [await sold('5', '101.00'), await sold('5', '103.00')]
    await sold('6', '1005.00')
    const waiting = await sold('7', '103.00', open)
    await liabilityInCents(draw)
    await liabilityInCents(open)
    await past.prize(draw, day, '15:00', animal('5'))
    await payIt(paid)
    await world.settle()
    await world.run((tx) =>
      closeWeek(tx, {
        week: sunday,
        of: sql`true`,
        signature: { by: world.user['banca']!, at: new Date(), today: world.today, reason: 'Se cierra' },
      }),
    )
    await decimalsOfCop(sql.raw('0'))
    await db.run(sql`UPDATE banca SET whole_money_since = 'infinity'`)
    const before = await verifyBooks(db)
    expect(before.map((one) => one.rule)).toContain(rule)
    const kept = await db.rows<{ id: string }>(sql`SELECT id FROM ledger_entries ORDER BY id`)

    // 1,312 sold at 12 % are 157.44; of 1,312 − 520.20 − 157.44 there are 30 %, 190.31. With 263.00 in the place of 262.65:
    // 157 and 30 % of 634.45 + 0.44 − 0.35.
    expect(await upgrade()).toEqual([
      'Premios sin cobrar, Pesos Colombianos: 1 premio sin céntimos, de COP $ 262,65 a COP $ 263,00.',
      'Liquidación sin céntimos, Pesos Colombianos: 1 unidad, comisión de COP $ 157,44 a COP $ 157,00, ' +
        'participación de COP $ 190,31 a COP $ 190,00.',
    ])
    expect(await verifyBooks(db)).toEqual([])
    await expectRollupsHold(world, day, world.today)
    expect(await ticketOf(paid.id)).toMatchObject({ state: 'pagado', prize: '257.55' })
    expect(await ticketOf(unpaid.id)).toMatchObject({ state: 'ganador', prize: '263.00' })
    const added = await db.rows<{ kind: string }>(
      sql`SELECT kind, day FROM ledger_entries WHERE id <> ALL (${`{${kept.map(({ id }) => id).join(',')}}`}::bigint[]) ORDER BY kind`,
    )
    expect(added.filter(({ kind }) => kind === 'correccion' || kind === 'reliquidacion')).toEqual(
      ['correccion', 'reliquidacion', 'reliquidacion'].map((kind) => ({ kind, day })),
    )

    // Nothing is left to do, however often it is asked.
    expect(await upgrade()).toEqual([])
    await db.run(sql`UPDATE banca SET whole_money_since = 'infinity'`)
    expect(await upgrade()).toEqual([])
    // What waits is paid as it can be, what was won is, and the correction is late in the week that was closed.
    await past.prize(open, day, '16:00', animal('7'))
    expect(await ticketOf(waiting.id)).toMatchObject({ state: 'ganador', prize: '263.00' })
    await payIt(unpaid)
    await payIt(waiting)
    await world.settle()
    expect(await verifyBooks(db)).toEqual([])
  })
})

/** What is found after a change, which is undone again. */
async function found(change: (tx: Tx) => Promise<unknown>) {
  let first: string | undefined
  await past.world
    .run(async (tx) => {
      await tx.run(sql`UPDATE banca SET whole_money_since = '-infinity'`)
      const before = (await verifyBooks(tx)).find((one) => one.rule === rule)?.rows ?? 0
      await change(tx)
      const finding = (await verifyBooks(tx)).find((one) => one.rule === rule)
      expect((finding?.rows ?? 0) - before).toBeGreaterThan(0)
      first = finding?.first
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
  return first
}

describe('the verification', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    [
      'an adjustment',
      (tx) =>
        postAll(tx, [
          {
            day: addDays(sunday, -40),
            kind: 'ajuste',
            ref_kind: 'batch',
            ref_id: 1,
            currency: 'COP',
            created_at: new Date(),
            sides: [
              { partner_id: past.world.partner.agencia1, kind: 'ajustes', amount: '0.50' },
              { partner_id: past.world.partner.agencia2, kind: 'ajustes', amount: '-0.50' },
            ],
          },
        ]),
    ],
    [
      'a commission',
      (tx) => tx.run(sql`UPDATE settlement_weeks SET commission = commission + 0.5 WHERE currency = 'COP'`),
    ],
    [
      'an hour of it',
      (tx) => tx.run(sql`UPDATE settled_hours SET participation = participation + 0.5 WHERE currency = 'COP'`),
    ],
    [
      'a prize that nobody came for',
      (tx) =>
        tx.run(sql`
          WITH due AS (UPDATE tickets SET state = 'ganador' WHERE currency = 'COP' AND prize > 0 RETURNING day, id)
          UPDATE prizes SET amount = amount + 0.5 FROM due
          WHERE prizes.ticket_day = due.day AND prizes.ticket_id = due.id AND prizes.withdrawn_at IS NULL`),
    ],
  ])('names %s with cents', async (_, change) => {
    expect(await found(change)).toBeDefined()
  })

  it('says of whom, in which currency and when', async () => {
    const on = addDays(sunday, -60)
    const first = await found((tx) =>
      postAll(tx, [
        {
          day: on,
          kind: 'pago',
          ref_kind: 'payment',
          ref_id: 1,
          currency: 'COP',
          sides: [
            { partner_id: past.world.partner.agencia1, kind: 'pagos', amount: '0.50' },
            { partner_id: past.world.partner.agencia1, kind: 'ajustes', amount: '-0.50' },
          ],
        },
      ]),
    )
    expect(first).toBe(`Agencia Uno, COP, ${formatDay(on)}`)
  })

  it('finds none in a currency that has them', async () => {
    const { world } = past
    const draw = await world.draw('SELVA_PLUS')
    await past.sell(day, '11:00', 'taquilla3', 'USD', [{ draw, number: '5', stake: '1.55' }])
    await past.prize(draw, day, '17:00', animal('5'))
    await world.settle()
    expect(await verifyBooks(world.db)).toEqual([])
  })
})
