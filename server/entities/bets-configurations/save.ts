/** Replaces a partner's configuration. What the form leaves at null, or leaves out, is inherited. */
import { sql } from 'drizzle-orm'
import type { BetsConfiguration } from '@contract/bets-configurations.ts'
import { json, list, type Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { limitsUnder } from './agreement.ts'
import { mustBeSoundBets, ownSettings, type Form } from './check.ts'
import { watchGrants } from './granted.ts'
import { mustStayOff, replaceProducts } from './products.ts'
import { configurationOf } from './queries.ts'

/**
 * The version is taken first: whoever takes it holds the partner until the end, so what is checked
 * and replaced below is what the form began with.
 * @throws Problem `not_found`, `changed_meanwhile` (with what holds now in `current`), `switched_off_above`, and those of `mustBeSoundBets`
 */
export async function saveConfiguration(context: Context, form: Form): Promise<BetsConfiguration> {
  const { scope, db, session, audit } = context
  const { agency_id } = form
  await configurationOf(scope, db, agency_id)
  await lockTree(db, 'add')
  const taken = await db.run(
    sql`UPDATE partners SET bets_version = bets_version + 1 WHERE id = ${agency_id} AND bets_version = ${form.version}`,
  )
  const before = await configurationOf(scope, db, agency_id)
  if (taken !== 1) throw new Problem('changed_meanwhile', { extra: { current: before } })
  mustBeSoundBets(form, before, session)
  await mustStayOff(db, scope, form)
  const agreeing = await limitsUnder(db, [agency_id])
  const mustBeGranted = await watchGrants(db, session, form)
  await replaceSettings(db, form)
  await replaceLists(
    context,
    form,
    before.products.map((product) => product.product_id),
  )
  await agreeing.mustStillAgree()
  await mustBeGranted()
  const after = await configurationOf(scope, db, agency_id)
  audit({ entity_id: agency_id, before: ownOf(before), after: ownOf(after), significant: true })
  return after
}

async function replaceSettings(
  db: Executor,
  { agency_id, annul_minutes, prize_days, max_lines, pays_other_agencies, rate_type_id }: Form,
): Promise<void> {
  await db.run(sql`
    INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, max_lines, pays_other_agencies)
    VALUES (${agency_id}, ${annul_minutes}, ${prize_days}, ${max_lines}, ${pays_other_agencies})
    ON CONFLICT (partner_id) DO UPDATE SET annul_minutes = excluded.annul_minutes, prize_days = excluded.prize_days,
      max_lines = excluded.max_lines, pays_other_agencies = excluded.pays_other_agencies`)
  if (rate_type_id === undefined) return
  await db.run(sql`UPDATE partner_settings SET rate_type_id = ${rate_type_id}::int WHERE partner_id = ${agency_id}`)
}

/** Only what the form shows is replaced: a product that is inactive today keeps its settings for the day it returns. */
async function replaceLists({ db, scope }: Context, form: Form, shown: readonly number[]): Promise<void> {
  const { agency_id, limits, multipliers } = form
  await db.run(sql`DELETE FROM partner_limits WHERE partner_id = ${agency_id}`)
  await db.run(sql`
    INSERT INTO partner_limits (partner_id, currency, min_stake, max_stake, max_ticket)
    SELECT ${agency_id}, r.currency, r.min_stake, r.max_stake, r.max_ticket
    FROM jsonb_to_recordset(${json(limits)}) AS r(currency currency, min_stake numeric, max_stake numeric, max_ticket numeric)
    WHERE coalesce(r.min_stake, r.max_stake, r.max_ticket) IS NOT NULL`)
  await replaceProducts(db, scope, form, shown)
  await db.run(sql`
    DELETE FROM partner_multipliers m USING product_bet_types o
    WHERE m.partner_id = ${agency_id} AND o.product_id = m.product_id AND o.bet_type_id = m.bet_type_id AND o.enabled
      AND m.product_id = ANY (${list(shown)}::int[])`)
  await db.run(sql`
    INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier, second, third)
    SELECT ${agency_id}, r.product_id, r.bet_type_id, max(r.multiplier) FILTER (WHERE coalesce(r.place, 1) = 1),
      max(r.multiplier) FILTER (WHERE r.place = 2), max(r.multiplier) FILTER (WHERE r.place = 3)
    FROM jsonb_to_recordset(${json(multipliers)}) AS r(
      product_id smallint, bet_type_id smallint, place smallint, multiplier numeric
    )
    WHERE r.multiplier IS NOT NULL
    GROUP BY 2, 3`)
}

/** What the agency itself sets, for the audit log: inherited values are somebody else's doing. */
function ownOf(configuration: BetsConfiguration) {
  const { products } = configuration
  return {
    ...ownSettings(configuration),
    products: products
      .filter((one) => one.enabled.own !== null)
      .map(({ product_id, name, enabled }) => ({ product_id, name, enabled: enabled.own })),
    multipliers: products.flatMap(({ product_id, name, bet_types }) =>
      bet_types
        .filter((one) => one.multiplier.own !== null)
        .map((one) => ({
          product_id,
          bet_type_id: one.bet_type_id,
          ...(one.place && { place: one.place }),
          name: `${name} · ${one.name}`,
          multiplier: one.multiplier.own,
        })),
    ),
  }
}
