/** One setting for every partner of a filter: all of them or, where one may not have it, none. */
import { sql, type SQL } from 'drizzle-orm'
import type { betsConfigurations } from '@contract/bets-configurations.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { compare } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { beginChange, keptRows, keptSum, type KeptChange } from '../../rules/changes/changed-rows.ts'
import { grantorOf } from '../../rules/commissions/granted.ts'
import { mostText, watchSettings, type Raised } from '../../rules/inheritance/settings.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { mustMatch } from '../../platform/lists/must-match.ts'
import { limitsUnder } from './agreement.ts'
import { goesAbove, onePrize } from './check.ts'
import { fieldSql, nearestOf, type ConfigurationChange, type FieldSql, type ConfigurationValue } from './fields.ts'
import { configuredPartners } from './list.ts'
import { mustStayOffAt } from './products.ts'

interface Target {
  id: number
  name: string
  own: ConfigurationValue | null
}
/** Partners of a change that stand in the audit log's own row; all of them are kept beside it. */
const mostInOwnRow = 100

/** @throws Problem `invalid`, `bet_type_not_offered` */
async function mustBeOffered(db: Tx, change: ConfigurationChange): Promise<void> {
  if (change.field === 'enabled') {
    const found = await db.one(sql`SELECT 1 FROM products WHERE id = ${change.product_id} AND status = 'activo'`)
    if (!found) throw Problem.on('change.product_id', 'invalid', 'El producto no existe o está inactivo.')
  }
  if (change.field === 'multiplier') {
    const found = await db.one<{ places: number }>(sql`
      SELECT coalesce(cardinality(offer.place_multipliers), 1) AS places
      FROM product_bet_types offer
      JOIN products product ON product.id = offer.product_id AND product.status = 'activo'
      WHERE offer.product_id = ${change.product_id} AND offer.bet_type_id = ${change.bet_type_id} AND offer.enabled`)
    if (!found) throw Problem.on('change.bet_type_id', 'bet_type_not_offered')
    if ((change.place ?? 1) > found.places) throw Problem.on('change.place', 'invalid', onePrize)
    if (change.value !== null && compare(change.value, '0') <= 0)
      throw Problem.on('change.value', 'invalid', 'El multiplicador debe ser mayor que cero.')
  }
}

/** Those whose own value differs from the one asked. A limit in a currency that a partner does not sell in is none of its own. */
function targetsOf(db: Tx, ids: SQL, field: FieldSql, change: ConfigurationChange): Promise<Target[]> {
  const sells = 'currency' in change ? sql`AND ${change.currency}::currency = ANY (partner.currencies)` : sql``
  return db.rows<Target>(sql`
    SELECT partner.id, partner.name, own.value AS own FROM partners partner LEFT JOIN (${field.rows}) own ON own.partner_id = partner.id
    WHERE partner.id = ANY (${ids}) AND own.value IS DISTINCT FROM ${field.value} ${sells} ORDER BY partner.id`)
}

/**
 * Looks after the change at what each inherits now, since its father may have been changed with it.
 * @throws Problem `setting_above_father` naming the first partner
 */
async function mustBeGranted(
  db: Tx,
  targets: readonly Target[],
  field: FieldSql,
  asked: ConfigurationValue | null,
  own_partner: number,
): Promise<void> {
  const { order } = field
  if (!order) return
  const rows = await db.rows<{ id: number; inherited: ConfigurationValue | null }>(sql`
    SELECT partner.id, coalesce(inherited.value, ${field.standard}) AS inherited
    FROM partners partner
    LEFT JOIN ${nearestOf(field.rows)} inherited ON true
    WHERE partner.id = ANY (${list(targets.map(({ id }) => id))}::int[])`)
  const inherited = new Map(rows.map((row) => [row.id, row.inherited]))
  const refused = targets.find(({ id, own }) =>
    goesAbove(asked, { own, inherited: inherited.get(id) ?? null, from: null }, order, id === own_partner),
  )
  if (refused)
    throw Problem.on(
      'change.value',
      'setting_above_father',
      `${refused.name}: el valor supera lo que permite su padre. No se modificó nada.`,
    )
}

/** @throws Problem `setting_above_father` naming the first partner that would have more than whoever changes */
function mustNotRaise(targets: readonly Target[], raised: readonly Raised[]): void {
  const [first] = raised
  if (!first) return
  const { name } = targets.find(({ id }) => id === first.partner_id)!
  throw Problem.on(
    'change.value',
    'setting_above_father',
    `${name}: usted puede dar hasta lo que tiene, ${mostText(first)}. No se modificó nada.`,
  )
}

async function keep(db: Tx, targets: readonly Target[], { value }: ConfigurationChange): Promise<KeptChange> {
  const change_id = await beginChange(db)
  const text = (one: ConfigurationValue | null) => (one === null ? null : String(one))
  const mostInOwnRow = await db.one<{ rows_sum: string }>(sql`
    WITH ${keptRows(
      change_id,
      sql`SELECT target.id, NULL::smallint, NULL::smallint, NULL::currency, target.own, ${text(value)}::text
        FROM unnest(${list(targets.map(({ id }) => id))}::int[], ${list(targets.map(({ own }) => text(own)))}::text[]) AS target(id, own)`,
    )} SELECT ${keptSum} AS rows_sum`)
  return { change_id, ...mostInOwnRow! }
}

/**
 * Whoever edits one of these partners meanwhile is told, as its version moves.
 * @throws Problem `not_found`, `matched_rows_changed` (with `matched`), `invalid`, `bet_type_not_offered`,
 * `limit_contradiction`, `setting_above_father`, `switched_off_above`
 */
export async function changeConfigurations(
  { scope, db, session, audit }: Context,
  { filter, change }: Received<typeof betsConfigurations.global>['body'],
  expected: number,
): Promise<Answer<typeof betsConfigurations.global>> {
  await lockTree(db, 'add')
  const partners = await configuredPartners(scope, db, filter)
  const held = await db.rows<{ id: number }>(
    sql`SELECT partner.id FROM partners partner WHERE ${partners} ORDER BY partner.id FOR NO KEY UPDATE OF partner`,
  )
  mustMatch(held.length, expected)
  await mustBeOffered(db, change)
  const field = fieldSql(scope, change)
  const targets = await targetsOf(db, sql`${list(held.map(({ id }) => id))}::int[]`, field, change)
  if (targets.length === 0) {
    audit({ before: { partners: [] }, after: { filter, change, matched: held.length, changed: 0 } })
    return { matched: held.length, changed: 0 }
  }
  const target_ids = targets.map(({ id }) => id)
  if (change.field === 'enabled') await mustStayOffAt(db, scope, target_ids, change.product_id)
  const agreeing = await limitsUnder(db, target_ids)
  const ids = sql`${list(target_ids)}::int[]`
  const grantor = grantorOf(session)
  const watched = grantor === null ? undefined : await watchSettings(db, grantor, target_ids, change)
  for (const statement of field.write(ids)) await db.run(statement)
  await db.run(sql`UPDATE partners SET bets_version = bets_version + 1 WHERE id = ANY (${ids})`)
  await agreeing.mustStillAgree()
  if (grantor !== null) await mustBeGranted(db, targets, field, change.value, grantor)
  mustNotRaise(targets, (await watched?.()) ?? [])
  audit({
    before: {
      partners: targets.slice(0, mostInOwnRow).map(({ id, name, own }) => ({ partner_id: id, name, value: own })),
    },
    after: {
      filter,
      change,
      matched: held.length,
      changed: targets.length,
      ...(await keep(db, targets, change)),
    },
    significant: true,
  })
  return { matched: held.length, changed: targets.length }
}
