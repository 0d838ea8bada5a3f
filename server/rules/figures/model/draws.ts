/**
 * Figures over the days of the draw. What a draw sold and won is kept from its award on (`draw_totals`); until then its
 * counters are added up (`draw_sales`). Compared with are the draws that stand at the same places of the days before.
 * Where a draw of the period may still sell, they are cut at the same minute: those that had closed by then count
 * whole, and of the others the lines sold until then.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays, daysBetween, inZone, type ComparisonQuery, type Period } from '@contract/values/dates.ts'
import { every } from '../../../platform/db/connect.ts'
import { soldAheadDays } from '../../rollups/expected.ts'
import { comparedDays, instantOf, type Clock } from '../stretch.ts'
import { narrowedBy, isOfficeOf, type Subject } from '../subject.ts'
import { officesUnder } from './partners.ts'

/** The days compared with; `at` is the instant where they are cut. */
export interface DrawsBefore extends Period {
  at: string | null
}

export interface DrawQuestion {
  subject: Subject
  /** Told apart by these, beside day and currency; by the partners of a level. */
  by: { product: boolean; draw: boolean; bet_type: boolean; partner: SQL | undefined }
  period: Period
  before: DrawsBefore | null
  zone: string
  currency?: string | undefined
  product_id?: number | undefined
  bet_type_id?: number | undefined
  /** Only draws of this hour, `14:30` in the zone. */
  time?: string | undefined
  /** A condition on draws `draw` and rows `sale`. */
  only?: SQL | undefined
}

/** The draws that a period's are compared with; null where nothing is. @throws Problem as `comparedDays` does */
export function drawsBefore(period: Period, asked: ComparisonQuery, { now, zone }: Clock): DrawsBefore | null {
  const before = comparedDays(period, asked)
  if (!before) return null
  const { day, time } = inZone(now, zone)
  if (period.to < day) return { ...before, at: null }
  const stands = addDays(day, 1 - daysBetween(before.from, period.from))
  return { ...before, at: instantOf(stands, time.slice(0, 5), zone).toISOString() }
}

/**
 * A common table expression `figures`: `currency`, `day`, the keys asked (`product_id`, `time` with `draw_id`, `bet_type_id`,
 * `partner_id`; null where not asked), `sold`, `lines`, `prizes`, `awarded` (what awarded draws sold; null without one)
 * and `sold_before`, null where nothing is compared.
 */
export function drawFiguresCte(question: DrawQuestion): SQL {
  const { by, period, before, zone } = question
  const step = before ? daysBetween(before.from, period.from) - 1 : 0
  const time = sql`to_char(draw_row.scheduled_at AT TIME ZONE ${zone}, 'HH24:MI')`
  const parts = [
    partOf(question, period, sql`0`, null),
    ...(before ? [partOf(question, before, sql`1`, before.at)] : []),
    ...(before?.at ? [linesUntil(question, before, before.at)] : []),
  ]
  const key = (asked: boolean, own: SQL, kind: SQL) => (asked ? own : sql`NULL::${kind}`)
  return sql`figures AS MATERIALIZED (
    SELECT figure.currency, figure.day, figure.product_id, figure.time, figure.bet_type_id, figure.partner_id,
      ${by.draw ? sql`max(figure.draw_id) FILTER (WHERE figure.w = 0)` : sql`NULL::int`} AS draw_id,
      coalesce(sum(figure.sold) FILTER (WHERE figure.w = 0), 0.00) AS sold,
      coalesce(sum(figure.lines) FILTER (WHERE figure.w = 0), 0)::int AS lines,
      coalesce(sum(figure.prizes) FILTER (WHERE figure.w = 0), 0.00) AS prizes, sum(figure.awarded) FILTER (WHERE figure.w = 0) AS awarded,
      ${before ? sql`coalesce(sum(figure.sold) FILTER (WHERE figure.w = 1), 0.00)` : sql`NULL::numeric`} AS sold_before
    FROM (
      SELECT draw_row.w, draw_row.currency, draw_row.day + CASE draw_row.w WHEN 1 THEN ${step}::int ELSE 0 END AS day,
        ${key(by.product, sql`draw_row.product_id`, sql`smallint`)} AS product_id,
        ${key(by.draw, time, sql`text`)} AS time, ${key(by.bet_type, sql`draw_row.bet_type_id`, sql`smallint`)} AS bet_type_id,
        ${key(by.partner !== undefined, sql`draw_row.partner_id`, sql`int`)} AS partner_id, draw_row.draw_id, draw_row.sold, draw_row.lines,
          draw_row.prizes, draw_row.awarded
      FROM (${sql.join(parts, sql` UNION ALL `)}) draw_row
    ) figure GROUP BY figure.currency, figure.day, figure.product_id, figure.time, figure.bet_type_id, figure.partner_id
    HAVING sum(figure.sold) <> 0 OR sum(figure.prizes) <> 0)`
}

/** Conditions on draws `draw` and rows `sale` that every source shares. */
function narrowing(question: DrawQuestion): SQL {
  const { currency, product_id, bet_type_id, time, zone, only } = question
  return every(
    currency !== undefined && sql`sale.currency = ${currency}`,
    ...narrowedBy({ product_id }, 'draw'),
    ...narrowedBy({ bet_type_id }, 'sale'),
    time !== undefined && sql`to_char(draw.scheduled_at AT TIME ZONE ${zone}, 'HH24:MI') = ${time}`,
    only,
  )
}

const within = ({ from, to }: Period) => sql`draw.day BETWEEN ${from} AND ${to}`
const columns = (w: SQL) =>
  sql`${w} AS w, sale.currency, draw.day, draw.product_id, draw.scheduled_at, sale.bet_type_id, sale.partner_id, draw.id AS draw_id`

/** The period's draws, awarded and not; with `until` only those that had closed by then. */
function partOf(question: DrawQuestion, period: Period, w: SQL, until: string | null): SQL {
  const { subject, by } = question
  const partner = by.partner
    ? sql`sale.partner_id IN (SELECT partner.id FROM partners partner WHERE ${by.partner})`
    : sql`sale.partner_id = ${subject.id}`
  const where = every(partner, narrowing(question), until !== null && sql`draw.closes_at <= ${until}`)
  // As an array: joined, the planner would rather read every draw there ever was.
  const waiting = sql`ARRAY(SELECT draw.id FROM draws draw WHERE ${within(period)} AND draw.state <> 'premiado')`
  return sql`
    SELECT ${columns(w)}, sale.sold, sale.lines, sale.prizes, sale.sold AS awarded FROM draw_totals sale
    JOIN draws draw ON draw.id = sale.draw_id
    WHERE sale.day BETWEEN ${period.from} AND ${period.to} AND draw.state = 'premiado' AND ${where}
    UNION ALL
    SELECT ${columns(w)}, sale.sold, sale.lines, 0.00, NULL FROM draw_sales sale JOIN draws draw ON draw.id = sale.draw_id
    WHERE sale.draw_id = ANY (${waiting}) AND ${where}`
}

/** Lines sold before `at` for draws that were still to close then; lines that were given back are no sale. */
function linesUntil(question: DrawQuestion, period: Period, at: string): SQL {
  const { subject, by } = question
  const open = sql`ARRAY(SELECT draw.id FROM draws draw WHERE ${within(period)} AND draw.closes_at > ${at})`
  const days = sql`BETWEEN ${addDays(period.from, -soldAheadDays)} AND ${addDays(at.slice(0, 10), 1)}`
  const lines = sql`
    SELECT line.draw_id, line.office_id, line.currency, line.bet_type_id, sum(line.stake) AS sold
    FROM ticket_lines line
    JOIN tickets ticket ON ticket.day = line.day AND ticket.id = line.ticket_id
    WHERE line.draw_id = ANY (${open}) AND line.day ${days} AND ticket.day ${days}
      AND ticket.sold_at < ${at} AND line.state NOT IN ('anulada', 'devuelta') AND ${isOfficeOf(subject, sql`line.office_id`) ?? sql`true`}
      GROUP BY 1, 2, 3, 4`
  const partner = by.partner
    ? sql`JOIN (${officesUnder(by.partner)}) listed ON listed.office_id = sale.office_id`
    : sql`CROSS JOIN (SELECT NULL::int AS partner_id) listed`
  return sql`
    SELECT 1, sale.currency, draw.day, draw.product_id, draw.scheduled_at, sale.bet_type_id, listed.partner_id, draw.id, sale.sold, 0, 0.00,
      NULL
    FROM (${lines}) sale JOIN draws draw ON draw.id = sale.draw_id ${partner} WHERE ${narrowing(question)}`
}
