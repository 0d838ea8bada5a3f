/** Gross sales as SQL: the sums that the sale keeps for every partner, product and day. */
import { sql } from 'drizzle-orm'
import { grossSales, type GrossSale } from '@contract/gross-sales.ts'
import { every } from '../../platform/db/connect.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { listing, saidElsewhere } from '../../platform/lists/listing.ts'
import { named } from '../../rules/figures/names.ts'
import { narrowed, subjectOf } from '../../rules/figures/subject.ts'
import { listed } from './general.ts'

const sold = listing<typeof grossSales.list, GrossSale, Awaited<ReturnType<typeof subjectOf>>>(grossSales.list, {
  about: (asked, { db, scope }) => subjectOf(db, scope, asked.partner_id),
  gathered: ({ about, asked: { from, to, level, currency, ...by } }) => ({
    tables: sql`sums AS MATERIALIZED (
      SELECT s.partner_id, s.product_id, s.currency, sum(s.sold) AS sold, sum(s.lines)::int AS lines
      FROM product_days s JOIN (SELECT p.id FROM partners p WHERE ${listed(about, level)}) p ON p.id = s.partner_id
      WHERE ${every(sql`s.day BETWEEN ${from} AND ${to}`, currency && sql`s.currency = ${currency}`, ...narrowed(by, 's'))}
      GROUP BY 1, 2, 3 HAVING sum(s.lines) > 0),
    whole AS MATERIALIZED (SELECT currency, sum(sold) AS sold FROM sums GROUP BY 1)`,
  }),
  // Names of what is not on the page are only looked up where they are searched or sorted by.
  from: ({ asked }) =>
    asked.q || /name|code/.test(asked.sort ?? '')
      ? sql`(SELECT s.*, p.name_key, p.code, product.name AS product_name FROM sums s JOIN partners p ON p.id = s.partner_id JOIN products product ON product.id = s.product_id) s`
      : sql`sums s`,
  columns: sql`s.partner_id, p.name, p.code, p.type, s.product_id::int, product.name AS product_name, s.currency, s.lines, s.sold,
    round(s.sold * 100 / nullif((SELECT whole.sold FROM whole WHERE whole.currency = s.currency), 0), 1) AS share_percent`,
  shown: {
    row: sql`s`,
    tables: sql`JOIN partners p ON p.id = s.partner_id JOIN products product ON product.id = s.product_id`,
  },
  key: [sql`s.partner_id`, sql`s.product_id`, sql`s.currency`],
  scope: saidElsewhere,
  period: saidElsewhere,
  filter: {
    level: saidElsewhere,
    partner_id: saidElsewhere,
    product_id: saidElsewhere,
    bet_type_id: saidElsewhere,
    currency: saidElsewhere,
  },
  search: { folded: [sql`s.name_key`], plain: [sql`s.code`, sql`s.product_name`] },
  order: {
    sold: sql`s.sold`,
    lines: sql`s.lines`,
    name: sql`s.name_key`,
    code: sql`s.code`,
    product_name: sql`s.product_name`,
  },
  first: () => sql`s.currency, s.sold DESC, s.partner_id, s.product_id`,
  amounts: { currency: sql`s.currency`, lines: sql`sum(s.lines)::int`, sold: sql`sum(s.sold)::text` },
  named,
  heading: ({ about }) => ({ Afiliado: about.name }),
})

const list = listOf(sold)

/** A partner outside the caller's subtree is `not_found`. */
export const grossSalesRoutes: Handlers<typeof grossSales> = { list: list.list, export: list.export }
