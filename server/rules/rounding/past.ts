/**
 * The second half of migration 0055: what stands in cents that nobody can pay. Prizes nobody came for are given anew as
 * they can be paid, what open and awarded draws could pay is counted again, and weeks are settled once more, the
 * difference posted as `reliquidacion`. What was paid or expired stays. A draw or an agency in a transaction: an
 * interrupted one is gone on with by the next start.
 */
import { sql } from 'drizzle-orm'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { countText, formatMoney } from '@contract/values/money.ts'
import { executor, list, transaction, type Executor, type Pool, type Tx } from '../../platform/db/connect.ts'
import { holdDraws } from '../award/hold.ts'
import { settle } from '../award/settle-prizes.ts'
import type { TicketRef } from '../award/ticket-states.ts'
import { settleAgency } from '../settlement/settle.ts'
import { isUnpaid, withCents } from './cents.ts'

/** Does what is left to do, if anything. `log` hears a Spanish sentence for each kind of change and currency. */
export async function roundPast(pool: Pool, log: (message: string) => void): Promise<void> {
  const db = executor(pool)
  const left = await db.one(sql`SELECT 1 FROM banca WHERE whole_money_since = 'infinity'`)
  if (!left) return
  await roundPrizes(pool, log)
  await countLiabilities(pool)
  await settleAnew(pool, log)
  await db.run(sql`UPDATE banca SET whole_money_since = clock_timestamp() WHERE whole_money_since = 'infinity'`)
}

interface Rounded extends TicketRef {
  id: string
  line_n: number
}

async function roundPrizes(pool: Pool, log: (message: string) => void): Promise<void> {
  const unpaid = sql`prizes prize JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id
    WHERE prize.withdrawn_at IS NULL AND ${isUnpaid} AND ${withCents(sql`prize.currency`, sql`prize.amount`)}`
  const sums = await executor(pool).rows<{ currency: Currency; prizes: number; before: string; after: string }>(sql`
    SELECT prize.currency::text AS currency, count(*)::int AS prizes, sum(prize.amount)::text AS before,
      sum(round_money(prize.amount, prize.currency))::text AS after
    FROM ${unpaid} GROUP BY prize.currency ORDER BY prize.currency`)
  if (sums.length === 0) return
  const draws = await executor(pool).rows<{ draw_id: number }>(
    sql`SELECT DISTINCT prize.draw_id FROM ${unpaid} ORDER BY 1`,
  )
  for (const { draw_id } of draws) await transaction(pool, (tx) => roundPrizesOf(tx, draw_id))
  for (const { currency, prizes, before, after } of sums)
    log(
      `Premios sin cobrar, ${currencyFacts[currency].name}: ${countText(prizes, 'premio', 'premios')} sin céntimos, ` +
        `de ${formatMoney(before, currency, true)} a ${formatMoney(after, currency, true)}.`,
    )
}

/** A prize is taken back and given as it can be paid, as a correction does; one of less than half a coin is no prize. */
async function roundPrizesOf(tx: Tx, draw_id: number): Promise<void> {
  await holdDraws(tx, [draw_id])
  const at = new Date()
  const taken = await tx.rows<Rounded>(sql`
    UPDATE prizes prize SET withdrawn_at = ${at.toISOString()}
    FROM tickets ticket
    WHERE prize.draw_id = ${draw_id} AND ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id AND prize.withdrawn_at IS NULL
      AND ${isUnpaid} AND ${withCents(sql`prize.currency`, sql`prize.amount`)}
    RETURNING prize.id, prize.ticket_day AS day, prize.ticket_id, prize.line_n`)
  const ids = taken.map(({ id }) => id)
  const given = await tx.rows<{ id: string }>(sql`
    INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount, awarded_at, pot)
    SELECT ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, round_money(amount, currency),
      ${at.toISOString()}::timestamptz, pot
    FROM prizes WHERE id = ANY (${list(ids)}::bigint[]) AND round_money(amount, currency) > 0 ORDER BY id
    RETURNING id`)
  await tx.run(sql`
    UPDATE ticket_lines line
    SET prize = won.prize, state = CASE WHEN won.prize > 0 THEN line.state ELSE 'perdedora' END
    FROM (
      SELECT key.ticket_day, key.ticket_id, key.line_n, coalesce(sum(prize.amount), 0) AS prize
      FROM (SELECT DISTINCT ticket_day, ticket_id, line_n FROM prizes WHERE id = ANY (${list(ids)}::bigint[])) key
      LEFT JOIN prizes prize ON prize.ticket_day = key.ticket_day AND prize.ticket_id = key.ticket_id AND prize.line_n = key.line_n
        AND prize.withdrawn_at IS NULL
      GROUP BY 1, 2, 3
    ) won WHERE line.day = won.ticket_day AND line.ticket_id = won.ticket_id AND line.n = won.line_n`)
  const prizes = { given: given.map(({ id }) => id), taken: ids }
  const tickets = taken.map(({ day, ticket_id }) => ({ day, ticket_id }))
  // Whoever is paid at this very moment keeps what it was paid.
  await settle(tx, prizes, { by: null, at, accept_paid: true }, tickets)
}

/** What numbers could pay is what their lines are paid: the second sum of an award, or of its correction. */
async function countLiabilities(pool: Pool): Promise<void> {
  const sold = sql`line.state NOT IN ('anulada', 'devuelta') AND currency_decimals(line.currency) < 2`
  const draws = await executor(pool).rows<{ draw_id: number }>(sql`
    SELECT DISTINCT line.draw_id FROM ticket_lines line
    WHERE ${sold} AND line_potential(line.stake, line.multiplier, line.place_multipliers, line.currency)
      <> line_potential(line.stake, line.multiplier, line.place_multipliers)
    ORDER BY 1`)
  for (const { draw_id } of draws)
    await transaction(pool, async (tx) => {
      await holdDraws(tx, [draw_id])
      await tx.run(sql`
        UPDATE draw_sales sale SET liability = counted.liability
        FROM (
          SELECT above.ancestor_id, line.bet_type_id, line.number, line.currency,
            sum(line_potential(line.stake, line.multiplier, line.place_multipliers, line.currency)) AS liability
          FROM ticket_lines line JOIN partner_ancestors above ON above.partner_id = line.office_id
          WHERE line.draw_id = ${draw_id} AND ${sold} GROUP BY 1, 2, 3, 4
        ) counted
        WHERE sale.draw_id = ${draw_id} AND sale.partner_id = counted.ancestor_id AND sale.bet_type_id = counted.bet_type_id
          AND sale.number = counted.number AND sale.currency = counted.currency AND sale.liability <> counted.liability`)
    })
}

/** Units (agency_id, currency, product_id, rate_id, week) whose commission or participation has cents, of the week or of an hour. */
const unitsWithCents = sql`(
  SELECT agency_id, currency, product_id, rate_id, week
  FROM settlement_weeks WHERE ${withCents(sql`currency`, sql`commission`, sql`participation`)}
  UNION
  SELECT office.father_id, settled.currency, settled.product_id, settled.rate_id, week_of(settled.day)
  FROM settled_hours settled JOIN partners office ON office.id = settled.office_id
  WHERE ${withCents(sql`settled.currency`, sql`settled.commission`, sql`settled.participation`)}
)`

interface Earned {
  currency: Currency
  commission: string
  participation: string
}

const earned = (db: Executor) =>
  db.rows<Earned>(sql`
    SELECT currency::text AS currency, sum(commission)::text AS commission, sum(participation)::text AS participation
    FROM settlement_weeks WHERE currency_decimals(currency) < 2 GROUP BY currency ORDER BY currency`)

async function settleAnew(pool: Pool, log: (message: string) => void): Promise<void> {
  const db = executor(pool)
  const units = await db.rows<{ agency_id: number; currency: Currency; units: number }>(sql`
    SELECT agency_id, currency::text AS currency, count(*)::int AS units FROM ${unitsWithCents} unit
    GROUP BY agency_id, unit.currency ORDER BY agency_id`)
  if (units.length === 0) return
  const before = await earned(db)
  for (const agency_id of new Set(units.map((one) => one.agency_id)))
    await transaction(pool, async (tx) => {
      await tx.run(sql`
        INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
        SELECT agency_id, currency, product_id, rate_id, week FROM ${unitsWithCents} unit WHERE agency_id = ${agency_id}`)
      const kinds = { commission: 'reliquidacion', participation: 'reliquidacion' } as const
      await settleAgency(tx, agency_id, kinds, sql`currency_decimals(currency) < 2`)
    })
  const after = await earned(db)
  for (const was of before) {
    const { currency } = was
    const count = units.filter((one) => one.currency === currency).reduce((sum, one) => sum + one.units, 0)
    const now = after.find((one) => one.currency === currency) ?? was
    const change = (of: 'commission' | 'participation') =>
      `de ${formatMoney(was[of], currency, true)} a ${formatMoney(now[of], currency, true)}`
    if (count > 0)
      log(
        `Liquidación sin céntimos, ${currencyFacts[currency].name}: ${countText(count, 'unidad', 'unidades')}, ` +
          `comisión ${change('commission')}, participación ${change('participation')}.`,
      )
  }
}
