/** The rates in force now, and how they went. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { RateInForce, rates } from '@contract/rates.ts'
import { addDays, daysBetween, longestRangeDays } from '@contract/values/dates.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { rateInForce } from '../../rules/rates/in-force.ts'

/** Of every type and foreign currency that the banca sells: what is in force, what was before it and what comes next. */
export function ratesInForce({ db, scope, now }: Context): Promise<RateInForce[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  return db.rows<RateInForce>(sql`
    SELECT type.id AS rate_type_id, type.nombre AS type_name, sold.currency::text AS currency, trim_scale(found.rate)::text AS rate,
      found.valid_from, round((found.rate / earlier.rate - 1) * 100, 2)::text AS change_percent,
      trim_scale(following.rate)::text AS next_rate, following.valid_from AS next_from
    FROM rate_types type
    CROSS JOIN (SELECT unnest(currencies) AS currency FROM banca) sold
    LEFT JOIN rates found ON found.id = ${rateInForce({
      rate_type_id: sql`type.id`,
      currency: sql`sold.currency`,
      at,
      office_id: sql`${scope.partner_id}::int`,
    })}
    LEFT JOIN LATERAL (
      SELECT rate.rate FROM rates rate
      WHERE rate.rate_type_id = type.id AND rate.currency = sold.currency AND rate.office_id IS NOT DISTINCT FROM found.office_id
        AND rate.valid_from < found.valid_from
      ORDER BY rate.valid_from DESC LIMIT 1
    ) earlier ON true
    LEFT JOIN LATERAL (
      SELECT rate.rate, rate.valid_from FROM rates rate
      WHERE rate.rate_type_id = type.id AND rate.currency = sold.currency AND rate.office_id IS NOT DISTINCT FROM found.office_id
        AND rate.valid_from > ${at}
      ORDER BY rate.valid_from LIMIT 1
    ) following ON true
    WHERE sold.currency <> 'BS'
    ORDER BY sold.currency, type.id`)
}

/** The banca's rate of each type at the end of each day. @throws Problem `range_backwards`, `range_too_long` */
export async function rateCourse(
  { db, session, now }: Context,
  { currency, from, to }: Received<typeof rates.course>['query'],
): Promise<Answer<typeof rates.course>> {
  if (from > to) throw Problem.on('to', 'range_backwards')
  const count = daysBetween(from, to)
  if (count > longestRangeDays) throw Problem.on('to', 'range_too_long')
  const series = await db.rows<{ rate_type_id: number; name: string; values: (string | null)[] }>(sql`
    SELECT type.id AS rate_type_id, type.nombre AS name, array_agg(trim_scale(found.rate)::text ORDER BY each.n) AS values
    FROM rate_types type
    CROSS JOIN generate_series(0, ${count - 1}::int) each(n)
    LEFT JOIN rates found ON found.id = ${rateInForce({
      rate_type_id: sql`type.id`,
      currency: sql`${currency}::currency`,
      // Who has none of its own: the banca's.
      office_id: sql`NULL::int`,
      at: sql`(
        least((${from}::date + each.n + 1)::timestamp AT TIME ZONE ${session.zone}, ${now.toISOString()}::timestamptz)
        - interval '1 microsecond')`,
    })}
    GROUP BY type.id, type.nombre
    HAVING count(found.rate) > 0
    ORDER BY type.id`)
  return { days: Array.from({ length: count }, (_, n) => addDays(from, n)), series }
}
