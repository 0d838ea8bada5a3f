/** Notes which weeks have to be settled again, in the transaction that changed their sums. */
import { sql, type SQL } from 'drizzle-orm'

/**
 * A common table expression, `noted`, that notes the units of rows `office_id, day, currency, product_id, rate_id` for
 * the next settling; `agency_id` where the caller knows it, of one office's rows.
 */
export function noteCte(rows: SQL, agency_id?: number): SQL {
  const agency = agency_id === undefined ? sql`office.father_id` : sql`${agency_id}::int`
  return sql`
    noted AS (
      INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
      SELECT DISTINCT ${agency}, unit.currency, unit.product_id, unit.rate_id, week_of(unit.day)
      FROM (${rows}) unit${agency_id === undefined ? sql` JOIN partners office ON office.id = unit.office_id` : sql``}
    )`
}
