/** What was sold on each system and here, by partner and currency: never two currencies together. */
import { sql, type SQL } from 'drizzle-orm'
import { externalSales, type GlobalLevel } from '@contract/external-sales.ts'
import { under } from '../../platform/db/scope.ts'
import { listing, handledElsewhere, wholeBanca } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { withoutDistributor } from '../../rules/figures/names.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

/**
 * Sums of an agency's day: own ones, and those that stand of other systems. Own ones by product are kept of the agency,
 * and are many more rows than the days of its offices, which hold the same sums of all products together.
 */
function soldOf(product_id: number | undefined): SQL {
  const own =
    product_id === undefined
      ? sql`
        SELECT d.day, o.father_id AS agency_id, NULL::int AS system_id, NULL::int AS product_id, d.currency, d.sold, d.prizes,
          d.commission
        FROM sales_days d JOIN partners o ON o.id = d.office_id`
      : sql`SELECT d.day, d.partner_id AS agency_id, NULL::int AS system_id, d.product_id, d.currency, d.sold, d.prizes, d.commission
        FROM product_days d JOIN partners a ON a.id = d.partner_id AND a.type = 'agencia'`
  return sql`(
    ${own}
    UNION ALL
    SELECT e.day, e.agency_id, e.system_id, e.product_id, e.currency, e.sold, e.prizes, e.commission
    FROM external_entries e
    WHERE e.replaced_by IS NULL
  )`
}

const sums = ['sold', 'prizes', 'commission'] as const
const added = (add: 'sum' | 'few_sum') =>
  sql.join(
    sums.map((name) => sql.raw(`${add}(u.${name}) AS ${name}`)),
    sql`, `,
  )

/** Rows `partner_id, system_id, currency` and their sums, one partner for each agency. */
function ofAgencies(level: GlobalLevel, rows: SQL): SQL {
  const [partner, add] =
    level === 'banca'
      ? ([sql`(SELECT id FROM partners WHERE type = 'banca')`, 'sum'] as const)
      : ([sql`u.agency_id`, 'few_sum'] as const)
  return sql`SELECT ${partner} AS partner_id, u.system_id, u.currency, ${added(add)} FROM ${rows} GROUP BY 1, 2, 3`
}

/**
 * Where each agency `a` counts: in every distributor above it, within the partner asked for, which stands for itself where
 * it is below them; in none, under a row of its own.
 */
function placesOf(partner_id: number | undefined): SQL {
  const within =
    partner_id === undefined
      ? sql`d.type = 'distribuidor'`
      : sql`(d.type = 'distribuidor' AND ${under(partner_id, sql`d.id`)} OR d.type = 'agencia' AND d.id = ${partner_id})`
  const places = sql`
    SELECT x.partner_id AS agency_id, d.id
    FROM partner_ancestors x
    JOIN partners d ON d.id = x.ancestor_id AND ${within}
    WHERE x.partner_type = 'agencia'`
  return sql`place AS MATERIALIZED (${places}), f AS MATERIALIZED (
    SELECT coalesce(p.id, 0) AS partner_id, a.system_id, a.currency, sum(a.sold) AS sold, sum(a.prizes) AS prizes,
      sum(a.commission) AS commission, sum(a.net) AS net
    FROM a LEFT JOIN place p ON p.agency_id = a.partner_id GROUP BY 1, 2, 3)`
}

/**
 * `a`: sums of partners that lie in no other one of them, whose totals are everybody's; `f`: the rows. Distributors lie
 * inside one another, each with all that is below it, so that their rows come to more than there is.
 */
export const global = listing<typeof externalSales.global>(externalSales.global, {
  gathered: ({ asked: { level, product_id, partner_id } }, where) => ({
    tables: sql`a AS MATERIALIZED (
      SELECT x.*, x.sold - x.prizes - x.commission AS net FROM (${ofAgencies(level, sql`${soldOf(product_id)} u WHERE ${where}`)}) x
      WHERE x.sold <> 0 OR x.prizes <> 0 OR x.commission <> 0
    ), ${level === 'distribuidor' ? placesOf(partner_id) : sql`f AS (SELECT * FROM a)`},
    w AS (SELECT partner_id, currency, few_sum(sold) AS sold FROM f GROUP BY 1, 2)`,
    taken: true,
  }),
  from: ({ asked: { sort = 'name' } }) =>
    sql`f ${
      sort.endsWith('system_name')
        ? sql`LEFT JOIN external_systems system ON system.id = f.system_id`
        : sort.endsWith('name')
          ? sql`LEFT JOIN partners place ON place.id = f.partner_id`
          : sql``
    }`,
  shown: {
    row: sql`f`,
    tables: sql`
      LEFT JOIN partners p ON p.id = f.partner_id
      LEFT JOIN external_systems s ON s.id = f.system_id
      JOIN w ON w.partner_id = f.partner_id AND w.currency = f.currency`,
  },
  columns: sql`
    concat_ws(':', f.partner_id, coalesce(f.system_id, 0), f.currency) AS key, f.partner_id,
    coalesce(p.name, ${withoutDistributor}) AS name, coalesce(p.code, '') AS code, f.system_id,
    coalesce(s.name, 'Ventas propias') AS system_name, f.currency::text AS currency, f.sold, f.prizes, f.commission, f.net,
    CASE WHEN w.sold > 0 THEN round(f.sold * 100 / w.sold, 1)::text END AS share`,
  key: [sql`f.currency`, sql`f.partner_id`, sql`coalesce(f.system_id, 0)`],
  ties: 'ascending',
  scope: wholeBanca,
  filter: {
    level: handledElsewhere,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`u.agency_id`)
    },
    system_id: (system_id) => sql`u.system_id = ${system_id}`,
    product_id: (product_id) => sql`u.product_id = ${product_id}`,
    currency: (currency) => sql`u.currency = ${currency}`,
  },
  order: {
    name: sql`coalesce(place.name, ${withoutDistributor})`,
    system_name: sql`system.name`,
    sold: sql`f.sold`,
    prizes: sql`f.prizes`,
    commission: sql`f.commission`,
    net: sql`f.net`,
  },
  counted: sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s), '[]') AS totals FROM (
      SELECT a.currency::text AS currency, (SELECT count(*)::int FROM f WHERE f.currency = a.currency) AS rows,
        sum(a.sold)::text AS sold, sum(a.prizes)::text AS prizes, sum(a.commission)::text AS commission, sum(a.net)::text AS net
      FROM a GROUP BY a.currency ORDER BY a.currency) s`,
  period: ({ from, to }) => sql`u.day BETWEEN ${from}::date AND ${to}::date`,
  amounts: {
    currency: sql`f.currency`,
    sold: sql`sum(f.sold)::text`,
    prizes: sql`sum(f.prizes)::text`,
    commission: sql`sum(f.commission)::text`,
    net: sql`sum(f.net)::text`,
  },
  named: {
    partner_id: (partner_id) => nameById('partners', partner_id),
    system_id: (system_id) => nameById('external_systems', system_id),
    product_id: (product_id) => nameById('products', product_id),
  },
})
