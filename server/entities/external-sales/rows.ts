/** What becomes of a load's rows: what their names mean now, and why one is not posted. Lists of loads and of rows. */
import { sql, type SQL } from 'drizzle-orm'
import type { WaitingName } from '@contract/external-names.ts'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalEntryRow, ExternalLoadRow } from '@contract/external-loads.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, wholeBanca } from '../../platform/lists/listing.ts'
import { asName, nameById } from '../../platform/lists/names.ts'

/**
 * What is called exactly so here: one agency by its name or code, or one product, `match` folded as names of files are.
 * What two are called is nobody's.
 */
const ours = sql`(
  SELECT o.kind, o.match, min(o.id) AS id FROM (
    SELECT 'agency' AS kind, name_key AS match, id FROM partners WHERE type = 'agencia'
    UNION SELECT 'agency', lower(code), id FROM partners WHERE type = 'agencia'
    UNION SELECT 'product', translate(lower(name), 'áéíóúüñ', 'aeiouun'), id::int FROM products
    UNION SELECT 'product', lower(code), id::int FROM products
    UNION SELECT 'product', lower(replace(code, '_', ' ')), id::int FROM products
  ) o GROUP BY o.kind, o.match HAVING count(*) = 1
)`

/** What the file itself calls a partner or product `n` whose code it has, folded. */
const labelMatch = sql`translate(lower(n.label), 'áéíóúüñàèìòù', 'aeiouunaeiou')`

/**
 * Which of ours a name `n` is without anybody saying it, `exact`: the one that is called exactly so. Where the file has
 * a name beside it that is another one's, a person is asked.
 */
const exact = sql`
  SELECT o.id FROM ${ours} o WHERE o.kind = n.kind AND o.match = n.match
    AND NOT EXISTS (SELECT 1 FROM ${ours} l WHERE l.kind = n.kind AND l.match = ${labelMatch} AND l.id <> o.id)`

/** The names of a load, each with what the dictionary says of it, or which of ours it is. */
export const meanings = (load_id: number) => sql`(
  SELECT n.kind, n.match, n.name, n.label, n.rows, d.id AS dictionary_id, d.id IS NOT NULL AS said,
    coalesce(d.left_out, false) AS left_out,
    CASE WHEN d.id IS NULL THEN exact.id ELSE coalesce(d.agency_id, d.product_id) END AS target_id
  FROM external_names n JOIN external_loads l ON l.id = n.load_id
  LEFT JOIN external_dictionary d ON d.system_id = l.system_id AND d.kind = n.kind AND d.match = n.match
  LEFT JOIN ${ours} exact ON exact.kind = n.kind AND exact.match = n.match
    AND NOT EXISTS (SELECT 1 FROM ${ours} other WHERE other.kind = n.kind AND other.match = ${labelMatch} AND other.id <> exact.id)
  WHERE n.load_id = ${load_id}
)`

/**
 * The rows of a load with what their names mean. A posted row is what it was posted to; the others follow the
 * dictionary, and where it says nothing what is called exactly so here. A week is settled once its days of grace are over
 * and the agency was settled in that currency, or only waits for its turn at it.
 */
export function evaluated(load_id: number, today: string): SQL {
  return sql`(
    WITH names AS MATERIALIZED (SELECT * FROM ${meanings(load_id)} n)
    SELECT r.load_id, r.n, r.note, r.cells, r.day, r.agency, r.agency_label, r.product, r.product_label, r.currency, r.sold,
      r.prizes, r.commission,
      m.agency_id, m.product_id, p.name AS agency_name,
      CASE WHEN r.state <> 'leida' THEN r.state
        WHEN r.agency_id IS NOT NULL THEN 'lista'
        WHEN a.left_out OR d.left_out THEN 'ajena'
        WHEN m.agency_id IS NULL OR m.product_id IS NULL THEN 'pendiente'
        WHEN NOT r.currency = ANY (p.currencies) THEN 'moneda'
        WHEN week_of(r.day) + 6 + s.grace_days < ${today}::date
          AND EXISTS (
            SELECT 1
            FROM settlement_weeks w
            WHERE w.agency_id = m.agency_id AND w.currency = r.currency AND w.week = week_of(r.day)
            UNION ALL
            SELECT 1
            FROM unsettled w
            WHERE w.agency_id = m.agency_id AND w.currency = r.currency AND w.week = week_of(r.day)
          ) THEN 'cerrada'
        ELSE 'lista' END AS standing
    FROM external_rows r JOIN external_loads l ON l.id = r.load_id JOIN external_systems s ON s.id = l.system_id
    LEFT JOIN names a ON a.kind = 'agency' AND a.match = r.agency_match
    LEFT JOIN names d ON d.kind = 'product' AND d.match = r.product_match
    CROSS JOIN LATERAL (
      SELECT coalesce(r.agency_id, a.target_id) AS agency_id,
        coalesce(r.product_id, d.target_id, CASE WHEN r.product_match IS NULL THEN s.product_id END) AS product_id
    ) m
    LEFT JOIN partners p ON p.id = m.agency_id
    WHERE r.load_id = ${load_id}
  )`
}

/** Names of a load `l` that nobody said anything of and nothing here is called, with an alias `n`. */
export const unknownNames = sql`
  external_names n WHERE n.load_id = l.id AND NOT EXISTS (
    SELECT 1 FROM external_dictionary d WHERE d.system_id = l.system_id AND d.kind = n.kind AND d.match = n.match)
  AND NOT EXISTS (${exact})`

/** One of ours, `c`, that is meant by a name `n` as the file itself calls it: suggested and not taken. */
export const suggested = sql`
  LEFT JOIN LATERAL (
    SELECT o.id AS suggested_id, coalesce(p.name, g.name) AS suggested_name FROM ${ours} o
    LEFT JOIN partners p ON o.kind = 'agency' AND p.id = o.id LEFT JOIN products g ON o.kind = 'product' AND g.id = o.id
    WHERE o.kind = n.kind AND o.match = ${labelMatch}
  ) c ON true`

/** What waits for a name, over all loads: each name of a system once. */
export const pending = listing<typeof externalSales.pending, WaitingName>(externalSales.pending, {
  from: sql`(
    SELECT concat_ws(':', l.system_id, n.kind, n.match) AS key, l.system_id, s.name AS system_name, s.name_key, n.kind, n.match,
      min(n.name) AS name, min(n.label) AS label, sum(n.rows)::int AS rows, count(*)::int AS loads
    FROM external_loads l JOIN external_systems s ON s.id = l.system_id CROSS JOIN LATERAL (SELECT * FROM ${unknownNames}) n
    WHERE l.state = 'por_revisar' GROUP BY s.id, l.system_id, n.kind, n.match) n`,
  columns: sql`n.key, n.system_id, n.system_name, n.kind, n.name, n.label, n.rows, n.loads, c.suggested_id, c.suggested_name`,
  shown: { row: sql`n`, tables: suggested },
  key: sql`n.key`,
  scope: wholeBanca,
  filter: {
    system_id: (system_id) => sql`n.system_id = ${system_id}`,
    kind: (kind) => sql`n.kind = ${kind}`,
  },
  order: {
    name: asName(sql`n.name`),
    system_name: sql`n.system_name`,
    kind: sql`n.kind`,
    loads: sql`n.loads`,
    rows: sql`n.rows`,
  },
  search: { folded: [sql`n.match`, sql`n.name_key`], plain: [sql`n.label`] },
  named: { system_id: (system_id) => nameById('external_systems', system_id) },
})

export const loads = listing<typeof externalSales.list, ExternalLoadRow>(externalSales.list, {
  from: sql`
    external_loads l
    JOIN external_systems s ON s.id = l.system_id
    JOIN users u ON u.id = l.loaded_by
    LEFT JOIN users v ON v.id = l.decided_by`,
  columns: sql`l.id, l.system_id, s.name AS system_name, l.filename, l.state, l.first_day, l.last_day, l.rows, l.faults, l.ignored,
    CASE WHEN l.state = 'por_revisar' THEN (SELECT count(*)::int FROM ${unknownNames}) ELSE 0 END AS pending,
    l.loaded_at, u.name AS loaded_by, l.decided_at, v.name AS decided_by`,
  key: sql`l.id`,
  scope: wholeBanca,
  filter: {
    system_id: (system_id) => sql`l.system_id = ${system_id}`,
    state: (state) => sql`l.state = ${state}`,
  },
  order: {
    loaded_at: sql`l.loaded_at`,
    system_name: sql`s.name`,
    filename: sql`l.filename`,
    state: sql`l.state`,
    rows: sql`l.rows`,
  },
  search: { folded: [sql`s.name_key`], plain: [sql`l.filename`] },
  period: ({ from, to }, { session }) => sql`
    l.loaded_at >= (${from}::date)::timestamp AT TIME ZONE ${session.zone}
    AND l.loaded_at < (${to}::date + 1)::timestamp AT TIME ZONE ${session.zone}`,
  named: { system_id: (system_id) => nameById('external_systems', system_id) },
})

export const rows = listing<typeof externalSales.entries, ExternalEntryRow>(externalSales.entries, {
  about: async ({ load_id }, { db }) => {
    const found = await db.one(sql`SELECT 1 FROM external_loads WHERE id = ${load_id}`)
    if (!found) throw new Problem('not_found')
    return undefined
  },
  from: ({ asked, today }) => sql`${evaluated(asked.load_id, today)} e LEFT JOIN products g ON g.id = e.product_id`,
  columns: sql`
    e.n, e.standing, e.note, e.day, e.agency, e.agency_label, e.agency_name, e.product, e.product_label,
    g.name AS product_name, e.currency::text AS currency,
    e.sold, e.prizes, e.commission, e.cells`,
  key: sql`e.n`,
  scope: wholeBanca,
  filter: { standing: (standing) => sql`e.standing = ${standing}` },
  order: {
    n: sql`e.n`,
    day: sql`e.day`,
    agency: asName(sql`e.agency`),
    product: asName(sql`e.product`),
    sold: sql`e.sold`,
  },
  search: { plain: [sql`e.agency`, sql`e.agency_label`, sql`e.product`] },
})
