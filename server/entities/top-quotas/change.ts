/** Changes of the banca's ceilings: a set of rows, or one change over a filter. All or nothing, and never over another's. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import { problems } from '@contract/problems.ts'
import type { topQuotas } from '@contract/top-quotas.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { mustMatch } from '../../platform/lists/must-match.ts'
import { largest, mustFit, nextAmount } from '../quotas/change.ts'
import { holdProductSales } from '../quotas/hold-sales.ts'
import { mustBeOnce, refuseRows, sameMoney, auditRow } from '../quotas/save.ts'
import { everyTop, topCtes } from './queries.ts'

type Asked = Received<typeof topQuotas.save>['body']['rows'][number]
interface Fact {
  product_name: string | null
  bet_type_name: string | null
  sells: boolean
  amount: string | null
}

/** One change of ceilings at a time. */
async function hold(db: Tx): Promise<void> {
  await db.run(sql`SELECT 1 FROM banca FOR NO KEY UPDATE`)
}

async function factsOf({ scope, db }: Context, rows: readonly Asked[]): Promise<Fact[]> {
  return db.rows<Fact>(sql`
    WITH ${topCtes(scope, everyTop)}
    SELECT offer.product_name, offer.bet_type_name, ceiling.currency IS NOT NULL AS sells, top.amount
    FROM unnest(
      ${list(rows.map((row) => row.product_id))}::int[], ${list(rows.map((row) => row.bet_type_id))}::int[],
      ${list(rows.map((row) => row.currency))}::currency[]
    )
      WITH ORDINALITY AS asked(product_id, bet_type_id, currency, n)
    LEFT JOIN offer ON offer.product_id = asked.product_id AND offer.bet_type_id = asked.bet_type_id
    LEFT JOIN ceiling ON ceiling.product_id = asked.product_id AND ceiling.bet_type_id = asked.bet_type_id
      AND ceiling.currency = asked.currency
    LEFT JOIN top_quotas top ON top.product_id = asked.product_id AND top.bet_type_id = asked.bet_type_id AND top.currency = asked.currency
    ORDER BY asked.n`)
}

/**
 * @returns how many ceilings changed
 * @throws Problem `changed_meanwhile` (in `rows`, each that differs with what holds now as `own`),
 * `bet_type_not_offered`, `currency_not_sold`
 */
export async function saveTop(context: Context, rows: readonly Asked[]): Promise<{ saved: number }> {
  const { db, audit } = context
  mustBeOnce(rows.map((row) => `${row.product_id}:${row.bet_type_id}:${row.currency}`))
  await hold(db)
  const facts = await factsOf(context, rows)
  const moved = rows.flatMap(({ amount: _asked, ...row }, index) =>
    sameMoney(row.before, facts[index]!.amount) ? [] : [{ ...row, own: facts[index]!.amount }],
  )
  if (moved.length > 0) throw new Problem('changed_meanwhile', { extra: { rows: moved } })
  refuseRows(
    rows.map((row, index) => {
      if (facts[index]!.product_name === null) return ['bet_type_not_offered', problems.bet_type_not_offered.detail]
      return facts[index]!.sells
        ? null
        : ['currency_not_sold', `La banca no vende en ${currencyFacts[row.currency].name}.`]
    }),
  )
  const changed = rows
    .map((row, index) => ({ row, fact: facts[index]! }))
    .filter(({ row, fact }) => !sameMoney(row.amount, fact.amount))
  if (changed.length === 0) {
    audit({ before: [], after: [] })
    return { saved: 0 }
  }
  await write(
    db,
    changed.map(({ row }) => row),
  )
  audit({
    before: changed.map(({ row, fact }) => auditRow(row, fact, fact.amount)),
    after: changed.map(({ row, fact }) => auditRow(row, fact, row.amount)),
    significant: true,
  })
  holdProductSales(db, [...new Set(changed.map(({ row }) => row.product_id))])
  return { saved: changed.length }
}

async function write(db: Tx, rows: readonly Asked[]): Promise<void> {
  const [set, lifted] = [rows.filter((row) => row.amount !== null), rows.filter((row) => row.amount === null)]
  const keys = (of: readonly Asked[]) =>
    sql`
      ${list(of.map((row) => row.product_id))}::int[], ${list(of.map((row) => row.bet_type_id))}::int[],
      ${list(of.map((row) => row.currency))}::currency[]`
  await db.run(sql`
    INSERT INTO top_quotas (product_id, bet_type_id, currency, amount)
    SELECT * FROM unnest(${keys(set)}, ${list(set.map((row) => row.amount))}::numeric[]) AS asked(product_id, bet_type_id, currency, amount)
    ON CONFLICT (product_id, bet_type_id, currency) DO UPDATE SET amount = excluded.amount`)
  await db.run(sql`
    DELETE FROM top_quotas top USING unnest(${keys(lifted)}) AS asked(product_id, bet_type_id, currency)
    WHERE top.product_id = asked.product_id AND top.bet_type_id = asked.bet_type_id AND top.currency = asked.currency`)
}

interface Changed {
  product_id: number
  bet_type_id: number
  currency: string
  before: string | null
  after: string | null
}

/**
 * A percentage leaves rows without a ceiling without one; `inherit` takes ceilings away.
 * @throws Problem `matched_rows_changed` (with `matched`), `invalid`
 */
export async function changeTop(
  { scope, db, audit }: Context,
  { filter, change }: Received<typeof topQuotas.global>['body'],
  expected: number,
): Promise<Answer<typeof topQuotas.global>> {
  await hold(db)
  const answer = await db.one<{ matched: number; too_large: number; changes: Changed[] }>(sql`
    WITH ${topCtes(scope, filter)},
    reckoned AS (SELECT ceiling.*, ${nextAmount(change, sql`ceiling.amount`)} AS next FROM ceiling),
    changes AS MATERIALIZED (SELECT * FROM reckoned WHERE next IS DISTINCT FROM amount),
    lifted AS (
      DELETE FROM top_quotas top USING changes
      WHERE changes.next IS NULL AND top.product_id = changes.product_id AND top.bet_type_id = changes.bet_type_id
        AND top.currency = changes.currency
    ),
    written AS (
      INSERT INTO top_quotas (product_id, bet_type_id, currency, amount)
      SELECT product_id, bet_type_id, currency, next
      FROM changes
      WHERE next <= ${largest}
      ON CONFLICT (product_id, bet_type_id, currency) DO UPDATE SET amount = excluded.amount
    )
    SELECT (SELECT count(*)::int FROM ceiling) AS matched, (SELECT count(*)::int FROM changes WHERE next > ${largest}) AS too_large,
      (
        SELECT coalesce(
          jsonb_agg(
            jsonb_build_object(
              'product_id', product_id, 'bet_type_id', bet_type_id, 'currency', currency, 'before', amount::text, 'after',
              next::text
            )
            ORDER BY place, currency
          ), '[]'
        )
        FROM changes
      ) AS changes`)
  const { matched, too_large, changes } = answer!
  mustMatch(matched, expected)
  mustFit(too_large)
  audit({
    before: changes.map(({ after: _after, ...row }) => row),
    after: { filter, change, matched, changed: changes.length, rows: changes },
    significant: true,
  })
  if (changes.length > 0) holdProductSales(db, [...new Set(changes.map((row) => row.product_id))])
  return { matched, changed: changes.length }
}
