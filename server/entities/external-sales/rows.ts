/** What becomes of a load's rows: what their names mean now, and why one is not posted. Lists of loads and of rows. */
import { sql, type SQL } from 'drizzle-orm'
import type { WaitingName } from '@contract/external-names.ts'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalEntryRow, ExternalLoadRow } from '@contract/external-loads.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, wholeBanca } from '../../platform/lists/listing.ts'
import { asName, nameById } from '../../platform/lists/names.ts'
import { calledAsLabelled, joinExact, namesOf } from '../../rules/external-sales/meanings.ts'

/**
 * The rows of a load with what their names mean. A posted row is what it was posted to; the others follow the
 * dictionary, and where it says nothing what is called exactly so here. A row of a week that its agency has closed in that
 * currency is told apart once the system's days of grace are over: it is posted late, and somebody is asked before.
 */
export function evaluatedRows(load_id: number, today: string): SQL {
  return sql`(
    WITH names AS MATERIALIZED (SELECT * FROM ${namesOf(load_id)} name)
    SELECT external_row.load_id, external_row.n, external_row.note, external_row.cells, external_row.day, external_row.agency,
      external_row.agency_label, external_row.product, external_row.product_label, external_row.currency, external_row.sold,
      external_row.prizes, external_row.commission,
      meant.agency_id, meant.product_id, partner.name AS agency_name,
      CASE WHEN external_row.state <> 'leida' THEN external_row.state
        WHEN external_row.agency_id IS NOT NULL THEN 'lista'
        WHEN agency.left_out OR product.left_out THEN 'ajena'
        WHEN meant.agency_id IS NULL OR meant.product_id IS NULL THEN 'pendiente'
        WHEN NOT external_row.currency = ANY (partner.currencies) THEN 'moneda'
        WHEN week_of(external_row.day) + 6 + system.grace_days < ${today}::date
          AND EXISTS (
            SELECT 1 FROM partner_books books
            WHERE books.partner_id = meant.agency_id AND books.currency = external_row.currency AND books.closed_through >= external_row.day
          ) THEN 'cerrada'
        ELSE 'lista' END AS standing
    FROM external_rows external_row JOIN external_loads load ON load.id = external_row.load_id
    JOIN external_systems system ON system.id = load.system_id
    LEFT JOIN names agency ON agency.kind = 'agency' AND agency.match = external_row.agency_match
    LEFT JOIN names product ON product.kind = 'product' AND product.match = external_row.product_match
    CROSS JOIN LATERAL (
      SELECT coalesce(external_row.agency_id, agency.target_id) AS agency_id,
        coalesce(external_row.product_id, product.target_id,
          CASE WHEN external_row.product_match IS NULL THEN system.product_id END) AS product_id
    ) meant
    LEFT JOIN partners partner ON partner.id = meant.agency_id
    WHERE external_row.load_id = ${load_id}
  )`
}

/** Names of a `load` that nobody said anything of and nothing here is called. */
export const unmatchedNames = sql`(
  SELECT name.* FROM external_names name ${joinExact}
  WHERE name.load_id = load.id AND exact.id IS NULL AND NOT EXISTS (
    SELECT 1 FROM external_dictionary meaning
    WHERE meaning.system_id = load.system_id AND meaning.kind = name.kind AND meaning.match = name.match)
)`

/** One of ours, `suggestion`, that is meant by a `name` as the file itself calls it: suggested and not taken. */
export const suggestedName = sql`
  LEFT JOIN LATERAL (
    SELECT own.id AS suggested_id, coalesce(partner.name, product.name) AS suggested_name FROM ${calledAsLabelled} own
    LEFT JOIN partners partner ON name.kind = 'agency' AND partner.id = own.id
    LEFT JOIN products product ON name.kind = 'product' AND product.id = own.id
  ) suggestion ON true`

/** What waits for a name, over all loads: each name of a system once. */
export const pendingNames = listing<typeof externalSales.pending, WaitingName>(externalSales.pending, {
  from: sql`(
    SELECT concat_ws(':', load.system_id, name.kind, name.match) AS key, load.system_id, system.name AS system_name, system.name_key,
      name.kind, name.match,
      min(name.name) AS name, min(name.label) AS label, sum(name.rows)::int AS rows, count(*)::int AS loads
    FROM external_loads load JOIN external_systems system ON system.id = load.system_id
    CROSS JOIN LATERAL ${unmatchedNames} name
    WHERE load.state = 'por_revisar' GROUP BY system.id, load.system_id, name.kind, name.match) name`,
  columns: sql`name.key, name.system_id, name.system_name, name.kind, name.name, name.label, name.rows, name.loads, suggestion.suggested_id,
    suggestion.suggested_name`,
  shown: { row: sql`name`, tables: suggestedName },
  key: sql`name.key`,
  scope: wholeBanca,
  filter: {
    system_id: (system_id) => sql`name.system_id = ${system_id}`,
    kind: (kind) => sql`name.kind = ${kind}`,
  },
  order: {
    name: asName(sql`name.name`),
    system_name: sql`name.system_name`,
    kind: sql`name.kind`,
    loads: sql`name.loads`,
    rows: sql`name.rows`,
  },
  search: { folded: [sql`name.match`, sql`name.name_key`], plain: [sql`name.label`] },
  named: { system_id: (system_id) => nameById('external_systems', system_id) },
})

export const loads = listing<typeof externalSales.list, ExternalLoadRow>(externalSales.list, {
  from: sql`
    external_loads load
    JOIN external_systems system ON system.id = load.system_id
    JOIN users author ON author.id = load.loaded_by
    LEFT JOIN users decider ON decider.id = load.decided_by`,
  columns: sql`load.id, load.system_id, system.name AS system_name, load.filename, load.state, load.first_day, load.last_day, load.rows,
    load.faults, load.ignored,
    CASE WHEN load.state = 'por_revisar' THEN (SELECT count(*)::int FROM ${unmatchedNames} unmatched) ELSE 0 END AS pending,
    load.loaded_at, author.name AS loaded_by, load.decided_at, decider.name AS decided_by`,
  key: sql`load.id`,
  scope: wholeBanca,
  filter: {
    system_id: (system_id) => sql`load.system_id = ${system_id}`,
    state: (state) => sql`load.state = ${state}`,
  },
  order: {
    loaded_at: sql`load.loaded_at`,
    system_name: sql`system.name`,
    filename: sql`load.filename`,
    state: sql`load.state`,
    rows: sql`load.rows`,
  },
  search: { folded: [sql`system.name_key`], plain: [sql`load.filename`] },
  period: ({ from, to }, { session }) => sql`
    load.loaded_at >= (${from}::date)::timestamp AT TIME ZONE ${session.zone}
    AND load.loaded_at < (${to}::date + 1)::timestamp AT TIME ZONE ${session.zone}`,
  named: { system_id: (system_id) => nameById('external_systems', system_id) },
})

export const rows = listing<typeof externalSales.entries, ExternalEntryRow>(externalSales.entries, {
  about: async ({ load_id }, { db }) => {
    const found = await db.one(sql`SELECT 1 FROM external_loads WHERE id = ${load_id}`)
    if (!found) throw new Problem('not_found')
    return undefined
  },
  from: ({ asked, today }) =>
    sql`${evaluatedRows(asked.load_id, today)} evaluated LEFT JOIN products product ON product.id = evaluated.product_id`,
  columns: sql`
    evaluated.n, evaluated.standing, evaluated.note, evaluated.day, evaluated.agency, evaluated.agency_label, evaluated.agency_name,
    evaluated.product, evaluated.product_label,
    product.name AS product_name, evaluated.currency::text AS currency,
    evaluated.sold, evaluated.prizes, evaluated.commission, evaluated.cells`,
  key: sql`evaluated.n`,
  scope: wholeBanca,
  filter: { standing: (standing) => sql`evaluated.standing = ${standing}` },
  order: {
    n: sql`evaluated.n`,
    day: sql`evaluated.day`,
    agency: asName(sql`evaluated.agency`),
    product: asName(sql`evaluated.product`),
    sold: sql`evaluated.sold`,
  },
  search: { plain: [sql`evaluated.agency`, sql`evaluated.agency_label`, sql`evaluated.product`] },
})
