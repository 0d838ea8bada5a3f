/** What everybody sells and owes against its limits: by level, the most urgent first. */
import { sql, type SQL } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import { limitMarks, salesControl, type ControlRow } from '@contract/sales-control.ts'
import { addDays, weekday } from '@contract/values/dates.ts'
import { handledElsewhere, listing } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { balanceCtes, debtsSubject, sumsOnce, type DebtsSubject } from '../../rules/books/debts.ts'
import { lastSaleOf } from '../../rules/figures/last-sale.ts'
import { owingAt } from '../../rules/figures/subject.ts'
import { partnerSearch } from '../../rules/tree/search.ts'

const owing = sql`partner.type IN ('agencia', 'distribuidor')`

/** How much of a limit is used, in percent; of less than nothing, nothing. Shown cut, not rounded: 79,99 is not yet near. */
const usedOf = (amount: SQL, limit: SQL) => sql`greatest(${amount}, 0) * 100 / ${limit}`

/**
 * `control`: each partner and currency that it sells in or owes in. What it sold is what everybody below it did; what it
 * owes is what it answers for.
 */
function controlCtes({ rows, today, currency }: { rows: SQL; today: string; currency: string | undefined }): SQL {
  const monday = addDays(today, 1 - weekday(today))
  const only = currency === undefined ? sql`true` : sql`each.currency = ${currency}::currency`
  return sql`
    control_unit AS (
      SELECT partner.id AS partner_id, each.currency
      FROM partners partner CROSS JOIN unnest(partner.currencies) each(currency)
      WHERE ${owing} AND partner.status = 'activo' AND ${rows} AND ${only}
      UNION
      SELECT partner_id, currency FROM balance_row
    ),
    sold AS MATERIALIZED (
      SELECT unit.partner_id, unit.currency, sum(hour.sold) AS week, sum(hour.prizes) AS prizes,
        sum(hour.sold) FILTER (WHERE hour.day = ${today}::date) AS today
      FROM control_unit unit
      JOIN sales_hours hour ON hour.partner_id = unit.partner_id AND hour.currency = unit.currency
        AND hour.day BETWEEN ${monday}::date AND ${today}::date
      GROUP BY 1, 2
    ),
    measured AS (
      SELECT unit.partner_id, unit.currency, coalesce(sold.today, 0.00) AS today, coalesce(sold.week, 0.00) AS week, sold.prizes,
        coalesce(balance.debt, 0.00) AS debt, limits.week_limit, limits.debt_limit, coalesce(limits.version, 0) AS version,
        ${usedOf(sql`coalesce(sold.week, 0)`, sql`limits.week_limit`)} AS week_used,
        ${usedOf(sql`coalesce(balance.debt, 0)`, sql`limits.debt_limit`)} AS debt_used,
        coalesce(balance.is_outermost, true) AS is_outermost
      FROM control_unit unit
      LEFT JOIN sold USING (partner_id, currency)
      LEFT JOIN balance_row balance USING (partner_id, currency)
      LEFT JOIN partner_debt_limits limits USING (partner_id, currency)
    ),
    control AS MATERIALIZED (
      SELECT measured.*, greatest(week_used, debt_used) AS used,
        CASE WHEN greatest(week_used, debt_used) >= ${limitMarks.passed} THEN 'pasado'
          WHEN greatest(week_used, debt_used) >= ${limitMarks.near} THEN 'cerca'
          WHEN greatest(week_used, debt_used) IS NULL THEN 'sin_limite' ELSE 'bien' END AS alert,
        NOT EXISTS (SELECT 1 FROM partner_ancestors above JOIN control_unit other ON other.partner_id = above.ancestor_id
          WHERE above.partner_id = measured.partner_id AND above.depth > 0) AS is_top
      FROM measured
    )`
}

type Raw = Omit<ControlRow, 'actions'>

export const controlList = listing<typeof salesControl.list, Raw, DebtsSubject>(salesControl.list, {
  about: ({ partner_id }, reader) => debtsSubject(reader, partner_id, reader.today),
  gathered: ({ about, today, asked: { currency, level } }) => {
    const rows = owingAt(about, level)
    const days = { from: addDays(today, 1 - weekday(today)), to: today }
    const { closed, whole } = about
    return {
      tables: sql`RECURSIVE ${balanceCtes({ rows, ...days, currency, closed, whole })}, ${controlCtes({ rows, today, currency })}`,
    }
  },
  from: sql`control JOIN partners partner ON partner.id = control.partner_id`,
  columns: sql`control.partner_id::text AS key, partner.name, partner.code, partner.type::text AS type,
    EXISTS (SELECT 1 FROM partners child WHERE child.father_id = partner.id AND child.type <> 'taquilla') AS has_children,
    control.currency::text AS currency, control.alert, control.today::text AS today, control.week::text AS week,
    control.week_limit::text AS week_limit, trunc(control.week_used, 1)::text AS week_used, control.debt::text AS debt,
    control.debt_limit::text AS debt_limit, trunc(control.debt_used, 1)::text AS debt_used,
    round(control.prizes * 100 / nullif(control.week, 0), 1)::text AS payout_percent, control.version,
    (SELECT max(${lastSaleOf(sql`below.partner_id`)}) FROM partner_ancestors below
      WHERE below.ancestor_id = partner.id AND below.partner_type = 'taquilla') AS last_sale_at`,
  key: [sql`control.currency`, sql`control.partner_id`],
  scope: handledElsewhere,
  filter: {
    level: handledElsewhere,
    partner_id: handledElsewhere,
    currency: handledElsewhere,
    alert: (alert) => sql`control.alert = ${alert}`,
  },
  search: partnerSearch,
  order: {
    name: sql`partner.name`,
    code: sql`partner.code`,
    // Who has no limit comes after all that have.
    alert: sql`coalesce(control.used, -1)`,
    today: sql`control.today`,
    week: sql`control.week`,
    week_used: sql`control.week_used`,
    debt: sql`control.debt`,
    debt_used: sql`control.debt_used`,
    payout_percent: sql`control.prizes / nullif(control.week, 0)`,
    last_sale_at: sql`(SELECT max(${lastSaleOf(sql`below.partner_id`)}) FROM partner_ancestors below
      WHERE below.ancestor_id = partner.id AND below.partner_type = 'taquilla')`,
  },
  first: () => sql`control.used DESC NULLS LAST, control.currency, control.week DESC, partner.name`,
  // Who stands below another row is in its sum, and what others answer for is owed once.
  counted: (_question, where) =>
    sumsOnce(sql`control`, where, {
      today: { amount: sql`control.today`, once: sql`control.is_top` },
      week: { amount: sql`control.week`, once: sql`control.is_top` },
      debt: { amount: sql`control.debt`, once: sql`control.is_outermost` },
    }),
  amounts: {
    currency: sql`control.currency`,
    today: sql`sum(control.today)::text`,
    week: sql`sum(control.week)::text`,
    debt: sql`sum(control.debt)::text`,
  },
  named: { partner_id: (id) => nameById('partners', id) },
  toRow: (raw, { session, scope }) => ({
    ...raw,
    // Nobody sets what is told about itself.
    actions: allows(rules.registryWrite, session) && Number(raw.key) !== scope.partner_id ? ['limit'] : [],
  }),
})
