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
  const agencyOf = nameMeanings(sql`name.load_id = told.load_id AND name.kind = 'agency' AND name.match = told.match`)
  const held = await tx.rows<Held>(sql`
    WITH told AS MATERIALIZED (
      SELECT external_row.load_id, external_row.agency_match AS match, external_row.currency, max(external_row.day) AS day
      FROM external_rows external_row JOIN external_loads load ON load.id = external_row.load_id
      WHERE external_row.load_id = ANY (${list(loads.map(({ id }) => id))}::int[])
        AND external_row.state = 'leida' AND external_row.day <= ${week}::date
        AND NOT EXISTS (
          SELECT 1 FROM external_dictionary product
          WHERE product.system_id = load.system_id AND product.kind = 'product' AND product.match = external_row.product_match
            AND product.left_out
        )
      GROUP BY 1, 2, 3
    )
    SELECT agency.target_id AS partner_id, count(DISTINCT load.id)::int AS loads,
      (array_agg(DISTINCT system.name || ': ' || load.filename))[:${mostNamed}] AS names
    FROM told
    CROSS JOIN LATERAL ${agencyOf} agency
    JOIN external_loads load ON load.id = told.load_id
    JOIN external_systems system ON system.id = load.system_id
    LEFT JOIN partner_books books ON books.partner_id = agency.target_id AND books.currency = told.currency
    WHERE NOT agency.left_out AND ${of(sql`agency.target_id`)} AND coalesce(books.closed_through < told.day, true)
    GROUP BY 1`)
  return new Map(held.map((one) => [one.partner_id, sentence(one)]))
}

function sentence({ loads, names }: Held): string {
  const more = loads > names.length ? ` y ${loads - names.length} más` : ''
  const files = countText(loads, 'archivo de otro sistema', 'archivos de otros sistemas')
  return `Por revisar: ${files} con ventas suyas (${names.join(', ')}${more}).`
}
