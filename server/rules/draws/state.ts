/** What a draw is at a moment: nobody stores that it is open. */
import { sql, type SQL } from 'drizzle-orm'

/** By the clock at `now`, unless awarded or suspended. `draw` is its alias. */
export function stateSql(now: string): SQL {
  return sql`CASE
    WHEN draw.state <> 'activo' THEN draw.state::text
    WHEN draw.opens_at > ${now}::timestamptz THEN 'programado'
    WHEN draw.closes_at > ${now}::timestamptz THEN 'abierto'
    ELSE 'cerrado' END`
}
