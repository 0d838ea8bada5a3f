/** Saves a set of quotas, each only if its own value still is what the edit started from; all of them or none. */
import { sql } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import { problems, type FieldFault, type ProblemCode } from '@contract/problems.ts'
import type { quotas } from '@contract/quotas.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { compare } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { aboveGrantedText, grantedFromAbove, isSetAbove, raises, setAbove, setterAfter } from './granted.ts'
import { holdProductSales } from './hold-sales.ts'
import { nearestAbove } from './matching.ts'

export type QuotaEdit = Received<typeof quotas.save>['body']['rows'][number]
/** What holds before the save of one row. */
export interface QuotaBefore {
  product_name: string | null
  bet_type_name: string | null
  /** Null where the partner does not sell in the currency. */
  sells: boolean
  own: string | null
  /** It was set from above the caller. */
  set_above: boolean
  /** Of the partner whose quotas the caller may not raise; null of any other. */
  inherited: string | null
}

/** The same amount, or both none. */
export function sameMoney(left: string | null, right: string | null): boolean {
  return left === null || right === null ? left === right : compare(left, right) === 0
}

/** Each key once. @throws Problem `invalid` on each row that repeats another */
export function mustBeOnce(keys: readonly string[], rows = 'rows'): void {
  const seen = new Set<string>()
  const faults: FieldFault[] = []
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) faults.push({ path: `${rows}.${index}`, code: 'invalid', message: 'La fila está repetida.' })
    seen.add(key)
  }
  if (faults.length > 0) throw new Problem('invalid', { errors: faults })
}

/**
 * Holds the partners' quotas until the transaction ends: whoever changes quotas takes them in this way,
 * in one order. @throws Problem `not_found` when one is outside the caller's subtree
 */
export async function holdPartners(scope: Scope, db: Tx, ids: readonly number[]): Promise<void> {
  await lockTree(db, 'add')
  const held = await db.rows(
    sql`
      SELECT partner.id
      FROM partners partner
      WHERE partner.id = ANY (${list(ids)}::int[]) AND ${within(scope, sql`partner.id`)}
      ORDER BY partner.id
      FOR NO KEY UPDATE OF partner`,
  )
  if (held.length !== ids.length) throw new Problem('not_found')
}

const keysOf = (rows: readonly QuotaEdit[]) =>
  sql`
    ${list(rows.map((row) => row.partner_id))}::int[], ${list(rows.map((row) => row.product_id))}::int[],
    ${list(rows.map((row) => row.bet_type_id))}::int[], ${list(rows.map((row) => row.currency))}::currency[]`

interface Offer {
  product_id: number
  bet_type_id: number
  product_name: string
  bet_type_name: string
}

/** Of each row, in their order. What is the same of many of them (their offers, their partners) is read once. */
async function factsOf(db: Tx, rows: readonly QuotaEdit[], granted: number | null): Promise<QuotaBefore[]> {
  const asked = sql`unnest(${keysOf(rows)}) WITH ORDINALITY AS cell(partner_id, product_id, bet_type_id, currency, n)`
  const [offers, partners, set, above] = await Promise.all([
    db.rows<Offer>(sql`
      SELECT offer.product_id, offer.bet_type_id, product.name AS product_name, bet.name AS bet_type_name
      FROM product_bet_types offer
      JOIN products product ON product.id = offer.product_id AND product.status = 'activo'
      JOIN bet_types bet ON bet.id = offer.bet_type_id
      WHERE offer.enabled`),
    db.rows<{ id: number; currencies: Currency[] }>(sql`
      SELECT id, currencies::text[] AS currencies
      FROM partners
      WHERE id = ANY (${list([...new Set(rows.map((row) => row.partner_id))])}::int[])`),
    db.rows<{ n: number; amount: string; set_above: boolean }>(sql`
      SELECT cell.n::int AS n, quota.amount, ${isSetAbove(granted, sql`quota.set_by`)} AS set_above FROM ${asked}
      JOIN regular_quotas quota ON quota.partner_id = cell.partner_id AND quota.product_id = cell.product_id
        AND quota.bet_type_id = cell.bet_type_id
        AND quota.currency = cell.currency`),
    granted === null
      ? []
      : db.rows<{ n: number; amount: string }>(sql`
      SELECT cell.n::int AS n, above.amount FROM (SELECT * FROM ${asked} WHERE cell.partner_id = ${granted}) cell
      CROSS JOIN ${nearestAbove} above`),
  ])
  const offered = new Map<number, Map<number, Offer>>()
  for (const offer of offers) {
    const own = offered.get(offer.product_id) ?? new Map<number, Offer>()
    offered.set(offer.product_id, own.set(offer.bet_type_id, offer))
  }
  const sold = new Map(partners.map(({ id, currencies }) => [id, currencies]))
  const [own, inherited] = [set, above].map((found) => new Map(found.map(({ n, amount }) => [n, amount])))
  const fromAbove = new Set(set.filter(({ set_above }) => set_above).map(({ n }) => n))
  return rows.map(({ partner_id, product_id, bet_type_id, currency }, index) => {
    const offer = offered.get(product_id)?.get(bet_type_id)
    return {
      product_name: offer?.product_name ?? null,
      bet_type_name: offer?.bet_type_name ?? null,
      sells: sold.get(partner_id)?.includes(currency) ?? false,
      own: own!.get(index + 1) ?? null,
      set_above: fromAbove.has(index + 1),
      inherited: inherited!.get(index + 1) ?? null,
    }
  })
}

/** Why one row may not be saved, or null. */
function faultOf(row: QuotaEdit, fact: QuotaBefore, granted: number | null): [ProblemCode, string] | null {
  if (fact.product_name === null) return ['bet_type_not_offered', problems.bet_type_not_offered.detail]
  if (!fact.sells) return ['currency_not_sold', `No vende en ${currencyFacts[row.currency].name}.`]
  if (row.partner_id === granted && raises(fact.own ?? fact.inherited, row.amount ?? fact.inherited))
    return ['setting_above_father', aboveGrantedText]
  if (fact.set_above && raises(fact.own, row.amount)) return ['setting_above_father', setAbove]
  return null
}

/** @throws Problem with every fault on its row */
export function refuseRows(faults: readonly (readonly [ProblemCode, string] | null)[]): void {
  const errors = faults.flatMap((fault, index) =>
    fault ? [{ path: `rows.${index}.amount`, code: fault[0], message: fault[1] }] : [],
  )
  const [first] = errors
  if (first) throw new Problem(first.code, { detail: first.message, errors })
}

async function write({ db, session }: Pick<Context, 'db' | 'session'>, rows: readonly QuotaEdit[]): Promise<void> {
  const [set, lifted] = [rows.filter((row) => row.amount !== null), rows.filter((row) => row.amount === null)]
  if (set.length > 0)
    await db.run(sql`
    INSERT INTO regular_quotas AS quota (partner_id, product_id, bet_type_id, currency, amount, set_by)
    SELECT given.*, ${session.partner_id}::int
    FROM unnest(
      ${keysOf(set)}, ${list(set.map((row) => row.amount))}::numeric[]
    ) AS given(partner_id, product_id, bet_type_id, currency, amount)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (partner_id, product_id, bet_type_id, currency) DO UPDATE SET amount = excluded.amount,
      set_by = ${setterAfter(grantedFromAbove(session))}`)
  if (lifted.length > 0)
    await db.run(sql`
    DELETE FROM regular_quotas quota USING unnest(${keysOf(lifted)}) AS given(partner_id, product_id, bet_type_id, currency)
    WHERE quota.partner_id = given.partner_id AND quota.product_id = given.product_id AND quota.bet_type_id = given.bet_type_id
      AND quota.currency = given.currency`)
}

/** One row of a change, for the audit log. */
export function auditRow(
  row: { product_id: number; bet_type_id: number; currency: Currency },
  fact: Pick<QuotaBefore, 'product_name' | 'bet_type_name'>,
  amount: string | null,
) {
  return {
    product_id: row.product_id,
    bet_type_id: row.bet_type_id,
    name: `${fact.product_name} · ${fact.bet_type_name}`,
    currency: row.currency,
    amount,
  }
}

/**
 * @returns how many quotas changed
 * @throws Problem `not_found`, `changed_meanwhile` (in `rows`, each that differs with what holds now as
 * `own`), `bet_type_not_offered`, `currency_not_sold`, `setting_above_father`
 */
export async function saveQuotas(
  { scope, db, session, audit }: Context,
  rows: readonly QuotaEdit[],
): Promise<{ saved: number }> {
  mustBeOnce(rows.map((row) => `${row.partner_id}:${row.product_id}:${row.bet_type_id}:${row.currency}`))
  const partner_ids = [...new Set(rows.map((row) => row.partner_id))].sort((left, right) => left - right)
  await holdPartners(scope, db, partner_ids)
  const granted = grantedFromAbove(session)
  const facts = await factsOf(db, rows, granted)
  const stands = (row: QuotaEdit, index: number) => sameMoney(row.before, facts[index]!.own)
  if (!rows.every(stands)) {
    const moved = rows.flatMap(({ amount: _asked, ...row }, index) =>
      stands(rows[index]!, index) ? [] : [{ ...row, own: facts[index]!.own }],
    )
    throw new Problem('changed_meanwhile', { extra: { rows: moved } })
  }
  refuseRows(rows.map((row, index) => faultOf(row, facts[index]!, granted)))
  const changed = rows
    .map((row, index) => ({ row, fact: facts[index]! }))
    .filter(({ row, fact }) => !sameMoney(row.amount, fact.own))
    .sort((left, right) => left.row.partner_id - right.row.partner_id)
  if (changed.length === 0) {
    audit({ before: [], after: [] })
    return { saved: 0 }
  }
  await write(
    { db, session },
    changed.map(({ row }) => row),
  )
  for (const own of groupBy(changed, ({ row }) => String(row.partner_id))) {
    audit({
      entity_id: own[0].row.partner_id,
      before: own.map(({ row, fact }) => auditRow(row, fact, fact.own)),
      after: own.map(({ row, fact }) => auditRow(row, fact, row.amount)),
      significant: true,
    })
  }
  holdProductSales(db, [...new Set(changed.map(({ row }) => row.product_id))])
  return { saved: changed.length }
}
