/** A load as it is reviewed: its columns, what is missing, what would be posted and in whose place. */
import { sql, type SQL } from 'drizzle-orm'
import { rowStandings, type RowStanding } from '@contract/external-file.ts'
import type { PendingName } from '@contract/external-names.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { readOne, type Reader } from '../../platform/lists/listing.ts'
import { readColumns } from '../../rules/external-sales/columns.ts'
import { namesOf } from '../../rules/external-sales/meanings.ts'
import { givenFields } from './read-file.ts'
import { evaluatedRows, loads, suggestedName, unmatchedNames } from './rows.ts'
import { columnNames } from './systems.ts'

/** Pending names that are shown at once; the rest follow as these are assigned. */
const mostNames = 200
const mostWeeks = 50

const readLoad = readOne(loads)

/** What a load would post: one row a day, agency, product and currency, with the standing entry `old_id` whose place it takes. */
export function postedSums(load_id: number, today: string): SQL {
  return sql`(
    SELECT posting.*, posted.id AS old_id, posted.load_id AS old_load_id, posted.sold AS old_sold, posted.prizes AS old_prizes,
      posted.commission AS old_commission
    FROM (
      SELECT load.system_id, evaluated.day, evaluated.agency_id, evaluated.product_id, evaluated.currency, sum(evaluated.sold) AS sold,
        sum(evaluated.prizes) AS prizes, sum(evaluated.commission) AS commission
      FROM ${evaluatedRows(load_id, today)} evaluated
      JOIN external_loads load ON load.id = evaluated.load_id
      WHERE evaluated.standing IN ('lista', 'cerrada')
      GROUP BY 1, 2, 3, 4, 5
    ) posting
    LEFT JOIN external_entries posted ON posted.system_id = posting.system_id AND posted.day = posting.day
      AND posted.agency_id = posting.agency_id
      AND posted.product_id = posting.product_id
      AND posted.currency = posting.currency AND posted.replaced_by IS NULL
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
    SELECT load.day, load.replaced_in_part, load.sheet, load.header_row, load.columns, load.day_order, load.totals, load.format_version,
      system.format_version AS current_version, system.product_id, system.currency::text AS currency
    FROM external_loads load JOIN external_systems system ON system.id = load.system_id WHERE load.id = ${id}`))!
  const { fields, missing } = readColumns(
    held.columns,
    await columnNames(db, row.system_id),
    givenFields(held, held.day),
  )
  const waits = row.state === 'por_revisar'
  const counted = await db.rows<Counted>(
    sql`SELECT standing, count(*)::int AS rows FROM ${evaluatedRows(id, today)} evaluated GROUP BY 1`,
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
    WITH posting AS MATERIALIZED (SELECT * FROM ${postedSums(id, today)} posting)
    SELECT
      (SELECT coalesce(json_agg(total ORDER BY total.currency), '[]') FROM (
        SELECT currency::text, ${sumsOf(sql`sold`, sql`prizes`, sql`commission`)} FROM posting GROUP BY 1) total) AS sums,
      (SELECT coalesce(json_agg(total ORDER BY total.currency), '[]') FROM (
        SELECT currency::text, array_agg(DISTINCT old_load_id) AS load_ids, ${sumsOf(sql`old_sold`, sql`old_prizes`, sql`old_commission`)}
        FROM posting WHERE old_id IS NOT NULL GROUP BY 1) total) AS replaces,
      (SELECT md5(coalesce(string_agg(concat_ws(' ', day, agency_id, product_id, currency, sold, prizes, commission, old_id), ';'
        ORDER BY day, agency_id, product_id, currency), '') || coalesce((
        SELECT concat_ws(' ', ' fuera', count(*), sum(evaluated.sold), sum(evaluated.prizes), sum(evaluated.commission))
        FROM ${evaluatedRows(id, today)} evaluated
        WHERE evaluated.standing = 'ajena'
      ), '')) FROM posting) AS review`)
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
    SELECT DISTINCT evaluated.agency_name, evaluated.currency::text AS currency, week_of(evaluated.day) AS week
    FROM ${evaluatedRows(id, today)} evaluated
    WHERE evaluated.standing = 'cerrada' ORDER BY 3, 1, 2 LIMIT ${mostWeeks}`)
}

/** What is left out for a name that is not ours, by the name that was said. A row of two such names is told by its agency. */
function leftOut(db: Executor, id: number, today: string): Promise<ExternalLoad['left_out']> {
  return db.rows(sql`
    SELECT told.kind, told.name, min(told.label) AS label, min(told.dictionary_id) AS dictionary_id, told.currency, count(*)::int AS rows,
      sum(told.sold)::text AS sold, sum(told.prizes)::text AS prizes, sum(told.commission)::text AS commission
    FROM (
      SELECT meant.kind, meant.name, meant.label, meant.dictionary_id, evaluated.currency::text AS currency, evaluated.sold,
        evaluated.prizes, evaluated.commission
      FROM ${evaluatedRows(id, today)} evaluated
      JOIN external_rows external_row ON external_row.load_id = evaluated.load_id AND external_row.n = evaluated.n
      LEFT JOIN ${namesOf(id)} agency ON agency.kind = 'agency' AND agency.match = external_row.agency_match
      LEFT JOIN ${namesOf(id)} product ON product.kind = 'product' AND product.match = external_row.product_match
      CROSS JOIN LATERAL (
        SELECT 'product' AS kind, product.name, product.label, product.dictionary_id WHERE product.left_out AND agency.left_out IS NOT TRUE
        UNION ALL
        SELECT 'agency', coalesce(agency.name, evaluated.agency), coalesce(agency.label, evaluated.agency_label),
          CASE WHEN agency.left_out THEN agency.dictionary_id END
        WHERE agency.left_out OR product.left_out IS NOT TRUE
      ) meant
      WHERE evaluated.standing = 'ajena'
    ) told GROUP BY told.kind, told.name, told.currency ORDER BY sum(told.sold) DESC, told.name LIMIT ${mostNames}`)
}

/** Those that nobody named, since one of ours is called exactly so: the first, and how many there are. */
async function knownNames(db: Executor, id: number): Promise<Pick<ExternalLoad, 'known_names' | 'known_total'>> {
  const rows = await db.rows<ExternalLoad['known_names'][number] & { all: number }>(sql`
    SELECT meant.kind, meant.name, meant.label, meant.rows, coalesce(partner.name, product.name) AS target, count(*) OVER ()::int AS all
    FROM ${namesOf(id)} meant
    LEFT JOIN partners partner ON meant.kind = 'agency' AND partner.id = meant.target_id
    LEFT JOIN products product ON meant.kind = 'product' AND product.id = meant.target_id
    WHERE NOT meant.said AND meant.target_id IS NOT NULL ORDER BY meant.rows DESC, meant.kind, meant.match LIMIT ${mostNames}`)
  return { known_names: rows.map(({ all: _all, ...name }) => name), known_total: rows[0]?.all ?? 0 }
}

/** Those of the most rows first. */
function pendingNames(db: Executor, id: number): Promise<PendingName[]> {
  return db.rows<PendingName>(sql`
    SELECT name.kind, name.name, name.label, name.rows, suggestion.suggested_id, suggestion.suggested_name
    FROM external_loads load CROSS JOIN LATERAL ${unmatchedNames} name ${suggestedName}
    WHERE load.id = ${id} ORDER BY name.rows DESC, name.kind, name.match LIMIT ${mostNames}`)
}
