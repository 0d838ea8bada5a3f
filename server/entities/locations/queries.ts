/** States and municipalities. They are nobody's secret, so no scope limits them. */
import { sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'

/** States or provinces of a country, of the banca's when none is named. */
export async function statesOf(
  db: Executor,
  country_iso2: string | undefined,
): Promise<{ data: { id: number; name: string; country_iso2: string }[] }> {
  const data = await db.rows<{ id: number; name: string; country_iso2: string }>(sql`
    SELECT id, name, country_iso2 FROM states
    WHERE country_iso2 = ${country_iso2 === undefined ? sql`(SELECT country_iso2 FROM banca)` : country_iso2.toUpperCase()} ORDER BY name`)
  return { data }
}

/** Municipalities or districts of a state; none of a state that does not exist. */
export async function municipalitiesOf(
  db: Executor,
  state_id: number,
): Promise<{ data: { id: number; name: string; state_id: number }[] }> {
  const data = await db.rows<{ id: number; name: string; state_id: number }>(
    sql`SELECT id, name, state_id FROM municipalities WHERE state_id = ${state_id} ORDER BY name`,
  )
  return { data }
}
