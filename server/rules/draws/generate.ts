/**
 * Draws of the days ahead, from the products' schedules. A schedule speaks in its product's zone
 * (a Panama draw at 15:00 there is at 16:00 in Caracas); the draw belongs to the banca's calendar
 * day on which it falls, and sells until `close_minutes` before its hour, from the midnight of the day on
 * which that is, or of as many days earlier as its product's `sale_days_before` says. A polla has no hours of its own:
 * its rounds follow other draws.
 */
import { sql, type SQL } from 'drizzle-orm'
import { json, list, type Executor } from '../../platform/db/connect.ts'

/** Draws exist this many days ahead, so that tomorrow's are there to block a number in or to suspend. */
export const drawDaysAhead = 7
/** Minutes before an extra draw at which its sale ends, when its product has no schedule to take them from. */
const usualCloseMinutes = 5

/**
 * Common table expressions; `planned` holds the draws that active products ought to have on the business
 * days `from_day` to `to_day` (of all products, of one or of some): product_id, day, scheduled_at, opens_at,
 * closes_at. An exception without an hour cancels what the schedules say of its day, not an extra draw.
 */
export function plannedCtes(from_day: string, to_day: string, of?: number | readonly number[]): SQL {
  const own = (column: SQL) =>
    of === undefined ? sql`true` : sql`${column} = ANY (${list(typeof of === 'number' ? [of] : of)}::int[])`
  return sql`
    days AS (
      -- A product's calendar day may begin before or after the banca's.
      SELECT day::date AS day FROM generate_series(${from_day}::date - 1, ${to_day}::date + 1, interval '1 day') day
    ), wanted AS (
      SELECT schedule.product_id, days.day, schedule.local_time, schedule.close_minutes
      FROM days JOIN product_schedules schedule
        ON schedule.weekday_mask & (1 << (extract(isodow FROM days.day)::int - 1)) <> 0
       AND days.day >= schedule.valid_from AND (schedule.valid_to IS NULL OR days.day <= schedule.valid_to)
      WHERE ${own(sql`schedule.product_id`)} AND NOT EXISTS (
        SELECT 1 FROM schedule_exceptions exception
        WHERE exception.product_id = schedule.product_id AND exception.day = days.day AND exception.kind = 'sin_sorteo'
          AND (exception.local_time IS NULL OR exception.local_time = schedule.local_time))
      UNION ALL
      SELECT exception.product_id, exception.day, exception.local_time,
        coalesce((SELECT max(schedule.close_minutes) FROM product_schedules schedule WHERE schedule.product_id = exception.product_id),
          ${usualCloseMinutes}::smallint)
      FROM days
      JOIN schedule_exceptions exception ON exception.day = days.day AND exception.kind = 'extra' AND exception.local_time IS NOT NULL
        AND ${own(sql`exception.product_id`)}
    ), instants AS (
      SELECT wanted.product_id, wanted.close_minutes,
        banca.zone, (wanted.day + wanted.local_time) AT TIME ZONE product.zone AS scheduled_at,
        coalesce((product.settings ->> 'sale_days_before')::int, 0) AS days_before
      FROM wanted JOIN products product ON product.id = wanted.product_id AND product.status = 'activo' AND product.kind <> 'polla'
      CROSS JOIN banca
    ), placed AS (
      SELECT product_id, scheduled_at, zone, days_before, max(close_minutes) AS close_minutes, (scheduled_at AT TIME ZONE zone)::date AS day
      FROM instants GROUP BY product_id, scheduled_at, zone, days_before
    ), planned AS (
      SELECT product_id, day, scheduled_at, opens_at, closes_at
      FROM placed
      CROSS JOIN LATERAL (SELECT scheduled_at - make_interval(mins => close_minutes) AS closes_at) close
      -- At midnight the day before is over: a draw whose sale ends with it, as at 23:00 in Panama, sells on that day.
      CROSS JOIN LATERAL (
        SELECT (
          (closes_at AT TIME ZONE zone - interval '1 minute')::date - days_before
        )::timestamp AT TIME ZONE zone AS opens_at
      ) sale
      WHERE day BETWEEN ${from_day}::date AND ${to_day}::date
    )`
}

/**
 * Makes every draw of active products (or of one) whose business day lies in `from_day` to `to_day`, both
 * included. Draws already there are left as they are, so it may run again and from several
 * instances. Returns how many were made.
 */
export async function ensureDraws(
  db: Executor,
  from_day: string,
  to_day: string,
  product_id?: number,
): Promise<number> {
  return db.run(sql`
    WITH ${plannedCtes(from_day, to_day, product_id)}
    INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at)
    SELECT product_id, day, scheduled_at, opens_at, closes_at FROM planned
    ORDER BY scheduled_at, product_id
    ON CONFLICT (product_id, scheduled_at) DO NOTHING`)
}

/** A draw by its product and instant, whether it was made or only ought to be. */
export interface NamedDraw {
  product_id: number
  /** ISO 8601 UTC. */
  scheduled_at: string
}

/**
 * Makes exactly these draws, those of them that schedules know and nobody made, on business days from
 * `from_day` to `to_day`. No other draw of those days comes into being.
 */
export async function makeDraws(
  db: Executor,
  named: readonly NamedDraw[],
  { from_day, to_day }: { from_day: string; to_day: string },
): Promise<number> {
  if (named.length === 0) return 0
  return db.run(sql`
    WITH ${plannedCtes(from_day, to_day, [...new Set(named.map((draw) => draw.product_id))])},
      named AS (SELECT DISTINCT * FROM jsonb_to_recordset(${json(named)}) AS named(product_id int, scheduled_at timestamptz))
    INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at)
    SELECT product_id, day, scheduled_at, opens_at, closes_at FROM planned JOIN named USING (product_id, scheduled_at)
    ORDER BY scheduled_at, product_id
    ON CONFLICT (product_id, scheduled_at) DO NOTHING`)
}
