/** Copies an agency: same father and place, same limits, products, multipliers, quotas, commissions and blocked numbers. */
import { sql, type SQL } from 'drizzle-orm'
import type { agencies } from '@contract/agencies.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { Context } from '../../platform/http/context.ts'
import { mustNotBeUnderOff } from '../../platform/lists/switched-off.ts'
import { holdPlaces, mustBeGivable } from '../../rules/inheritance/watch.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { insertPartner } from '../partners/create.ts'
import { fatherOf } from '../partners/placement.ts'
import { readAgency } from './queries.ts'

type Copied = Answer<typeof agencies.clone>['copied']

/** What is set for a partner, by what the answer calls it: its table, and its columns beside the partner. */
const copied: Record<keyof Copied, { table: SQL; columns: SQL; from?: SQL; values?: SQL }> = {
  limits: { table: sql`partner_limits`, columns: sql`currency, min_stake, max_stake, max_ticket` },
  products: { table: sql`partner_products`, columns: sql`product_id, enabled, off_by` },
  multipliers: { table: sql`partner_multipliers`, columns: sql`product_id, bet_type_id, multiplier, second, third` },
  quotas: { table: sql`regular_quotas`, columns: sql`product_id, bet_type_id, currency, amount, set_by` },
  commissions: {
    table: sql`commissions`,
    // Those that hold by now, from always: the copy sold nothing before; and those that are set ahead.
    from: sql`(SELECT * FROM commissions_set_at(now()) UNION ALL SELECT * FROM commissions WHERE starts_at > now()) source`,
    columns: sql`
      product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind, participation_percent,
      starts_at`,
    values: sql`
      product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind, participation_percent,
      CASE WHEN starts_at > now() THEN starts_at ELSE '-infinity' END`,
  },
}

/**
 * Document, telephone, mail and address belong to the other business and stay with it; offices and
 * users are not copied. The source is held meanwhile, so that half a change of it is never copied.
 * @throws Problem `not_found`, `invalid_father`, `name_taken`, `code_taken`, `setting_above_father`, `switched_off_above`
 */
export async function cloneAgency(
  context: Context,
  { agency_id, name, code }: Received<typeof agencies.clone>['body'],
): Promise<Answer<typeof agencies.clone>> {
  const { scope, db } = context
  await lockTree(db, 'add')
  await readAgency(context, agency_id)
  await holdPlaces(context, [agency_id])
  await db.run(sql`SELECT 1 FROM partners WHERE id = ${agency_id} FOR SHARE`)
  const source = await readAgency(context, agency_id)
  // A copy would be what somebody above switched off, switched on.
  await mustNotBeUnderOff(context, agency_id)
  await fatherOf(scope, db, 'agencia', source.father_id, { path: 'agency_id' })
  await mustBeGivable(context, { id: agency_id, currencies: source.currencies }, 'agency_id')
  const id = await insertPartner(db, scope, {
    type: 'agencia',
    name,
    code,
    father_id: source.father_id,
    state_id: source.state_id,
    municipality_id: source.municipality_id,
    currencies: source.currencies,
    status: 'activo',
    // On credit it would be what its source is not trusted with.
    prepaid: source.prepaid,
  })
  await copyResponsible(context, agency_id, id)
  const counts = await copySettings(context, agency_id, id)
  context.audit({ entity_id: id, after: { agency_id: id, name, code, cloned_from: agency_id, copied: counts } })
  return { agency_id: id, name, copied: counts }
}

/** An agency that answers for itself has a copy that answers for itself. */
async function copyResponsible({ db }: Context, from: number, to: number): Promise<void> {
  await db.run(sql`
    UPDATE partners SET payments_responsible_partner_id = CASE WHEN s.responsible = ${from} THEN ${to} ELSE s.responsible END
    FROM (SELECT coalesce(payments_responsible_partner_id, father_id) AS responsible FROM partners WHERE id = ${from}) s WHERE id = ${to}`)
}

async function copySettings({ db }: Context, from: number, to: number): Promise<Copied> {
  await db.run(sql`
    INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, max_lines, pays_other_agencies, rate_type_id)
    SELECT ${to}, annul_minutes, prize_days, max_lines, pays_other_agencies, rate_type_id FROM partner_settings WHERE partner_id = ${from}`)
  const counts: Copied = { limits: 0, products: 0, multipliers: 0, quotas: 0, commissions: 0 }
  for (const name of Object.keys(counts) as (keyof Copied)[]) {
    const { table, columns, from: source = table, values = columns } = copied[name]
    counts[name] = await db.run(
      sql`INSERT INTO ${table} (partner_id, ${columns}) SELECT ${to}, ${values} FROM ${source} WHERE partner_id = ${from}`,
    )
  }
  // What one may not sell, the other neither, and whoever set it lifts it.
  await db.run(sql`
    INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number, draw_id, from_day, to_day, reason, created_by, created_at)
    SELECT ${to}, product_id, bet_type_id, number, draw_id, from_day, to_day, reason, created_by, created_at FROM blocked_numbers
    WHERE partner_id = ${from} AND lifted_at IS NULL AND (to_day IS NULL OR to_day >= current_date - 1)`)
  return counts
}
