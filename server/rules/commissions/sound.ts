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
      SELECT s.id, s.partner_id, s.starts_at, s.until FROM commissions s
      WHERE num_nulls(s.commission_kind, s.commission_percent, s.participation_kind, s.participation_percent) BETWEEN 1 AND 3
        AND (s.until IS NULL OR s.until > ${at})
        AND EXISTS (
          SELECT 1
          FROM partner_ancestors a
          WHERE a.partner_id = s.partner_id AND a.ancestor_id = ANY (${list(partner_ids)}::int[])
        )
    ), turn AS (
      SELECT ${at} AS at UNION
      SELECT c.starts_at
      FROM commissions c
      WHERE c.starts_at > ${at}
        AND c.partner_id IN (SELECT a.ancestor_id FROM part JOIN partner_ancestors a USING (partner_id))
    )
    SELECT p.name, ${rateJson(sql`w`)} AS rate FROM turn t JOIN part s ON s.starts_at <= t.at AND (s.until IS NULL OR s.until > t.at)
    JOIN LATERAL (SELECT x.* FROM commissions_at(t.at) x WHERE x.id = s.id) w ON ${contradicts(sql`w`)}
    JOIN partners p ON p.id = s.partner_id ORDER BY t.at, p.id LIMIT 1`)
  const fault = broken && rateFault(broken.rate)
  if (!fault) return
  const text = `${broken.name} tiene parte de su tasa propia, y quedaría en ${rateText(broken.rate)}. ${fault.message}`
  throw Problem.on(path, 'invalid', text)
}
