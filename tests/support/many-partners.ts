/** Hundreds or thousands of agencies with an office each, for tests and measurements of what is done for all of them. */
import { sql } from 'drizzle-orm'
import type { Currency } from '../../contract/values/currency.ts'
import { list, type Executor } from '../../server/platform/db/connect.ts'
import { openAccounts } from '../../server/rules/ledger/accounts.ts'

export interface Many {
  distributors: number[]
  agencies: number[]
  /** By place: the office of the agency at the same one. */
  offices: number[]
}

/** So many under the banca, the agencies spread over the distributors. */
export async function plantMany(
  db: Executor,
  { distributors, agencies, currencies }: { distributors: number; agencies: number; currencies: readonly Currency[] },
): Promise<Many> {
  const banca = await db.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`)
  const add = async (type: 'distribuidor' | 'agencia' | 'taquilla', fathers: readonly number[], count: number) => {
    const rows = await db.rows<{ id: number }>(sql`
      INSERT INTO partners (father_id, type, code, name, name_key, country_iso2, currencies, payments_responsible_partner_id)
      SELECT father.id, ${type}::partner_type, 'MUCHOS-' || ${type} || n, 'Muchos ' || ${type} || ' ' || n,
        'muchos ' || ${type} || ' ' || n,
        'VE', ${list(currencies)}::currency[], father.id
      FROM generate_series(0, ${count}::int - 1) n
      JOIN unnest(${list(fathers)}::int[]) WITH ORDINALITY AS father(id, place) ON father.place = n % ${fathers.length} + 1
      ORDER BY n RETURNING id`)
    const ids = rows.map(({ id }) => id)
    await db.run(sql`
      INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
      SELECT own.id, own.id, 0, own.type FROM partners own WHERE own.id = ANY (${list(ids)}::int[])
      UNION ALL
      SELECT own.id, up.ancestor_id, up.depth + 1, own.type
      FROM partners own JOIN partner_ancestors up ON up.partner_id = own.father_id WHERE own.id = ANY (${list(ids)}::int[])`)
    if (type === 'taquilla')
      await db.run(sql`INSERT INTO ticket_offices (partner_id) SELECT unnest(${list(ids)}::int[])`)
    for (let from = 0; from < ids.length; from += 1_000) await openAccounts(db, ids.slice(from, from + 1_000))
    return ids
  }
  const above = await add('distribuidor', [banca!.id], distributors)
  const below = await add('agencia', above, agencies)
  return { distributors: above, agencies: below, offices: await add('taquilla', below, agencies) }
}
