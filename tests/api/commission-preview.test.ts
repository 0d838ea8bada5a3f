/** A partner's last closed week under other rates: by the same rates what was settled, by others what a second reckoning says. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rate } from '../../contract/commission-rates.ts'
import { commissions } from '../../contract/commissions.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'
import { sellAs, weekOf } from './settlement-setup.ts'

const animal = betTypeId('ANIMALITO')
let database: TestDatabase
let past: Past
let app: TestApp
let monday: string
beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  app = await startApp(database.url)
  const { today } = past.world
  monday = addDays(today, -(weekday(today) - 1) - 7)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const preview = async (partner_id: number, rates: object[]) => {
  const reply = await app.call(
    commissions.preview,
    { body: { partner_id, commissions: rates as never } },
    { as: 'banca' },
  )
  expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
  return reply.body
}
const general = (partner_id: number, rate: Rate | null) => ({
  partner_id,
  product_id: null,
  bet_type_id: null,
  currency: null,
  rate,
})
const rateOf = (
  commission_kind: Rate['commission_kind'],
  commission_percent: string,
  participation_kind: Rate['participation_kind'],
  participation_percent: string,
): Rate => ({
  commission_kind,
  commission_percent,
  participation_kind,
  participation_percent,
})
const setGeneral = (partner_id: number, rate: Rate) =>
  past.world.db.run(sql`
    INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (${partner_id}, ${rate.commission_kind}, ${rate.commission_percent}, ${rate.participation_kind}, ${rate.participation_percent})`)

/** Sells on each day of the last week at three offices of two agencies, with prizes that make one of them lose. */
async function liveWeek() {
  const { world } = past
  for (const [n, office, stake, number] of [
    [0, 'taquilla1', '33.33', '5'],
    [1, 'taquilla2', '120.05', '6'],
    [2, 'taquilla3', '77.77', '5'],
    [4, 'taquilla1', '10.01', '7'],
    [6, 'taquilla3', '501.19', '8'],
  ] as const) {
    const day = addDays(monday, n)
    const draw_id = await world.draw('LOTTO_ACTIVO')
    await sellAs(past, world.partner[office], past.at(day, '10:15'), day, [
      { draw_id, bet_type_id: animal, number, stake },
    ])
    await past.prize(draw_id, day, '11:05', [{ place: '', number: '5', sign: null }])
  }
  await world.settle()
}

const cents = (amount: string) => BigInt(amount.replace('.', ''))
const money = (amount: bigint) => {
  const text = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
/** The week's sums of each agency, from bare lines and prizes. */
async function sumsByAgency(): Promise<{ sold: bigint; prizes: bigint }[]> {
  const rows = await past.world.db.rows<{ sold: string; prizes: string }>(sql`
    SELECT sum(l.stake)::text AS sold, coalesce(sum(p.amount), 0)::numeric(16, 2)::text AS prizes FROM ticket_lines l JOIN partners o ON o.id = l.office_id
    LEFT JOIN prizes p ON p.ticket_day = l.day AND p.ticket_id = l.ticket_id AND p.line_n = l.n AND p.withdrawn_at IS NULL
    WHERE l.day BETWEEN ${monday}::date AND ${addDays(monday, 6)}::date GROUP BY o.father_id`)
  return rows.map(({ sold, prizes }) => ({ sold: cents(sold), prizes: cents(prizes) }))
}

describe('the last closed week', () => {
  const first = rateOf('VENTA', '12.5', 'COMPARTIDA', '30')

  it('says that nothing was sold', async () => {
    await past.world.db.run(sql`DELETE FROM commissions`)
    await setGeneral(past.world.partner.banca, first)
    expect(await preview(past.world.partner.sur, [general(past.world.partner.sur, first)])).toEqual({
      from: monday,
      to: addDays(monday, 6),
      agencies: 0,
      data: [],
    })
  })

  it('by the same rates is what was settled', async () => {
    await liveWeek()
    const { banca } = past.world.partner
    const { data, agencies } = await preview(banca, [general(banca, first)])
    expect(agencies).toBe(2)
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      currency: 'BS',
      commission: data[0]!.new_commission,
      participation: data[0]!.new_participation,
    })
    const settled = await past.world.db.one(
      sql`SELECT sum(sold)::text AS sold, sum(prizes)::text AS prizes, sum(commission)::text AS commission, sum(participation)::text AS participation FROM settlement_weeks WHERE week = ${monday}::date`,
    )
    expect(data[0]).toMatchObject(settled as object)
  })

  it('by others is what a second reckoning says, whatever the kinds', async () => {
    const { banca } = past.world.partner
    const units = await sumsByAgency()
    for (const kind of ['VENTA', 'UTILIDAD'] as const)
      for (const shares of ['COMPARTIDA', 'SOLO_POSITIVA', 'ARRASTRE'] as const)
        for (const [percent, share] of [
          ['7.1234', '33.3'],
          ['15', '50'],
          ['0.01', '99.99'],
        ] as const) {
          const weeks = units.map(({ sold, prizes }) =>
            weekOf(
              {
                commission_kind: kind,
                commission: tenThousandths(percent),
                participation_kind: shares,
                participation: tenThousandths(share),
              },
              sold,
              prizes,
              0n,
            ),
          )
          const { data } = await preview(banca, [general(banca, rateOf(kind, percent, shares, share))])
          expect([kind, shares, percent, data[0]!.new_commission, data[0]!.new_participation]).toEqual([
            kind,
            shares,
            percent,
            money(weeks.reduce((sum, week) => sum + week.commission, 0n)),
            money(weeks.reduce((sum, week) => sum + week.participation, 0n)),
          ])
        }
  })

  it('is only of what hangs from it, and follows the nearest rate', async () => {
    const { norte, agencia1, agencia2 } = past.world.partner
    const half = rateOf('VENTA', '50', 'COMPARTIDA', '0')
    const one = await preview(agencia1, [general(agencia1, half)])
    expect(one.agencies).toBe(1)
    const sum = (of: typeof one) => of.data.reduce((all, row) => all + cents(row.new_commission), 0n)
    const [both, other] = [
      await preview(norte, [general(norte, half)]),
      await preview(agencia2, [general(agencia2, half)]),
    ]
    expect(sum(one) + sum(other)).toBe(sum(both))
    // A rate of its own keeps what is set above from it.
    const kept = await preview(norte, [
      general(norte, half),
      general(agencia1, rateOf('VENTA', '0', 'COMPARTIDA', '0')),
    ])
    expect(sum(kept)).toBe(sum(other))
  })
})

function tenThousandths(percent: string): bigint {
  const [whole = '0', decimals = ''] = percent.split('.')
  return BigInt(whole + decimals.padEnd(4, '0'))
}
