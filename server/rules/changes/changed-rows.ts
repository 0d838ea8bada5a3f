/**
 * What one change over many rows did to each of them. The audit log keeps one row of such a change: it names the change,
 * how many rows it has and their sum, so that none of them can be altered, added or taken away unseen.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'

/** A number of its own for a change, as text: the log refers to it. */
export async function beginChange(db: Executor): Promise<string> {
  const begun = await db.one<{ id: string }>(sql`SELECT nextval('changes_of_many')::text AS id`)
  return begun!.id
}

/**
 * A common table expression `kept_rows` that keeps each row of the change. `rows` selects partner, product, bet type,
 * currency, before and after, in the order in which they are to be shown.
 */
export const keptRows = (change_id: string, rows: SQL): SQL => sql`kept_rows AS (
  INSERT INTO changed_rows AS kr (change_id, partner_id, product_id, bet_type_id, currency, before, after)
  SELECT ${change_id}::bigint, k.* FROM (${rows}) AS k(partner_id, product_id, bet_type_id, currency, before, after)
  RETURNING ${rowSum(sql`kr`)} AS part)`

/** Of one row: parts of a change are added up, in whatever order they come. */
const rowSum = (of: SQL): SQL =>
  sql`(
    'x'
    || left(
      md5(
        concat_ws(
          '|', ${of}.change_id, ${of}.partner_id, coalesce(${of}.product_id::text, ''), coalesce(${of}.bet_type_id::text, ''),
          coalesce(${of}.currency::text, ''), coalesce(${of}.before, '-'), coalesce(${of}.after, '-')
        )
      ), 15
    )
  )::bit(60)::bigint`

/** What the log says of the kept rows, to be selected beside the rest. */
export const keptSum = sql`(SELECT coalesce(sum(part), 0)::text FROM kept_rows)`

/** Is a row `of` the log that of a change over many whose rows are kept? */
const isOfMany = (of: SQL): SQL =>
  sql`${of}.action IN ('quotas.global', 'commissions.global', 'betsConfigurations.global') AND ${of}.after ? 'change_id'`
const changeOf = (of: SQL): SQL => sql`(${of}.after->>'change_id')::bigint`

/** The log's rows of the changes over many that touched rows of an affiliate, by their number. */
export const changesTouching = (partner_id: number): SQL => sql`
  SELECT m.id FROM audit_log m WHERE ${isOfMany(sql`m`)}
    AND ${changeOf(sql`m`)} = ANY (ARRAY(SELECT DISTINCT r.change_id FROM changed_rows r WHERE r.partner_id = ${partner_id}))`

/** How many rows of an affiliate the change touched of which a row `of` the log tells; null where it tells of no such change. */
export const touchedOf = (of: SQL, partner_id: number): SQL => sql`
  CASE
    WHEN ${isOfMany(of)} THEN (
      SELECT count(*)::int FROM changed_rows r WHERE r.partner_id = ${partner_id} AND r.change_id = ${changeOf(of)}
    )
  END`

/** What stands in the log beside its own words. */
export interface KeptChange {
  change_id: string
  rows_sum: string
}

/** Changes whose rows are not those that were written, by the number of their row in the log. */
export async function alteredChanges(db: Executor): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    SELECT a.id
    FROM audit_log a
    CROSS JOIN LATERAL (
      SELECT count(*) AS rows, coalesce(sum(${rowSum(sql`r`)}), 0)::text AS total
      FROM changed_rows r
      WHERE r.change_id = ${changeOf(sql`a`)}
    ) kept
    WHERE ${isOfMany(sql`a`)} AND (kept.rows <> (a.after->>'changed')::bigint OR kept.total <> a.after->>'rows_sum') ORDER BY a.id`)
  return rows.map(({ id }) => id)
}
