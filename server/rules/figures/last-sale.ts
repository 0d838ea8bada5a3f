/** When an office sold last. */
import { sql, type SQL } from 'drizzle-orm'
import { currencies } from '@contract/values/currency.ts'

/** Null where it never did. Its newest sale is its newest day's, which has a row in each currency at most: older ones need not be read. */
export function lastSaleOf(office_id: SQL): SQL {
  return sql`(
    SELECT max(newest.last_sale_at) FROM (
      SELECT s.last_sale_at FROM sales_days s WHERE s.office_id = ${office_id} AND s.last_sale_at IS NOT NULL
      ORDER BY s.day DESC LIMIT ${sql.raw(String(currencies.length))}
    ) newest)`
}
