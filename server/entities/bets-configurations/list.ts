/** The bets configuration of many partners, one row each. */
import { sql, type SQL } from 'drizzle-orm'
import { betsConfigurations } from '@contract/bets-configurations.ts'
import type { PartnerType } from '@contract/partners.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { listing } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { nearestOf } from './fields.ts'
import { fromRates } from './queries.ts'

/**
 * The partners `partner` that a change over a filter touches: those that the list shows.
 * @throws Problem `not_found` when it names a partner outside the caller's subtree
 */
export async function configuredPartners(
  scope: Scope,
  db: Executor,
  { partner_id, types }: { partner_id?: number | undefined; types: readonly PartnerType[] },
): Promise<SQL> {
  if (partner_id !== undefined) await mustBeWithin(scope, db, partner_id)
  return every(
    within(scope, sql`partner.id`),
    partner_id !== undefined && under(partner_id, sql`partner.id`),
    types.length > 0 && sql`partner.type::text = ANY (${list(types)}::text[])`,
  )
}

function setting(column: string): SQL {
  const name = sql.raw(column)
  return sql`(
    SELECT jsonb_build_object(
      'own', (SELECT setting.${name} FROM partner_settings setting WHERE setting.partner_id = partner.id), 'inherited',
      inherited.value, 'from', inherited.name
    )
    FROM (SELECT 1) AS one
    LEFT JOIN ${nearestOf(sql`SELECT partner_id, ${name} AS value FROM partner_settings WHERE ${name} IS NOT NULL`)} inherited ON true
  ) AS ${name}`
}

const namedTypes = sql`SELECT setting.partner_id, type.nombre AS value
  FROM partner_settings setting JOIN rate_types type ON type.id = setting.rate_type_id`

/** By its name; where nobody says, the first there is. */
const rateType = sql`(
  SELECT jsonb_build_object(
    'own', (SELECT named.value FROM (${namedTypes}) named WHERE named.partner_id = partner.id),
    'inherited', coalesce(inherited.value, first.nombre),
    'from', coalesce(inherited.name, CASE WHEN first.nombre IS NOT NULL THEN ${fromRates}::text END)
  )
  FROM (SELECT 1) AS one
  LEFT JOIN (SELECT nombre FROM rate_types ORDER BY id LIMIT 1) first ON true
  LEFT JOIN ${nearestOf(namedTypes)} inherited ON true
) AS rate_type`

const columns = sql`partner.id AS partner_id, partner.name AS partner_name, partner.type::text AS partner_type,
  ${setting('annul_minutes')}, ${setting('prize_days')}, ${setting('max_lines')}, ${setting('pays_other_agencies')}, ${rateType},
  (
    SELECT coalesce(sum(num_nonnulls(bound.min_stake, bound.max_stake, bound.max_ticket)), 0)::int
    FROM partner_limits bound
    WHERE bound.partner_id = partner.id
  ) AS own_limits,
  (SELECT count(*)::int FROM partner_products enabled WHERE enabled.partner_id = partner.id) AS own_products,
  (SELECT count(*)::int FROM partner_multipliers multiplier WHERE multiplier.partner_id = partner.id) AS own_multipliers`

export const configurationList = listing(betsConfigurations.list, {
  from: sql`partners partner`,
  columns,
  shown: { row: sql`partner`, tables: sql`` },
  key: sql`partner.id`,
  scope: (scope) => within(scope, sql`partner.id`),
  filter: {
    type: (type) => sql`partner.type = ${type}`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`partner.id`)
    },
  },
  order: { partner_name: sql`partner.name`, partner_type: sql`partner.type` },
  never_null: true,
  search: partnerSearch,
  named: { partner_id: (partner_id) => nameById('partners', partner_id) },
})
