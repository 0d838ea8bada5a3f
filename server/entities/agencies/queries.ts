/** Agencies as their lists and forms see them, limited to the caller's subtree. */
import { sql, type SQL } from 'drizzle-orm'
import { agencies, type AgencyRow } from '@contract/agencies.ts'
import type { Answer } from '@contract/endpoint.ts'
import type { PartnerOption } from '@contract/partners.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { publicName, under, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne, type ListQuery, type Listing } from '../../platform/lists/listing.ts'
import { searchCondition, nameById } from '../../platform/lists/names.ts'
import { offAbove } from '../../platform/lists/switched-off.ts'
import { aboveOf, optionColumns, optionsOf, type Wanted } from '../partners/queries.ts'
import { balanceOf } from '../../rules/balances/balance.ts'
import { withDebt } from '../../rules/books/owed.ts'
import { availableSums } from '../../rules/prepaid/movements.ts'
import { lastSaleOf } from '../../rules/figures/last-sale.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { ownColumns } from '../partners/columns.ts'
import { isUnused } from '../partners/remove.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { agencyActions, type AgencyFacts } from './actions.ts'

type ConfigRow = Answer<typeof agencies.saveConfig>

/** What a row shows besides `partner`. Each agency has one of each at most: what a statement does not ask for is not looked up. */
const around = sql`
  LEFT JOIN partners father ON father.id = partner.father_id
  LEFT JOIN partners responsible ON responsible.id = coalesce(partner.payments_responsible_partner_id, partner.father_id)
  LEFT JOIN states state ON state.id = partner.state_id
  LEFT JOIN municipalities municipality ON municipality.id = partner.municipality_id`
/** The same for the order, which is found before the rows. */
const placing = sql`
  LEFT JOIN partners of ON of.id = partner.father_id
  LEFT JOIN partners payer ON payer.id = coalesce(partner.payments_responsible_partner_id, partner.father_id)
  LEFT JOIN states placed ON placed.id = partner.state_id
  LEFT JOIN municipalities place ON place.id = partner.municipality_id`

const lastSaleAt = sql`(SELECT max(${lastSaleOf(sql`office.id`)}) FROM partners office WHERE office.father_id = partner.id)`

/** Rows of days that are added up at once: a large banca has as many in one day. */
const addedUp = 20_000
/** The same for each row that a page reaches to, from who sold last: in so many, as many agencies have sold. */
const addedUpForOne = 20

/** Of a page in this order, and of nothing narrower, how many rows it reaches to; none where it has to look at all. */
function reach({ sort, page = 1, per_page, ...filters }: ListQuery): number | undefined {
  const isNarrowed = Object.values(filters).some((one) => one !== undefined)
  return sort === '-last_sale_at' && per_page !== undefined && !isNarrowed ? page * per_page : undefined
}

/**
 * `last (id, at)`: the same of every agency of the scope that ever sold, for their order. The newest days are added up, as
 * many as have so many rows; office by office are looked at only agencies that sold nothing in them, and the few of a partner
 * below. A page from who sold last needs none of these, where so many as it reaches to sold in the newest days.
 */
function lastSales(scope: Scope, reached: number | undefined): SQL {
  const one = sql`SELECT partner.id, ${lastSaleAt} AS at FROM partners partner WHERE ${ownAgencies(scope)}`
  if (!scope.whole) return sql`last AS MATERIALIZED (${one})`
  const newest = reached === undefined ? addedUp : Math.min(reached * addedUpForOne, addedUp)
  return sql`before AS MATERIALIZED (
      SELECT max(day) AS day FROM sales_days WHERE day < (SELECT day FROM sales_days ORDER BY day DESC OFFSET ${newest - 1} LIMIT 1)
    ),
    recent AS MATERIALIZED (
      SELECT office.father_id AS id, max(sales_day.last_sale_at) AS at FROM sales_days sales_day
      JOIN partners office ON office.id = sales_day.office_id
      WHERE sales_day.last_sale_at IS NOT NULL AND sales_day.day > coalesce((SELECT day FROM before), '-infinity') GROUP BY 1
    ),
    last AS MATERIALIZED (
      SELECT id, at FROM recent
      UNION ALL ${one} AND (SELECT day FROM before) IS NOT NULL
        AND ((SELECT count(*) FROM recent) < ${reached ?? null}::bigint) IS NOT FALSE
        AND NOT EXISTS (SELECT 1 FROM recent WHERE recent.id = partner.id))`
}

const columns = (
  scope: Scope,
) => sql`partner.id, ${ownColumns(sql`partner`, agencies.list.list.row)}, partner.father_id, father.name AS father_name,
  state.name AS state_name, municipality.name AS municipality_name,
  (SELECT count(*)::int FROM partners office WHERE office.father_id = partner.id AND office.type = 'taquilla') AS offices,
  responsible.id AS payments_responsible_partner_id, ${publicName(scope, sql`responsible`)} AS payments_responsible_name,
  ${lastSaleAt} AS last_sale_at, ${balanceOf(sql`partner.id`)} AS balance, 
  ${availableSums(sql`partner.id`, sql`partner.currencies`)} AS available, partner.created_at, partner.version,
  father.status = 'activo' AS father_active, ${isUnused} AS unused, ${offAbove(scope, sql`partner.off_by`)} AS off_above`

const order = {
  name: sql`partner.name`,
  code: sql`partner.code`,
  father_name: sql`of.name`,
  document: sql`partner.document`,
  state_name: sql`placed.name`,
  municipality_name: sql`place.name`,
  status: sql`partner.status`,
  payments_responsible_name: sql`payer.name`,
  offices: sql`(SELECT count(*) FROM partners office WHERE office.father_id = partner.id AND office.type = 'taquilla')`,
  last_sale_at: sql`last.at`,
  created_at: sql`partner.created_at`,
}
const isByLastSale = (sort: string | undefined) => sort?.endsWith('last_sale_at') === true

type StoredRow = Omit<AgencyRow, 'actions'> & AgencyFacts

function ownAgencies(scope: Scope): SQL {
  return sql`partner.type = 'agencia' AND ${within(scope, sql`partner.id`)}`
}

/** What both lists ask of the same tables. A partner outside the caller's subtree is not found. */
const asked: Pick<
  Listing<typeof agencies.list, StoredRow>,
  'from' | 'gathered' | 'counted' | 'key' | 'ties' | 'scope' | 'filter' | 'order' | 'search' | 'named'
> = {
  from: ({ asked: { sort } }) =>
    sql`partners partner ${placing} ${isByLastSale(sort) ? sql`LEFT JOIN last ON last.id = partner.id` : sql``}`,
  gathered: ({ scope, asked }) => ({ tables: isByLastSale(asked.sort) ? lastSales(scope, reach(asked)) : undefined }),
  // Filters and search look at the agency alone.
  counted: (_question, where) =>
    sql`SELECT count(*)::int AS total, NULL::json AS totals FROM partners partner WHERE ${where}`,
  key: sql`partner.id`,
  ties: 'ascending',
  scope: ownAgencies,
  filter: {
    status: (status) => sql`partner.status = ${status}`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`partner.id`)
    },
    state_id: (state_id) => sql`partner.state_id = ${state_id}`,
    currency: (currency) => sql`${currency}::currency = ANY (partner.currencies)`,
    sells: (how) => sql`partner.prepaid = ${how === 'prepago'}`,
  },
  order,
  search: partnerSearch,
  named: {
    partner_id: (id) => nameById('partners', id),
    state_id: (id) => sql`SELECT name FROM states WHERE id = ${id}`,
  },
}

export const agencyList = listing<typeof agencies.list, StoredRow>(agencies.list, {
  ...asked,
  columns: ({ scope }) => columns(scope),
  shown: { row: sql`partner`, tables: around },
  beside: withDebt,
  toRow: ({ father_active, unused: is_unused, off_above, ...row }: StoredRow, { session }): AgencyRow => ({
    ...row,
    actions: agencyActions({ status: row.status, father_active, unused: is_unused, off_above }, session),
  }),
})

/** The same agencies in short rows. */
export const shortList = listing(agencies.short, {
  ...asked,
  columns: ({ scope }) => optionColumns(scope),
  shown: { row: sql`partner`, tables: ({ scope }) => aboveOf(scope) },
})

/** One agency within reach. @throws Problem `not_found` */
export const readAgency = readOne(agencyList)

/** Agencies of the subtree that are looked for, for a select. */
export function agencyOptions(
  scope: Scope,
  db: Executor,
  asked: Wanted & { status?: PartnerOption['status'] | undefined },
): Promise<{ data: PartnerOption[] }> {
  return optionsOf(scope, db, asked, [
    sql`partner.type = 'agencia'`,
    asked.status && sql`partner.status = ${asked.status}`,
  ])
}

/**
 * Who answers for each agency's payments, and who may: the agency itself and its ancestors within
 * the caller's reach, nearest first. With `id`, that agency alone; else the first `limit` that `q` finds, by name.
 * @throws Problem `not_found`
 */
export async function responsibles(
  scope: Scope,
  db: Executor,
  { id, q, limit }: Wanted,
): Promise<{ data: ConfigRow[] }> {
  const data = await db.rows<ConfigRow>(sql`
    SELECT partner.id, partner.name, responsible.id AS payments_responsible_partner_id, responsible.name AS payments_responsible_name,
      jsonb_build_array(jsonb_build_object('id', partner.id, 'name', partner.name, 'type',
        partner.type)) || coalesce(above.candidates, '[]') AS candidates
    FROM partners partner ${around}
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('id', up.id, 'name', up.name, 'type', up.type) ORDER BY above.depth) AS candidates
      FROM partner_ancestors above
      JOIN partners up ON up.id = above.ancestor_id
      WHERE above.partner_id = partner.father_id AND ${within(scope, sql`above.ancestor_id`)}
    ) above ON true
    WHERE ${every(ownAgencies(scope), id === undefined ? searchCondition(partnerSearch, q) : sql`partner.id = ${id}`)}
    ORDER BY partner.name, partner.id
    LIMIT ${limit}`)
  if (id !== undefined && data.length === 0) throw new Problem('not_found')
  return { data }
}
