/** Distributors as their list and forms see them, limited to the caller's subtree. */
import { sql, type SQL } from 'drizzle-orm'
import { allows, type Who } from '@contract/access/rules.ts'
import { distributors, type DistributorRow } from '@contract/distributors.ts'
import type { PartnerOption, PartnerType } from '@contract/partners.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { offAbove, type OffAbove } from '../../platform/lists/switched-off.ts'
import { listing, readOne } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { balanceOf } from '../../rules/balances/balance.ts'
import { soldOn } from '../../rules/figures/sold-today.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { optionsOf, type Wanted } from '../partners/queries.ts'
import { ownColumns } from '../partners/columns.ts'
import { unused } from '../partners/remove.ts'

interface RowFacts extends OffAbove {
  father_active: boolean
  unused: boolean
}
type StoredRow = Omit<DistributorRow, 'actions'> & RowFacts
type Action = DistributorRow['actions'][number]

const directs = sql`(SELECT count(*)::int FROM partners c WHERE c.father_id = p.id)`
const below = (type: PartnerType) =>
  sql`(SELECT count(*)::int FROM partner_ancestors a WHERE a.ancestor_id = p.id AND a.partner_type = ${type})`

/** Who is above the caller's own partner is not told. */
const columns = (scope: Scope, today: string): SQL => sql`p.id, ${ownColumns(sql`p`, distributors.list.list.row)},
  CASE WHEN p.id <> ${scope.partner_id} THEN p.father_id END AS father_id,
  CASE WHEN p.id <> ${scope.partner_id} THEN f.name END AS father_name,
  st.name AS state_name, mu.name AS municipality_name,
  ${directs} AS directs, ${below('agencia')} AS agencies, ${below('taquilla')} AS offices,
  ${soldOn(today, sql`p.id`)} AS sold_today, ${balanceOf(sql`p.id`)} AS balance, p.created_at, p.version,
  f.status = 'activo' AS father_active, ${unused} AS unused, ${offAbove(scope, sql`p.off_by`)} AS off_above`

/** By the rule of the call behind each action, and by the row's state. Nobody changes what they themselves hang from. */
function actionsOn(row: StoredRow, who: Who & { partner_id: number }): Action[] {
  if (row.id === who.partner_id) return []
  const may: Record<Action, boolean> = {
    update: allows(distributors.update.access, who),
    deactivate: allows(distributors.update.access, who) && row.status === 'activo',
    activate:
      allows(distributors.update.access, who) &&
      row.status === 'inactivo' &&
      row.father_active &&
      row.off_above === null,
    remove: allows(distributors.remove.access, who) && row.unused && row.off_above === null,
  }
  return (Object.keys(may) as Action[]).filter((action) => may[action])
}

export const distributorList = listing(distributors.list, {
  from: sql`partners p LEFT JOIN partners of ON of.id = p.father_id LEFT JOIN states place ON place.id = p.state_id`,
  columns: ({ scope, today }) => columns(scope, today),
  shown: {
    row: sql`p`,
    tables: sql`
      LEFT JOIN partners f ON f.id = p.father_id
      LEFT JOIN states st ON st.id = p.state_id
      LEFT JOIN municipalities mu ON mu.id = p.municipality_id`,
  },
  key: sql`p.id`,
  ties: 'ascending',
  scope: (scope) => sql`p.type = 'distribuidor' AND ${within(scope, sql`p.id`)}`,
  filter: {
    status: (status) => sql`p.status = ${status}`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`p.id`)
    },
    state_id: (state_id) => sql`p.state_id = ${state_id}`,
    currency: (currency) => sql`${currency}::currency = ANY (p.currencies)`,
  },
  order: {
    name: sql`p.name`,
    code: sql`p.code`,
    father_name: sql`of.name`,
    status: sql`p.status`,
    directs,
    agencies: below('agencia'),
    offices: below('taquilla'),
    state_name: sql`place.name`,
    created_at: sql`p.created_at`,
  },
  search: partnerSearch,
  named: {
    partner_id: (id) => nameById('partners', id),
    state_id: (id) => sql`SELECT name FROM states WHERE id = ${id}`,
  },
  toRow: (stored: StoredRow, { session }): DistributorRow => {
    const { father_active: _active, unused: _unused, off_above: _above, ...row } = stored
    return { ...row, actions: actionsOn(stored, session) }
  },
})

/** One distributor within reach. @throws Problem `not_found` */
export const distributorOf = readOne(distributorList)

/** Distributors of the subtree that are looked for, for a select. */
export function distributorOptions(
  scope: Scope,
  db: Executor,
  asked: Wanted & { status?: PartnerOption['status'] | undefined },
): Promise<{ data: PartnerOption[] }> {
  return optionsOf(scope, db, asked, [sql`p.type = 'distribuidor'`, asked.status && sql`p.status = ${asked.status}`])
}
