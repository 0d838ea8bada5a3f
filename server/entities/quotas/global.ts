/** One change over every quota of a filter: exactly the rows the list shows, or none when they are no longer as many. */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { quotas } from '@contract/quotas.ts'
import { countText } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { beginChange, keptRows, keptSum } from '../../rules/changes/changed-rows.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { mustMatch } from '../../platform/lists/must-match.ts'
import { largest, mustFit, nextAmount } from './change.ts'
import { aboveGrantedText, grantedFromAbove, isSetAbove, raisesSql, setterAfter } from './granted.ts'
import { holdProductSales } from './hold-sales.ts'
import { countMatching, nearestAbove, partnersMatching, offerRows, sizedCtes, type SheetFilter } from './matching.ts'

type Body = Received<typeof quotas.global>['body']
interface Touched {
  matched: number
  changed: number
  too_large: number
  raised: number
  /** Of those, set from above somewhere below. */
  raised_below: number
  product_ids: number[]
  /** The first of them, for the audit log; all of them are kept beside it. */
  sample: unknown[]
  rows_sum: string
}
/** Rows of a change that stand in the audit log's own row. */
const mostInOwnRow = 100

/**
 * Counts, checks and writes in one statement, so that all three see the same rows. What does not fit is not written:
 * the caller undoes everything then.
 */
async function change(
  db: Tx,
  partners: SQL,
  filter: SheetFilter,
  wanted: Body['change'],
  { granted, set_by }: { granted: number | null; set_by: number },
  change_id: string,
): Promise<Touched> {
  // What is inherited matters to a percentage, and to who may not raise; setting alone need not look it up.
  const looksUp = wanted.kind === 'percent' || granted !== null
  const inherited = looksUp ? sql`above.amount` : sql`NULL::numeric`
  const writing =
    wanted.kind === 'inherit'
      ? sql`
        DELETE FROM regular_quotas quota USING wanted
        WHERE wanted.changes AND quota.partner_id = wanted.partner_id AND quota.product_id = wanted.product_id
          AND quota.bet_type_id = wanted.bet_type_id
          AND quota.currency = wanted.currency
        RETURNING quota.product_id`
      : sql`INSERT INTO regular_quotas AS quota (partner_id, product_id, bet_type_id, currency, amount, set_by)
        SELECT partner_id, product_id, bet_type_id, currency, next, ${set_by}::int
        FROM wanted
        WHERE changes AND next <= ${largest}
        ORDER BY 1, 2, 3, 4
        ON CONFLICT (partner_id, product_id, bet_type_id, currency) DO UPDATE SET amount = excluded.amount,
          set_by = ${setterAfter(granted)}
        RETURNING quota.product_id`
  const touched = await db.one<Touched>(sql`
    WITH ${sizedCtes(partners, filter)},
    cell AS MATERIALIZED (
      SELECT partner.id AS partner_id, offer.product_id, offer.bet_type_id, offer.place, cur.currency, own.amount AS own,
        ${isSetAbove(granted, sql`own.set_by`)} AS set_above
      FROM ${offerRows(sql`sized`, filter)}
    ),
    valued AS (SELECT cell.*, ${inherited} AS inherited FROM cell ${looksUp ? sql`LEFT JOIN ${nearestAbove} above ON true` : sql``}),
    reckoned AS (SELECT valued.*, ${nextAmount(wanted, sql`coalesce(valued.own, valued.inherited)`)} AS next FROM valued),
    wanted AS MATERIALIZED (SELECT *, next IS DISTINCT FROM own AS changes FROM reckoned),
    written AS (${writing}),
    ${keptRows(
      change_id,
      sql`
      SELECT partner_id, product_id, bet_type_id, currency, own::text, next::text
      FROM wanted
      WHERE changes
      ORDER BY partner_id, place, currency`,
    )}
    SELECT (SELECT count(*)::int FROM wanted) AS matched, (SELECT count(*)::int FROM written) AS changed,
      (SELECT count(*)::int FROM wanted WHERE changes AND next > ${largest}) AS too_large,
      (
        SELECT count(*)::int
        FROM wanted
        WHERE changes AND partner_id = ${granted}::int
          AND ${raisesSql(sql`coalesce(own, inherited)`, sql`coalesce(next, inherited)`)}
      ) AS raised,
      (SELECT count(*)::int FROM wanted WHERE changes AND set_above AND ${raisesSql(sql`own`, sql`next`)}) AS raised_below,
      (SELECT coalesce(array_agg(DISTINCT product_id::int), '{}') FROM written) AS product_ids,
      (
        SELECT coalesce(
          jsonb_agg(
            jsonb_build_object(
              'partner_id', partner_id, 'product_id', product_id, 'bet_type_id', bet_type_id, 'currency', currency, 'before',
              own::text, 'after', next::text
            )
          ), '[]'
        )
        FROM (SELECT * FROM wanted WHERE changes ORDER BY partner_id, place, currency LIMIT ${mostInOwnRow}) listed
      ) AS sample, ${keptSum} AS rows_sum`)
  return touched!
}

/**
 * The partners are held first, so that nobody saves one of their quotas meanwhile; the cheap count
 * refuses a filter that has moved on before anything is written.
 * @throws Problem `not_found`, `matched_rows_changed` (with `matched`), `invalid`, `setting_above_father`
 */
export async function changeQuotas(
  { scope, db, session, audit }: Context,
  { filter, change: wanted }: Body,
  expected: number,
): Promise<Answer<typeof quotas.global>> {
  await lockTree(db, 'add')
  const asked = await partnersMatching(scope, db, filter)
  const held = await db.rows<{ id: number }>(
    sql`SELECT partner.id FROM partners partner WHERE ${asked} ORDER BY partner.id FOR NO KEY UPDATE OF partner`,
  )
  const partners = sql`partner.id = ANY (${list(held.map(({ id }) => id))}::int[])`
  mustMatch(await countMatching(db, partners, filter), expected)
  const change_id = await beginChange(db)
  const { matched, changed, too_large, raised, raised_below, product_ids, sample, rows_sum } = await change(
    db,
    partners,
    filter,
    wanted,
    { granted: grantedFromAbove(session), set_by: session.partner_id },
    change_id,
  )
  mustMatch(matched, expected)
  mustFit(too_large)
  if (raised > 0)
    throw Problem.on('change', 'setting_above_father', `${aboveGrantedText} Deje su propio afiliado fuera del filtro.`)
  if (raised_below > 0)
    throw Problem.on(
      'change',
      'setting_above_father',
      `${countText(raised_below, 'cupo lo fijó', 'cupos los fijó')} quien está por encima ` +
        'de usted: puede bajarlos, no subirlos ni quitarlos.',
    )
  audit({
    before: { rows: sample.map((row) => ({ ...(row as object), after: undefined })) },
    after: { filter, change: wanted, matched, changed, change_id, rows_sum, rows: sample },
    significant: true,
  })
  if (changed > 0) holdProductSales(db, product_ids)
  return { matched, changed }
}
