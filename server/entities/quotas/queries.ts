/** Quotas as lists and sheets show them: the own value, what it inherits and from whom, and the banca's ceiling. */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { QuotaRow, quotas } from '@contract/quotas.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Page } from '../../platform/lists/paging.ts'
import {
  countMatching,
  nearestAbove,
  offersOf,
  partnersOf,
  rowsOf,
  sizedCtes,
  wholeSheet,
  type Filter,
} from './matching.ts'

/** A row of a page, with how many rows there are in all. */
type Placed = QuotaRow & { total: number }

/**
 * One page. Partners are placed by their counts first, so that rows are made only of those the page
 * touches, and what a row sets and inherits is looked up only for the page. Ancestors above the caller's
 * own partner are read as well: what they set rules below.
 */
async function pageRows(db: Executor, partners: SQL, filter: Filter, offset: number, limit: number): Promise<Placed[]> {
  return db.rows<Placed>(sql`
    WITH ${sizedCtes(partners, filter)},
    placed AS (SELECT s.*, sum(n) OVER (ORDER BY name_key, id) - n AS before FROM sized s),
    chosen AS MATERIALIZED (SELECT * FROM placed WHERE n > 0 AND before < ${offset + limit}::bigint AND before + n > ${offset}::bigint),
    r AS MATERIALIZED (
      SELECT c.id AS partner_id, c.name AS partner_name, c.type AS partner_type, c.name_key, o.product_id, o.product_name, o.bet_type_id, o.bet_type_name, o.place, cur.currency
      FROM ${filter.own_only ? rowsOf(sql`chosen`, filter) : offersOf(sql`chosen`)} ORDER BY c.name_key, c.id, o.place, cur.currency
      OFFSET greatest(${offset}::bigint - (SELECT min(before) FROM chosen), 0)::bigint LIMIT ${limit}::bigint
    )
    SELECT r.partner_id, r.partner_name, r.partner_type, r.product_id, r.product_name, r.bet_type_id, r.bet_type_name, r.currency::text AS currency,
      (SELECT q.amount FROM regular_quotas q WHERE q.partner_id = r.partner_id AND q.product_id = r.product_id AND q.bet_type_id = r.bet_type_id AND q.currency = r.currency) AS own,
      above.amount AS inherited, above.name AS "from", t.amount AS top, (SELECT sum(n)::int FROM sized) AS total
    FROM r LEFT JOIN ${nearestAbove} above ON true
    LEFT JOIN top_quotas t ON t.product_id = r.product_id AND t.bet_type_id = r.bet_type_id AND t.currency = r.currency
    ORDER BY r.name_key, r.partner_id, r.place, r.currency`)
}

const withoutTotal = ({ total: _total, ...row }: Placed): QuotaRow => row

/** @throws Problem `not_found` */
export async function listQuotas(
  scope: Scope,
  db: Executor,
  asked: Received<typeof quotas.list>['body'],
): Promise<Page<QuotaRow>> {
  const { page, per_page, ...filter } = asked
  const partners = await partnersOf(scope, db, filter)
  const rows = await pageRows(db, partners, filter, (page - 1) * per_page, per_page)
  // A page beyond the last has no row to say it.
  const total = rows[0]?.total ?? (await countMatching(db, partners, filter))
  return { data: rows.map(withoutTotal), total, page, per_page }
}

/** Largest sheet of one partner: more than any banca offers. */
const wholePartner = 100_000

/**
 * Every quota of one partner. `version` changes whenever one of its own values does.
 * @throws Problem `not_found`
 */
export async function sheetOf(scope: Scope, db: Executor, id: number): Promise<Answer<typeof quotas.show>> {
  const partner = await db.one<{ partner_id: number; partner_name: string; version: number }>(sql`
    SELECT p.id AS partner_id, p.name AS partner_name,
      hashtext(coalesce((SELECT string_agg(concat_ws(':', q.product_id, q.bet_type_id, q.currency, q.amount), ',' ORDER BY q.product_id, q.bet_type_id, q.currency) FROM regular_quotas q WHERE q.partner_id = p.id), '')) AS version
    FROM partners p WHERE p.id = ${id} AND ${within(scope, sql`p.id`)}`)
  if (!partner) throw new Problem('not_found')
  const rows = await pageRows(db, sql`p.id = ${id}`, wholeSheet, 0, wholePartner)
  return { ...partner, rows: rows.map(withoutTotal) }
}
