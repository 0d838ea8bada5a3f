/**
 * A number that took, in the last `stake_minutes` before its draw closes, more than `stake_times` what it usually takes in
 * the whole of such a draw (same product and hour, last 28 days), and at least the amount of its currency. A draw that
 * took nothing is a day on which nobody sold, and is no measure; with fewer than `leastDraws` of them nothing is usual
 * yet. It stands until as many minutes after the close: what came at the end is looked at then.
 */
import { sql } from 'drizzle-orm'
import { drawLink } from '@contract/links.ts'
import { thresholdAmount } from '@contract/alarm-config.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { addDays } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { every } from '../../platform/db/connect.ts'
import { narrowedBy, isOfficeOf } from '../figures/subject.ts'
import { drawName, type Alarm, type Look } from './alarm.ts'

/** Earlier draws with sales that must be there before one speaks of the usual. */
const leastDraws = 4
const daysBack = 28

interface ClosingDraw {
  id: number
  product_id: number
  product_name: string
  scheduled_at: string
  closes_at: string
}
interface Taken {
  draw_id: number
  bet_type_id: number
  bet_type_name: string
  number: string
  currency: Currency
  took: string
  usual: string
}

/** Those that took most against their usual first. Only tickets of the last minutes are read, and only while a draw closes. */
export async function unusualStakes(look: Look): Promise<Alarm[]> {
  const { db, of, by, at } = look
  const minutes = sql`make_interval(mins => ${of.stake_minutes}::int)`
  const now = sql`${at.now.toISOString()}::timestamptz`
  const draws = await db.rows<ClosingDraw>(sql`
    SELECT draw.id, draw.product_id, product.name AS product_name, draw.scheduled_at, draw.closes_at FROM draws draw
    JOIN products product ON product.id = draw.product_id
    WHERE
      ${every(
        sql`
        draw.state = 'activo' AND draw.closes_at > ${now} - ${minutes} AND draw.closes_at <= ${now} + ${minutes}`,
        ...narrowedBy({ product_id: by.product_id }, 'draw'),
      )}`)
  if (draws.length === 0) return []
  const named = new Map(draws.map((draw) => [draw.id, draw]))
  const rows = await takenIn(look, draws)
  return rows.map((row) => alarmOf(row, named.get(row.draw_id)!, look))
}

function takenIn({ db, subject, of, by, at }: Look, draws: readonly ClosingDraw[]): Promise<Taken[]> {
  const first = Math.min(...draws.map((draw) => Date.parse(draw.closes_at))) - of.stake_minutes * 60_000
  const floors = sql.join(
    currencies.map((one) => sql`(${one}::currency, ${thresholdAmount(of, 'stake', one)}::numeric)`),
    sql`, `,
  )
  return db.rows<Taken>(sql`
    WITH closing AS (
      SELECT draw.id, draw.product_id, draw.scheduled_at, draw.closes_at
      FROM draws draw
      WHERE draw.id = ANY (${sql.param(draws.map((draw) => draw.id))}::int[])
    ),
    floors(currency, amount) AS (VALUES ${floors}),
    late AS MATERIALIZED (
      SELECT ticket.day, ticket.id, ticket.sold_at FROM tickets ticket
      WHERE
        ${every(
          sql`
          ticket.day BETWEEN ${addDays(at.today, -1)}::date AND ${at.today}::date
          AND ticket.sold_at >= ${new Date(first).toISOString()}::timestamptz AND ticket.state <> 'anulado'`,
          by.currency && sql`ticket.currency = ${by.currency}`,
          isOfficeOf(subject, sql`ticket.office_id`),
        )}
    ), taken AS (
      SELECT line.draw_id, line.bet_type_id, line.number, line.currency, sum(line.stake) AS took
      FROM late JOIN ticket_lines line ON line.day = late.day AND line.ticket_id = late.id JOIN closing ON closing.id = line.draw_id
      WHERE ${every(
        sql`late.sold_at >= closing.closes_at - make_interval(mins => ${of.stake_minutes}::int)
          AND line.state NOT IN ('anulada', 'devuelta')`,
        ...narrowedBy({ bet_type_id: by.bet_type_id }, 'line'),
      )}
      GROUP BY 1, 2, 3, 4
    )
    SELECT taken.draw_id, taken.bet_type_id, bet.name AS bet_type_name, taken.number, taken.currency::text AS currency, taken.took,
      round(usual.usual, 2) AS usual
    FROM taken
    JOIN floors ON floors.currency = taken.currency AND taken.took >= floors.amount
    JOIN closing ON closing.id = taken.draw_id
    JOIN bet_types bet ON bet.id = taken.bet_type_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS draws, coalesce(sum(sale.sold), 0) / greatest(count(*), 1) AS usual
      FROM generate_series(1, ${daysBack}::int) AS back
      JOIN draws earlier ON earlier.product_id = closing.product_id
        AND earlier.scheduled_at = closing.scheduled_at - make_interval(days => back) AND earlier.state = 'premiado'
      LEFT JOIN draw_sales sale ON sale.draw_id = earlier.id AND sale.partner_id = ${subject.id} AND sale.bet_type_id = taken.bet_type_id
        AND sale.number = taken.number AND sale.currency = taken.currency
      WHERE EXISTS (
        SELECT 1
        FROM draw_sales earlier_sale
        WHERE earlier_sale.draw_id = earlier.id AND earlier_sale.partner_id = ${subject.id} AND earlier_sale.currency = taken.currency
          AND earlier_sale.sold > 0
      )
    ) usual
    WHERE usual.draws >= ${leastDraws}::int AND taken.took > usual.usual * ${of.stake_times}::int
    ORDER BY taken.took / greatest(usual.usual, 1) DESC, taken.draw_id, taken.bet_type_id, taken.number, taken.currency`)
}

function alarmOf(row: Taken, draw: ClosingDraw, { of, at, subject }: Look): Alarm {
  const { draw_id, bet_type_id, number, currency } = row
  const name = drawName(draw, at)
  const of_partner = { bet_type_id, currency, ...(subject.type !== 'banca' && { partner_id: subject.id }) }
  return {
    kind: 'jugada',
    level: 'advierte',
    key: `jugada:${draw_id}:${bet_type_id}:${number}:${currency}`,
    title: `El ${number} se jugó mucho al cierre`,
    text:
      `${name}, ${row.bet_type_name}: ${formatMoney(row.took, currency, true)} en los ` +
      `últimos ${of.stake_minutes} minutos; en todo el sorteo suele vender ` +
      `${formatMoney(row.usual, currency, true)}.`,
    link: () => drawLink(draw_id, 'numeros', of_partner),
    group: {
      key: `jugada:${draw_id}`,
      title: (count) => `${count} números de ${name} se jugaron mucho al cierre`,
      link: () => drawLink(draw_id, 'numeros'),
    },
  }
}
