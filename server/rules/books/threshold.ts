/** From which amount on somebody else than who wrote it decides. */
import { sql, type SQL } from 'drizzle-orm'

/** Whether the amount and currency of `row` are over the banca's threshold; without one nothing is. */
export const isOverThreshold = (row: SQL): SQL => sql`
  coalesce(${row}.amount > (SELECT (banca.pay_approval_threshold ->> ${row}.currency::text)::numeric FROM banca), false)`
