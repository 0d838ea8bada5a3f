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
import { narrowed, officeOf } from '../figures/subject.ts'
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
    SELECT d.id, d.product_id, p.name AS product_name, d.scheduled_at, d.closes_at FROM draws d JOIN products p ON p.id = d.product_id
    WHERE
      ${every(
        sql`
        d.state = 'activo' AND d.closes_at > ${now} - ${minutes} AND d.closes_at <= ${now} + ${minutes}`,
        ...narrowed({ product_id: by.product_id }, 'd'),
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
      SELECT d.id, d.product_id, d.scheduled_at, d.closes_at
      FROM draws d
      WHERE d.id = ANY (${sql.param(draws.map((draw) => draw.id))}::int[])
    ),
    floors(currency, amount) AS (VALUES ${floors}),
    late AS MATERIALIZED (
      SELECT t.day, t.id, t.sold_at FROM tickets t
      WHERE
        ${every(
          sql`
          t.day BETWEEN ${addDays(at.today, -1)}::date AND ${at.today}::date
          AND t.sold_at >= ${new Date(first).toISOString()}::timestamptz AND t.state <> 'anulado'`,
          by.currency && sql`t.currency = ${by.currency}`,
          officeOf(subject, sql`t.office_id`),
        )}
    ), taken AS (
      SELECT l.draw_id, l.bet_type_id, l.number, l.currency, sum(l.stake) AS took
      FROM late t JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id JOIN closing c ON c.id = l.draw_id
      WHERE ${every(
        sql`t.sold_at >= c.closes_at - make_interval(mins => ${of.stake_minutes}::int) AND l.state NOT IN ('anulada', 'devuelta')`,
        ...narrowed({ bet_type_id: by.bet_type_id }, 'l'),
      )}
      GROUP BY 1, 2, 3, 4
    )
    SELECT k.draw_id, k.bet_type_id, b.name AS bet_type_name, k.number, k.currency::text AS currency, k.took, round(u.usual, 2) AS usual
    FROM taken k
    JOIN floors f ON f.currency = k.currency AND k.took >= f.amount
    JOIN closing c ON c.id = k.draw_id
    JOIN bet_types b ON b.id = k.bet_type_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS draws, coalesce(sum(s.sold), 0) / greatest(count(*), 1) AS usual
      FROM generate_series(1, ${daysBack}::int) AS n
      JOIN draws e ON e.product_id = c.product_id AND e.scheduled_at = c.scheduled_at - make_interval(days => n) AND e.state = 'premiado'
      LEFT JOIN draw_sales s ON s.draw_id = e.id AND s.partner_id = ${subject.id} AND s.bet_type_id = k.bet_type_id
        AND s.number = k.number AND s.currency = k.currency
      WHERE EXISTS (
        SELECT 1
        FROM draw_sales x
        WHERE x.draw_id = e.id AND x.partner_id = ${subject.id} AND x.currency = k.currency AND x.sold > 0
      )
    ) u
    WHERE u.draws >= ${leastDraws}::int AND k.took > u.usual * ${of.stake_times}::int
    ORDER BY k.took / greatest(u.usual, 1) DESC, k.draw_id, k.bet_type_id, k.number, k.currency`)
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
