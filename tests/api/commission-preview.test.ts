/** A partner's last closed week under other rates: by the same rates what was settled, by others what a second reckoning says. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rate } from '../../contract/commission-rates.ts'
import { commissions } from '../../contract/commissions.ts'
import { reports } from '../../contract/reports.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { list } from '../../server/platform/db/connect.ts'
import { frozenRate } from '../../server/rules/sale/facts.ts'
import { noteCte } from '../../server/rules/settlement/note.ts'
import { settleWithin } from '../../server/rules/settlement/settle.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { modelRuns } from '../support/length.ts'
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
    SELECT sum(l.stake)::text AS sold, coalesce(sum(p.amount), 0)::numeric(16, 2)::text AS prizes
    FROM ticket_lines l
    JOIN partners o ON o.id = l.office_id
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
      agency_name: null,
      data: [],
      others: [],
      carried: [],
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
      sql`
        SELECT sum(sold)::text AS sold, sum(prizes)::text AS prizes, sum(commission)::text AS commission,
          sum(participation)::text AS participation
        FROM settlement_weeks
        WHERE week = ${monday}::date`,
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

describe('at every level', () => {
  const levels = ['banca', 'norte', 'sur', 'agencia1', 'agencia2', 'taquilla1', 'taquilla2', 'taquilla3'] as const
  type Level = (typeof levels)[number]
  /** What agencia2 has of its own, whatever is set above it. */
  const own = rateOf('VENTA', '12', 'ARRASTRE', '30')
  let held: Rate

  /** A week of losses before the one that is previewed, the rate changed in the middle of that one, and offices that lose and gain. */
  beforeAll(async () => {
    const { world } = past
    await world.db.run(sql`DELETE FROM commissions`)
    await setGeneral(world.partner.banca, rateOf('UTILIDAD', '17.3333', 'SOLO_POSITIVA', '21.7'))
    await setGeneral(world.partner.agencia2, own)
    let drawn = 10
    const sell = async (
      back: number,
      office: 'taquilla1' | 'taquilla2' | 'taquilla3',
      stake: string,
      number: string,
    ) => {
      const day = addDays(monday, back)
      const draw_id = await world.draw('LA_GRANJITA')
      await sellAs(past, world.partner[office], past.at(day, '09:15'), day, [
        { draw_id, bet_type_id: animal, number, stake },
      ])
      await past.prize(draw_id, day, `12:${drawn++}`, [{ place: '', number: '5', sign: null }])
    }
    await sell(-5, 'taquilla3', '217.91', '5')
    await sell(-4, 'taquilla1', '90.90', '5')
    await sell(1, 'taquilla1', '51.37', '6')
    await sell(1, 'taquilla2', '3.33', '5')
    await sell(2, 'taquilla3', '9999.99', '6')
    held = rateOf('VENTA', '11.1111', 'ARRASTRE', '33.3')
    await world.db.run(sql`DELETE FROM commissions WHERE partner_id = ${world.partner.banca}`)
    await setGeneral(world.partner.banca, held)
    await sell(3, 'taquilla1', '200.07', '7')
    await sell(4, 'taquilla2', '77.77', '8')
    await world.settle()
  })

  const sumsOf = (rows: readonly { commission: string; participation: string }[]) =>
    (['commission', 'participation'] as const).map((of) => money(rows.reduce((all, row) => all + cents(row[of]), 0n)))
  const newOf = (rows: readonly { new_commission: string; new_participation: string }[]) =>
    sumsOf(rows.map((row) => ({ commission: row.new_commission, participation: row.new_participation })))

  /** The offices whose lines an edit of the partner's general rate changes. */
  const touched = async (partner_id: number) =>
    (
      await past.world.db.rows<{ id: number }>(sql`
        SELECT a.partner_id AS id FROM partner_ancestors a WHERE a.ancestor_id = ${partner_id} AND a.partner_type = 'taquilla'
          AND NOT EXISTS (
            SELECT 1
            FROM partner_ancestors o
            JOIN partner_ancestors below ON below.partner_id = o.ancestor_id AND below.ancestor_id = ${partner_id}
              AND below.depth > 0
            JOIN commissions c ON c.partner_id = o.ancestor_id
            WHERE o.partner_id = a.partner_id
          )`)
    ).map(({ id }) => id)

  /** What the settlement makes of the week once these offices' lines were sold under the rate, looked at and taken back. */
  async function whatIf(offices: readonly number[], rate: Rate, whose: Level) {
    const { world } = past
    const to = addDays(monday, 6)
    let seen: { commission: string; participation: string }[] = []
    const undone = new Error('undone')
    await world
      .run(async (tx) => {
        const rate_id = await frozenRate(tx, rate)
        const ours = sql`
          h.office_id = ANY (${list(offices)}::int[]) AND h.day BETWEEN ${monday}::date AND ${to}::date
          AND h.rate_id <> ${rate_id}`
        await tx.run(sql`
          WITH moved AS (
            INSERT INTO settlement_hours AS s (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, prizes, lines)
            SELECT h.office_id, h.day, h.currency, h.product_id, h.bet_type_id, ${rate_id}, h.hour, sum(h.sold),
              sum(h.prizes), sum(h.lines)
            FROM settlement_hours h
            WHERE ${ours}
            GROUP BY 1, 2, 3, 4, 5, 7
            ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
              DO UPDATE SET sold = s.sold + excluded.sold, prizes = s.prizes + excluded.prizes
            RETURNING office_id, day, currency, product_id, rate_id
          ),
          emptied AS (
            UPDATE settlement_hours h
            SET sold = 0, prizes = 0, lines = 0
            WHERE ${ours}
            RETURNING office_id, day, currency, product_id, rate_id
          ),
          ${noteCte(sql`SELECT * FROM moved UNION ALL SELECT * FROM emptied`)} SELECT 1`)
        await settleWithin(tx)
        seen = await tx.rows(sql`
          SELECT coalesce(sum(s.commission), 0)::numeric(16, 2)::text AS commission,
            coalesce(sum(s.participation), 0)::numeric(16, 2)::text AS participation
          FROM settled_hours s
          WHERE s.day BETWEEN ${monday}::date AND ${to}::date
            AND s.office_id IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${world.partner[whose]})`)
        throw undone
      })
      .catch((error: unknown) => expect(error).toBe(undone))
    return sumsOf(seen)
  }

  it.each(levels)(
    '%s: a change that changes nothing makes no difference, whatever has changed since',
    async (level) => {
      const id = past.world.partner[level]
      for (const edit of [general(id, level === 'agencia2' || level === 'taquilla3' ? own : held), general(id, null)]) {
        // Lifting what agencia2 or the banca has of its own would change something.
        if (edit.rate === null && (level === 'banca' || level === 'agencia2')) continue
        const { data, others } = await preview(id, [edit])
        expect(data.length).toBeGreaterThan(0)
        expect([newOf(data), others]).toEqual([sumsOf(data), []])
      }
    },
  )

  it('shows of an office what every other screen shows of it, and of its agency the whole difference', async () => {
    const { agencia1, taquilla1, taquilla2 } = past.world.partner
    const { body } = await app.call(
      reports.general,
      { query: { from: monday, to: addDays(monday, 6), level: 'taquilla', partner_id: agencia1 } },
      { as: 'banca' },
    )
    const rate = rateOf('UTILIDAD', '25', 'COMPARTIDA', '40')
    for (const id of [taquilla1, taquilla2]) {
      const { data, others, agency_name } = await preview(id, [general(id, rate)])
      const shown = body.data.find(({ key }) => key === String(id))!
      expect(sumsOf(data)).toEqual([shown.commission, shown.participation])
      expect(agency_name).toBe('Agencia Uno')
      const agency = await preview(agencia1, [general(id, rate)])
      const difference = (rows: typeof data) => newOf(rows).map((after, n) => cents(after) - cents(sumsOf(rows)[n]!))
      expect(difference([...data, ...others])).toEqual(difference(agency.data))
    }
  })

  it('is to the cent what the settlement makes of such a week', async () => {
    const percent = (most: number) =>
      fc.integer({ min: 1, max: most }).map((of) => `${Math.floor(of / 100)}.${String(of % 100).padStart(2, '0')}`)
    const rate = fc
      .record({
        commission_kind: fc.constantFrom('VENTA' as const, 'UTILIDAD' as const),
        commission_percent: percent(5_000),
        participation_kind: fc.constantFrom('COMPARTIDA' as const, 'SOLO_POSITIVA' as const, 'ARRASTRE' as const),
        participation_percent: percent(10_000),
      })
      .filter((of) => of.commission_kind === 'VENTA' || of.participation_kind !== 'ARRASTRE')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...levels), rate, async (level, of) => {
        const id = past.world.partner[level]
        const { data } = await preview(id, [general(id, of)])
        expect(newOf(data)).toEqual(await whatIf(await touched(id), of, level))
      }),
      modelRuns(12),
    )
  }, 120_000)

  it('says what is carried before anything is saved, and that it goes on', async () => {
    const { agencia2, taquilla3, norte } = past.world.partner
    // Of −5: 217.91 sold, 30 times of it won, 12 %; then 9,999.99 less 12 % on its way to make up for it.
    const lost = await past.world.db.one<{ carried: string }>(
      sql`
        SELECT -least(sum(carried + sold - prizes - commission), 0) AS carried
        FROM settlement_weeks
        WHERE agency_id = ${agencia2} AND week = ${addDays(monday, -7)}::date`,
    )
    expect(lost).toEqual({ carried: '6345.54' })
    const before = await preview(agencia2, [general(agencia2, rateOf('VENTA', '12', 'ARRASTRE', '25'))])
    // 9,999.99 − 1,200.00 − 6,345.54 = 2,454.45, of it 25 %.
    expect(before.data.find(({ product_name }) => product_name === 'La Granjita')).toMatchObject({
      new_participation: '613.61',
    })
    const draw_id = await past.world.draw('LA_GRANJITA')
    const day = addDays(monday, 6)
    await sellAs(past, taquilla3, past.at(day, '09:15'), day, [
      { draw_id, bet_type_id: animal, number: '5', stake: '300.00' },
    ])
    await past.prize(draw_id, day, '12:05', [{ place: '', number: '5', sign: null }])
    // Not settled by hand: the preview does. 10,299.99 − 9,000.00 − 1,236.00 − 6,345.54 = −6,281.55.
    for (const id of [agencia2, taquilla3, norte]) {
      const { carried } = await preview(id, [general(id, rateOf('VENTA', '12', 'COMPARTIDA', '25'))])
      expect(carried.find(({ product_name }) => product_name === 'La Granjita')).toMatchObject({
        currency: 'BS',
        carried: '6281.55',
        agencies: 1,
      })
    }
  })
})

function tenThousandths(percent: string): bigint {
  const [whole = '0', decimals = ''] = percent.split('.')
  return BigInt(whole + decimals.padEnd(4, '0'))
}
