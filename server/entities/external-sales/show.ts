/** A load as it is reviewed: its columns, what is missing, what would be posted and in whose place. */
import { sql, type SQL } from 'drizzle-orm'
import { rowStandings, type RowStanding } from '@contract/external-file.ts'
import type { PendingName } from '@contract/external-names.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { readOne, type Reader } from '../../platform/lists/listing.ts'
import { columnsOf } from '../../rules/external-sales/columns.ts'
import { givenFields } from './read-file.ts'
import { evaluated, loads, meanings, suggested, unknownNames } from './rows.ts'
import { columnNames } from './systems.ts'

/** Pending names that are shown at once; the rest follow as these are assigned. */
const mostNames = 200
const mostWeeks = 50

const readLoad = readOne(loads)

/** What a load would post: one row a day, agency, product and currency, with the standing entry `old_id` whose place it takes. */
export function postedSums(load_id: number, today: string): SQL {
  return sql`(
    SELECT g.*, x.id AS old_id, x.load_id AS old_load_id, x.sold AS old_sold, x.prizes AS old_prizes, x.commission AS old_commission
    FROM (
      SELECT l.system_id, e.day, e.agency_id, e.product_id, e.currency, sum(e.sold) AS sold, sum(e.prizes) AS prizes,
        sum(e.commission) AS commission
      FROM ${evaluated(load_id, today)} e JOIN external_loads l ON l.id = e.load_id WHERE e.standing = 'lista' GROUP BY 1, 2, 3, 4, 5
    ) g
    LEFT JOIN external_entries x ON x.system_id = g.system_id AND x.day = g.day AND x.agency_id = g.agency_id
      AND x.product_id = g.product_id
      AND x.currency = g.currency AND x.replaced_by IS NULL
  )`
}

interface Held {
  day: string | null
  replaced_in_part: boolean
  sheet: string
  header_row: number
  columns: string[]
  format_version: number
  current_version: number
  product_id: number | null
  currency: Currency | null
  day_order: ExternalLoad['day_order']
  totals: ExternalLoad['totals']
}

type Counted = { standing: RowStanding; rows: number }
type Money = Pick<ExternalLoad, 'sums' | 'replaces' | 'review'>

/** @throws Problem `not_found` */
export async function showLoad(reader: Reader, id: number, repeated = false): Promise<ExternalLoad> {
  const { db, today } = reader
  const row = await readLoad(reader, id)
  const held = (await db.one<Held>(sql`
    SELECT l.day, l.replaced_in_part, l.sheet, l.header_row, l.columns, l.day_order, l.totals, l.format_version,
      s.format_version AS current_version, s.product_id, s.currency::text AS currency
    FROM external_loads l JOIN external_systems s ON s.id = l.system_id WHERE l.id = ${id}`))!
  const { fields, missing } = columnsOf(held.columns, await columnNames(db, row.system_id), givenFields(held, held.day))
  const waits = row.state === 'por_revisar'
  const counted = await db.rows<Counted>(
    sql`SELECT standing, count(*)::int AS rows FROM ${evaluated(id, today)} e GROUP BY 1`,
  )
  const standings = Object.fromEntries(
    rowStandings.map((one) => [one, counted.find(({ standing }) => standing === one)?.rows ?? 0]),
  ) as ExternalLoad['standings']
  return {
    ...row,
    day: held.day,
    replaced_in_part: held.replaced_in_part,
    sheet: held.sheet,
    header_row: held.header_row,
    columns: held.columns.map((name, at) => ({ name, field: fields[at] ?? null })),
    missing: waits ? missing : [],
    stale: waits && held.format_version !== held.current_version,
    standings,
    day_order: held.day_order,
    totals: held.totals,
    left_out: standings.ajena > 0 ? await leftOut(db, id, today) : [],
    ...(waits ? await moneyOf(db, id, today) : await postedMoney(db, id)),
    settled_weeks: waits && standings.cerrada > 0 ? await settledWeeks(db, id, today) : [],
    pending_names: waits ? await pendingNames(db, id) : [],
    ...(waits ? await knownNames(db, id) : { known_names: [], known_total: 0 }),
    pending_total: row.pending,
    repeated,
  }
}

const sumsOf = (sold: SQL, prizes: SQL, commission: SQL) => sql`
  count(*)::int AS entries, sum(${sold})::text AS sold, sum(${prizes})::text AS prizes, sum(${commission})::text AS commission,
  (sum(${sold}) - sum(${prizes}) - sum(${commission}))::text AS net`

async function moneyOf(db: Executor, id: number, today: string): Promise<Money> {
  const row = await db.one<Money>(sql`
    WITH g AS MATERIALIZED (SELECT * FROM ${postedSums(id, today)} p)
    SELECT
      (SELECT coalesce(json_agg(s ORDER BY s.currency), '[]') FROM (
        SELECT currency::text, ${sumsOf(sql`sold`, sql`prizes`, sql`commission`)} FROM g GROUP BY 1) s) AS sums,
      (SELECT coalesce(json_agg(s ORDER BY s.currency), '[]') FROM (
        SELECT currency::text, array_agg(DISTINCT old_load_id) AS load_ids, ${sumsOf(sql`old_sold`, sql`old_prizes`, sql`old_commission`)}
        FROM g WHERE old_id IS NOT NULL GROUP BY 1) s) AS replaces,
      (SELECT md5(coalesce(string_agg(concat_ws(' ', day, agency_id, product_id, currency, sold, prizes, commission, old_id), ';'
        ORDER BY day, agency_id, product_id, currency), '') || coalesce((
        SELECT concat_ws(' ', ' fuera', count(*), sum(o.sold), sum(o.prizes), sum(o.commission))
        FROM ${evaluated(id, today)} o
        WHERE o.standing = 'ajena'
      ), '')) FROM g) AS review`)
  return row!
}

/** What of a load stands in the accounts. */
async function postedMoney(db: Executor, id: number): Promise<Money> {
  const sums = await db.rows<ExternalLoad['sums'][number]>(sql`
    SELECT currency::text AS currency, ${sumsOf(sql`sold`, sql`prizes`, sql`commission`)}
    FROM external_entries WHERE load_id = ${id} AND replaced_by IS NULL GROUP BY currency ORDER BY currency`)
  return { sums, replaces: [], review: '' }
}

function settledWeeks(db: Executor, id: number, today: string): Promise<ExternalLoad['settled_weeks']> {
  return db.rows(sql`
    SELECT DISTINCT e.agency_name, e.currency::text AS currency, week_of(e.day) AS week FROM ${evaluated(id, today)} e
    WHERE e.standing = 'cerrada' ORDER BY 3, 1, 2 LIMIT ${mostWeeks}`)
}

/** What is left out for a name that is not ours, by the name that was said. A row of two such names is told by its agency. */
function leftOut(db: Executor, id: number, today: string): Promise<ExternalLoad['left_out']> {
  return db.rows(sql`
    SELECT o.kind, o.name, min(o.label) AS label, min(o.dictionary_id) AS dictionary_id, o.currency, count(*)::int AS rows,
      sum(o.sold)::text AS sold, sum(o.prizes)::text AS prizes, sum(o.commission)::text AS commission
    FROM (
      SELECT m.kind, m.name, m.label, m.dictionary_id, e.currency::text AS currency, e.sold, e.prizes, e.commission
      FROM ${evaluated(id, today)} e
      JOIN external_rows r ON r.load_id = e.load_id AND r.n = e.n
      LEFT JOIN ${meanings(id)} a ON a.kind = 'agency' AND a.match = r.agency_match
      LEFT JOIN ${meanings(id)} p ON p.kind = 'product' AND p.match = r.product_match
      CROSS JOIN LATERAL (
        SELECT 'product' AS kind, p.name, p.label, p.dictionary_id WHERE p.left_out AND a.left_out IS NOT TRUE
        UNION ALL
        SELECT 'agency', coalesce(a.name, e.agency), coalesce(a.label, e.agency_label), CASE WHEN a.left_out THEN a.dictionary_id END
        WHERE a.left_out OR p.left_out IS NOT TRUE
      ) m
      WHERE e.standing = 'ajena'
    ) o GROUP BY o.kind, o.name, o.currency ORDER BY sum(o.sold) DESC, o.name LIMIT ${mostNames}`)
}

/** Those that nobody named, since one of ours is called exactly so: the first, and how many there are. */
async function knownNames(db: Executor, id: number): Promise<Pick<ExternalLoad, 'known_names' | 'known_total'>> {
  const rows = await db.rows<ExternalLoad['known_names'][number] & { all: number }>(sql`
    SELECT m.kind, m.name, m.label, m.rows, coalesce(p.name, g.name) AS target, count(*) OVER ()::int AS all
    FROM ${meanings(id)} m
    LEFT JOIN partners p ON m.kind = 'agency' AND p.id = m.target_id
    LEFT JOIN products g ON m.kind = 'product' AND g.id = m.target_id
    WHERE NOT m.said AND m.target_id IS NOT NULL ORDER BY m.rows DESC, m.kind, m.match LIMIT ${mostNames}`)
  return { known_names: rows.map(({ all: _all, ...name }) => name), known_total: rows[0]?.all ?? 0 }
}

/** Those of the most rows first. */
function pendingNames(db: Executor, id: number): Promise<PendingName[]> {
  return db.rows<PendingName>(sql`
    SELECT n.kind, n.name, n.label, n.rows, c.suggested_id, c.suggested_name
    FROM external_loads l CROSS JOIN LATERAL (SELECT * FROM ${unknownNames}) n ${suggested}
    WHERE l.id = ${id} ORDER BY n.rows DESC, n.kind, n.match LIMIT ${mostNames}`)
}
