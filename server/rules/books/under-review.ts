/**
 * Files of other systems' sales that somebody has yet to look through: what they bring would only come late. A file holds the
 * agencies that it is known to name, in weeks and currencies that they have not closed; a name that nobody assigned holds
 * nobody, for it may be anyone's.
 */
import { sql, type SQL } from 'drizzle-orm'
import { countText } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { nameMeanings } from '../external-sales/meanings.ts'

/** Files named to a person; the rest are counted. */
const mostNamed = 3

interface Held {
  partner_id: number
  loads: number
  names: string[]
}

/** What of the agencies `of` waits in such files up to the Sunday `week`, as a Spanish sentence by partner. */
export async function loadsUnderReview(tx: Tx, week: string, of: (agency: SQL) => SQL): Promise<Map<number, string>> {
  const loads = await tx.rows<{ id: number }>(
    sql`SELECT id FROM external_loads WHERE state = 'por_revisar' AND first_day <= ${week}::date ORDER BY id`,
  )
  if (loads.length === 0) return new Map()
  const meant = nameMeanings(sql`name.load_id = ANY (${list(loads.map(({ id }) => id))}::int[])`)
  const held = await tx.rows<Held>(sql`
    WITH meant AS MATERIALIZED (SELECT * FROM ${meant} name),
    unsold AS MATERIALIZED (SELECT load_id, match FROM meant WHERE kind = 'product' AND left_out)
    SELECT agency.target_id AS partner_id, count(DISTINCT load.id)::int AS loads,
      (array_agg(DISTINCT system.name || ': ' || load.filename))[:${mostNamed}] AS names
    FROM meant agency
    JOIN external_loads load ON load.id = agency.load_id
    JOIN external_systems system ON system.id = load.system_id
    JOIN external_rows external_row ON external_row.load_id = load.id AND external_row.agency_match = agency.match
      AND external_row.state = 'leida' AND external_row.day <= ${week}::date
    LEFT JOIN partner_books books ON books.partner_id = agency.target_id AND books.currency = external_row.currency
    WHERE agency.kind = 'agency' AND NOT agency.left_out AND ${of(sql`agency.target_id`)}
      AND NOT EXISTS (
        SELECT 1 FROM unsold WHERE unsold.load_id = load.id AND unsold.match = external_row.product_match
      ) AND coalesce(books.closed_through < external_row.day, true)
    GROUP BY 1`)
  return new Map(held.map((one) => [one.partner_id, sentence(one)]))
}

function sentence({ loads, names }: Held): string {
  const more = loads > names.length ? ` y ${loads - names.length} más` : ''
  const files = countText(loads, 'archivo de otro sistema', 'archivos de otros sistemas')
  return `Por revisar: ${files} con ventas suyas (${names.join(', ')}${more}).`
}
