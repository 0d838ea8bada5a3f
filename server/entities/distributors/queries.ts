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
import { withDebt } from '../../rules/books/owed.ts'
import { soldOnDay } from '../../rules/figures/sold-today.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { optionsOf, type Wanted } from '../partners/queries.ts'
import { ownColumns } from '../partners/columns.ts'
import { isUnused } from '../partners/remove.ts'

interface RowFacts extends OffAbove {
  father_active: boolean
  unused: boolean
}
type StoredRow = Omit<DistributorRow, 'actions'> & RowFacts
type Action = DistributorRow['actions'][number]

const directs = sql`(SELECT count(*)::int FROM partners child WHERE child.father_id = partner.id)`
const below = (type: PartnerType) =>
  sql`(SELECT count(*)::int FROM partner_ancestors above WHERE above.ancestor_id = partner.id AND above.partner_type = ${type})`

/** Who is above the caller's own partner is not told. */
const columns = (
  scope: Scope,
  today: string,
): SQL => sql`partner.id, ${ownColumns(sql`partner`, distributors.list.list.row)},
  CASE WHEN partner.id <> ${scope.partner_id} THEN partner.father_id END AS father_id,
  CASE WHEN partner.id <> ${scope.partner_id} THEN father.name END AS father_name,
  state.name AS state_name, municipality.name AS municipality_name,
  ${directs} AS directs, ${below('agencia')} AS agencies, ${below('taquilla')} AS offices,
  ${soldOnDay(today, sql`partner.id`)} AS sold_today, ${balanceOf(sql`partner.id`)} AS balance, partner.created_at, partner.version,
  father.status = 'activo' AS father_active, ${isUnused} AS unused, ${offAbove(scope, sql`partner.off_by`)} AS off_above`

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

export const distributorList = listing<typeof distributors.list, StoredRow>(distributors.list, {
  from: sql`partners partner LEFT JOIN partners of ON of.id = partner.father_id LEFT JOIN states place ON place.id = partner.state_id`,
  columns: ({ scope, today }) => columns(scope, today),
  shown: {
    row: sql`partner`,
    tables: sql`
      LEFT JOIN partners father ON father.id = partner.father_id
      LEFT JOIN states state ON state.id = partner.state_id
      LEFT JOIN municipalities municipality ON municipality.id = partner.municipality_id`,
  },
  beside: withDebt,
  key: sql`partner.id`,
  ties: 'ascending',
  scope: (scope) => sql`partner.type = 'distribuidor' AND ${within(scope, sql`partner.id`)}`,
  filter: {
    status: (status) => sql`partner.status = ${status}`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`partner.id`)
    },
    state_id: (state_id) => sql`partner.state_id = ${state_id}`,
    currency: (currency) => sql`${currency}::currency = ANY (partner.currencies)`,
  },
  order: {
    name: sql`partner.name`,
    code: sql`partner.code`,
    father_name: sql`of.name`,
    status: sql`partner.status`,
    directs,
    agencies: below('agencia'),
    offices: below('taquilla'),
    state_name: sql`place.name`,
    created_at: sql`partner.created_at`,
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
export const readDistributor = readOne(distributorList)

/** Distributors of the subtree that are looked for, for a select. */
export function distributorOptions(
  scope: Scope,
  db: Executor,
  asked: Wanted & { status?: PartnerOption['status'] | undefined },
): Promise<{ data: PartnerOption[] }> {
  return optionsOf(scope, db, asked, [
    sql`partner.type = 'distribuidor'`,
    asked.status && sql`partner.status = ${asked.status}`,
  ])
}
