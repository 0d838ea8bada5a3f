/**
 * An agency that stopped selling: it has sold nothing for `agency_minutes`, the last whole hour of the clock among them,
 * and on at least three of the last four same weekdays it sold in that stretch and in the hour that runs now, with
 * `agency_tickets` or more in the stretch on the average. Agencies that are switched off, or below one that is, are
 * closed; while no draw is open nobody can sell. A stretch does not reach back over midnight.
 *
 * When half of those that should be selling are silent it is no matter of one agency (a holiday, a line that is down):
 * it is told once, to the banca alone.
 */
import { sql, type SQL } from 'drizzle-orm'
import { mostSeparateAlarms } from '@contract/alarms.ts'
import { screenLink } from '@contract/links.ts'
import { addDays, atMoment, inZone } from '@contract/values/dates.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { every } from '../../platform/db/connect.ts'
import type { Alarm, Look } from './alarm.ts'

const weeksBack = 4
const weeksSold = 3

interface SilentAgency {
  id: number
  name: string
  last_sale_at: string | null
}
export interface Silence {
  /** Those that usually sell most first. */
  agencies: SilentAgency[]
  /** Half of those that should be selling, or more, and too many to tell apart. */
  general: boolean
  alarms: Alarm[]
}

export interface QuietStretch {
  /** Nothing sold since this many minutes. */
  minutes: number
  /** Whole hours of the clock that lie in it, the last of them just before `hour`. */
  from: number
  hour: number
}

/** What is looked at when the clock shows `time` (HH:MM:SS): null while the day is too young for it. */
export function quietStretchAt(time: string, minutes: number): QuietStretch | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const clock = hour * 60 + minute
  const silent = Math.max(minutes, minute + 60)
  return silent > clock ? null : { minutes: silent, from: Math.ceil((clock - silent) / 60), hour }
}

/**
 * Reads the day's rows of offices, and the hours of four earlier days: of the fathers of silent agencies, which count all
 * that those do, and of the agencies below those that usually sell.
 */
export async function silentAgencies(look: Look): Promise<Silence> {
  const { by, of, at } = look
  const nothing = { agencies: [], general: false, alarms: [] }
  const stretch = quietStretchAt(inZone(at.now, at.zone).time, of.agency_minutes)
  // What an agency sells of one product or bet says nothing of whether it sells.
  if (!stretch || by.product_id !== undefined || by.bet_type_id !== undefined) return nothing
  const rows = await silentIn(look, stretch)
  const selling = rows[0]?.selling ?? 0
  const general = rows.length > mostSeparateAlarms && rows.length >= selling
  return { agencies: rows, general, alarms: rows.map((row) => alarmOf(row, rows.length + selling, general, look)) }
}

function silentIn(
  { db, subject, of, at }: Look,
  { minutes, from, hour }: QuietStretch,
): Promise<(SilentAgency & { selling: number })[]> {
  const now = sql`${at.now.toISOString()}::timestamptz`
  const earlier = Array.from({ length: weeksBack }, (_, n) => addDays(at.today, -7 * (n + 1)))
  const usually = (partner: SQL) => sql`
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(week.before), 0) AS tickets, count(*) FILTER (WHERE week.before > 0 AND week.running > 0) AS weeks FROM (
        SELECT sum(sales_hour.tickets) FILTER (WHERE sales_hour.hour < ${hour}::int) AS before,
          sum(sales_hour.tickets) FILTER (WHERE sales_hour.hour = ${hour}::int) AS running
        FROM sales_hours sales_hour
        WHERE sales_hour.partner_id = ${partner} AND sales_hour.currency = ANY (enum_range(NULL::currency))
          AND sales_hour.day = ANY (${sql.param(earlier)}::date[])
          AND sales_hour.hour BETWEEN ${from}::int AND ${hour}::int
        GROUP BY sales_hour.day) week
    ) usual
    WHERE usual.weeks >= ${weeksSold}::int AND usual.tickets >= ${of.agency_tickets * weeksBack}::int`
  return db.rows(sql`
    WITH last AS (
      SELECT office.father_id AS agency_id, max(sales_day.last_sale_at) AS at FROM sales_days sales_day
      JOIN partners office ON office.id = sales_day.office_id
      WHERE sales_day.day = ${at.today}::date GROUP BY 1
    ), open AS (
      SELECT agency.id, agency.name, agency.father_id, last.at AS last_sale_at,
        coalesce(last.at > ${now} - make_interval(mins => ${minutes}::int), false) AS sells
      FROM partners agency LEFT JOIN last ON last.agency_id = agency.id
      WHERE
        ${every(
          sql`agency.type = 'agencia'`,
          subject.type !== 'banca' &&
            sql`agency.id IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${subject.id} AND partner_type = 'agencia')`,
          sql`
          NOT EXISTS (
            SELECT 1
            FROM partner_ancestors above
            JOIN partners partner ON partner.id = above.ancestor_id
            WHERE above.partner_id = agency.id AND partner.status <> 'activo'
          )`,
          sql`EXISTS (SELECT 1 FROM draws draw JOIN products product ON product.id = draw.product_id AND product.status = 'activo'
          WHERE draw.day = ${at.today}::date AND draw.state = 'activo' AND draw.opens_at <= ${now} AND draw.closes_at > ${now})`,
        )}
    ), fathers AS MATERIALIZED (
      SELECT father.id FROM (SELECT DISTINCT father_id AS id FROM open WHERE NOT sells) father ${usually(sql`father.id`)}
    )
    SELECT idle.id, idle.name, idle.last_sale_at, (SELECT count(*)::int FROM open WHERE sells) AS selling
    FROM (SELECT * FROM open WHERE NOT sells AND father_id IN (SELECT id FROM fathers)) idle ${usually(sql`idle.id`)}
    ORDER BY usual.tickets DESC, idle.id`)
}

function alarmOf(row: SilentAgency, expected: number, general: boolean, { at, subject }: Look): Alarm {
  const { id, name, last_sale_at } = row
  const last =
    last_sale_at === null
      ? 'Hoy no ha vendido nada'
      : `Vendió por última vez ${atMoment(last_sale_at, at.zone, at.today)}`
  return {
    kind: 'agencia',
    level: 'advierte',
    key: `agencia:${id}:${at.today}`,
    title: `${name} dejó de vender`,
    text: `${last}, y suele vender a esta hora.`,
    link: () => screenLink('sales-online', { partner_id: id }),
    group: {
      key: `agencia:${at.today}`,
      title: (count) =>
        general
          ? `${formatCount(count)} de las ${countText(expected, 'agencia', 'agencias')} que suelen vender a esta hora no venden`
          : `${countText(count, 'agencia dejó', 'agencias dejaron')} de vender`,
      link: () => screenLink('sales-online', { partner_id: subject.type === 'banca' ? undefined : subject.id }),
    },
  }
}
