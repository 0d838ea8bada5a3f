/**
 * Figures over the days of the draw. What a draw sold and won is kept from its award on (`draw_totals`); until then its
 * counters are added up (`draw_sales`). Compared with are the draws that stand at the same places of the days before.
 * Where a draw of the period may still sell, they are cut at the same minute: those that had closed by then count
 * whole, and of the others the lines sold until then.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays, daysBetween, inZone, type ComparisonAsked, type Period } from '@contract/values/dates.ts'
import { every } from '../../../platform/db/connect.ts'
import { soldAheadDays } from '../../rollups/expected.ts'
import { comparedDays, instantOf, type Clock } from '../stretch.ts'
import { narrowed, officeOf, type Subject } from '../subject.ts'
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
  /** A condition on draws `d` and rows `s`. */
  only?: SQL | undefined
}

/** The draws that a period's are compared with; null where nothing is. @throws Problem as `comparedDays` does */
export function drawsBefore(period: Period, asked: ComparisonAsked, { now, zone }: Clock): DrawsBefore | null {
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
  const time = sql`to_char(r.scheduled_at AT TIME ZONE ${zone}, 'HH24:MI')`
  const parts = [
    partOf(question, period, sql`0`, null),
    ...(before ? [partOf(question, before, sql`1`, before.at)] : []),
    ...(before?.at ? [linesUntil(question, before, before.at)] : []),
  ]
  const key = (asked: boolean, own: SQL, kind: SQL) => (asked ? own : sql`NULL::${kind}`)
  return sql`figures AS MATERIALIZED (
    SELECT f.currency, f.day, f.product_id, f.time, f.bet_type_id, f.partner_id,
      ${by.draw ? sql`max(f.draw_id) FILTER (WHERE f.w = 0)` : sql`NULL::int`} AS draw_id,
      coalesce(sum(f.sold) FILTER (WHERE f.w = 0), 0.00) AS sold, coalesce(sum(f.lines) FILTER (WHERE f.w = 0), 0)::int AS lines,
      coalesce(sum(f.prizes) FILTER (WHERE f.w = 0), 0.00) AS prizes, sum(f.awarded) FILTER (WHERE f.w = 0) AS awarded,
      ${before ? sql`coalesce(sum(f.sold) FILTER (WHERE f.w = 1), 0.00)` : sql`NULL::numeric`} AS sold_before
    FROM (
      SELECT r.w, r.currency, r.day + CASE r.w WHEN 1 THEN ${step}::int ELSE 0 END AS day,
        ${key(by.product, sql`r.product_id`, sql`smallint`)} AS product_id,
        ${key(by.draw, time, sql`text`)} AS time, ${key(by.bet_type, sql`r.bet_type_id`, sql`smallint`)} AS bet_type_id,
        ${key(by.partner !== undefined, sql`r.partner_id`, sql`int`)} AS partner_id, r.draw_id, r.sold, r.lines, r.prizes, r.awarded
      FROM (${sql.join(parts, sql` UNION ALL `)}) r
    ) f GROUP BY f.currency, f.day, f.product_id, f.time, f.bet_type_id, f.partner_id
    HAVING sum(f.sold) <> 0 OR sum(f.prizes) <> 0)`
}

/** Conditions on draws `d` and rows `s` that every source shares. */
function narrowing(question: DrawQuestion): SQL {
  const { currency, product_id, bet_type_id, time, zone, only } = question
  return every(
    currency !== undefined && sql`s.currency = ${currency}`,
    ...narrowed({ product_id }, 'd'),
    ...narrowed({ bet_type_id }, 's'),
    time !== undefined && sql`to_char(d.scheduled_at AT TIME ZONE ${zone}, 'HH24:MI') = ${time}`,
    only,
  )
}

const within = ({ from, to }: Period) => sql`d.day BETWEEN ${from} AND ${to}`
const columns = (w: SQL) =>
  sql`${w} AS w, s.currency, d.day, d.product_id, d.scheduled_at, s.bet_type_id, s.partner_id, d.id AS draw_id`

/** The period's draws, awarded and not; with `until` only those that had closed by then. */
function partOf(question: DrawQuestion, period: Period, w: SQL, until: string | null): SQL {
  const { subject, by } = question
  const partner = by.partner
    ? sql`s.partner_id IN (SELECT p.id FROM partners p WHERE ${by.partner})`
    : sql`s.partner_id = ${subject.id}`
  const where = every(partner, narrowing(question), until !== null && sql`d.closes_at <= ${until}`)
  // As an array: joined, the planner would rather read every draw there ever was.
  const waiting = sql`ARRAY(SELECT d.id FROM draws d WHERE ${within(period)} AND d.state <> 'premiado')`
  return sql`
    SELECT ${columns(w)}, s.sold, s.lines, s.prizes, s.sold AS awarded FROM draw_totals s JOIN draws d ON d.id = s.draw_id
    WHERE s.day BETWEEN ${period.from} AND ${period.to} AND d.state = 'premiado' AND ${where}
    UNION ALL
    SELECT ${columns(w)}, s.sold, s.lines, 0.00, NULL FROM draw_sales s JOIN draws d ON d.id = s.draw_id
    WHERE s.draw_id = ANY (${waiting}) AND ${where}`
}

/** Lines sold before `at` for draws that were still to close then; lines that were given back are no sale. */
function linesUntil(question: DrawQuestion, period: Period, at: string): SQL {
  const { subject, by } = question
  const open = sql`ARRAY(SELECT d.id FROM draws d WHERE ${within(period)} AND d.closes_at > ${at})`
  const days = sql`BETWEEN ${addDays(period.from, -soldAheadDays)} AND ${addDays(at.slice(0, 10), 1)}`
  const lines = sql`
    SELECT l.draw_id, l.office_id, l.currency, l.bet_type_id, sum(l.stake) AS sold
    FROM ticket_lines l
    JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
    WHERE l.draw_id = ANY (${open}) AND l.day ${days} AND t.day ${days}
      AND t.sold_at < ${at} AND l.state NOT IN ('anulada', 'devuelta') AND ${officeOf(subject, sql`l.office_id`) ?? sql`true`}
      GROUP BY 1, 2, 3, 4`
  const partner = by.partner
    ? sql`JOIN (${officesUnder(by.partner)}) o ON o.office_id = s.office_id`
    : sql`CROSS JOIN (SELECT NULL::int AS partner_id) o`
  return sql`
    SELECT 1, s.currency, d.day, d.product_id, d.scheduled_at, s.bet_type_id, o.partner_id, d.id, s.sold, 0, 0.00, NULL
    FROM (${lines}) s JOIN draws d ON d.id = s.draw_id ${partner} WHERE ${narrowing(question)}`
}
