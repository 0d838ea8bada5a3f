/** A rate that is set in part follows what is set over it, which therefore may not make it contradict itself. */
import { sql, type SQL } from 'drizzle-orm'
import { rateFault, rateText, type Rate } from '@contract/commission-rates.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { contradicts, rateJson } from './in-force.ts'

/**
 * Whoever writes a rate, takes one back or moves a partner asks it of these and of all below them, once that is written: as
 * of `at`, and of each later instant at which something begins that theirs hang from.
 * @throws Problem `invalid` on `path`
 */
export async function mustStaySound(
  db: Executor,
  partner_ids: readonly number[],
  { at, path }: { at: SQL; path: string },
): Promise<void> {
  const broken = await db.one<{ name: string; rate: Rate }>(sql`
    WITH part AS MATERIALIZED (
      SELECT rate.id, rate.partner_id, rate.starts_at, rate.until FROM commissions rate
      WHERE num_nulls(rate.commission_kind, rate.commission_percent, rate.participation_kind, rate.participation_percent) BETWEEN 1 AND 3
        AND (rate.until IS NULL OR rate.until > ${at})
        AND EXISTS (
          SELECT 1
          FROM partner_ancestors above
          WHERE above.partner_id = rate.partner_id AND above.ancestor_id = ANY (${list(partner_ids)}::int[])
        )
    ), turn AS (
      SELECT ${at} AS at UNION
      SELECT rate.starts_at
      FROM commissions rate
      WHERE rate.starts_at > ${at}
        AND rate.partner_id IN (SELECT above.ancestor_id FROM part JOIN partner_ancestors above USING (partner_id))
    )
    SELECT partner.name, ${rateJson(sql`whole`)} AS rate FROM turn
    JOIN part ON part.starts_at <= turn.at AND (part.until IS NULL OR part.until > turn.at)
    JOIN LATERAL (SELECT rate.* FROM commissions_at(turn.at) rate WHERE rate.id = part.id) whole ON ${contradicts(sql`whole`)}
    JOIN partners partner ON partner.id = part.partner_id ORDER BY turn.at, partner.id LIMIT 1`)
  const fault = broken && rateFault(broken.rate)
  if (!fault) return
  const text = `${broken.name} tiene parte de su tasa propia, y quedaría en ${rateText(broken.rate)}. ${fault.message}`
  throw Problem.on(path, 'invalid', text)
}
