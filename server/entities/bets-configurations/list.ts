/** The bets configuration of many partners, one row each. */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { betsConfigurations } from '@contract/bets-configurations.ts'
import type { PartnerType } from '@contract/partners.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { matching, ordered, pageOf } from '../../platform/lists/paging.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { nearestOf } from './fields.ts'

/**
 * The partners `p` of a filter: the list and a global change read them from here.
 * @throws Problem `not_found` when it names a partner outside the caller's subtree
 */
export async function partnersOf(
  scope: Scope,
  db: Executor,
  { partner_id, types }: { partner_id?: number | undefined; types: readonly PartnerType[] },
): Promise<SQL> {
  if (partner_id !== undefined) await mustBeWithin(scope, db, partner_id)
  return every(
    within(scope, sql`p.id`),
    partner_id !== undefined && under(partner_id, sql`p.id`),
    types.length > 0 && sql`p.type::text = ANY (${list(types)}::text[])`,
  )
}

function setting(column: string): SQL {
  const name = sql.raw(column)
  return sql`(
    SELECT jsonb_build_object('own', (SELECT s.${name} FROM partner_settings s WHERE s.partner_id = p.id), 'inherited', i.value, 'from', i.name)
    FROM (SELECT 1) AS one LEFT JOIN ${nearestOf(sql`SELECT partner_id, ${name} AS value FROM partner_settings WHERE ${name} IS NOT NULL`)} i ON true) AS ${name}`
}

const columns = sql`p.id AS partner_id, p.name AS partner_name, p.type::text AS partner_type,
  ${setting('annul_minutes')}, ${setting('prize_days')}, ${setting('max_lines')}, ${setting('pays_other_agencies')},
  (SELECT coalesce(sum(num_nonnulls(l.min_stake, l.max_stake, l.max_ticket)), 0)::int FROM partner_limits l WHERE l.partner_id = p.id) AS own_limits,
  (SELECT count(*)::int FROM partner_products e WHERE e.partner_id = p.id) AS own_products,
  (SELECT count(*)::int FROM partner_multipliers m WHERE m.partner_id = p.id) AS own_multipliers`

const sortable = { partner_name: sql`p.name_key`, partner_type: sql`p.type` }

/** @throws Problem `not_found`, or `invalid` on a field it cannot be ordered by */
export async function listConfigurations(
  scope: Scope,
  db: Executor,
  asked: Received<typeof betsConfigurations.list>['query'],
): Promise<Answer<typeof betsConfigurations.list>> {
  const partners = await partnersOf(scope, db, { partner_id: asked.partner_id, types: [asked.type] })
  return pageOf(db, asked, {
    columns,
    from: sql`partners p`,
    where: every(partners, matching(asked.q)),
    order: ordered(asked.sort, sortable),
  })
}
