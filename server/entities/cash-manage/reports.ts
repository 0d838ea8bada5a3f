/** What drawers come to: by state, by agency, by day against what was sold, and what they handed over. */
import { sql, type SQL } from 'drizzle-orm'
import {
  cashManage,
  type AuditedDrawer,
  type HandedOver,
  type RegistersByState,
  type RegistersOfAgency,
} from '@contract/cash-manage.ts'
import { namedWithin, under, within, type Scope } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { handledElsewhere, listing, type ListOfContract, type ListQuestion } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { checkRange } from '../../rules/figures/stretch.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { differing, officeSearch } from './list.ts'

interface Asked {
  from?: string | undefined
  to?: string | undefined
  currency?: string | undefined
  partner_id?: number | undefined
}

/** Offices within reach, and below the partner that is asked for. */
const officesOf = (scope: Scope, office: SQL, { partner_id }: Asked): SQL =>
  sql`${within(scope, office)}${partner_id === undefined ? sql`` : sql` AND ${under(partner_id, office)}`}`

const ofCurrency = (column: SQL, { currency }: Asked): SQL =>
  currency === undefined ? sql`true` : sql`${column} = ${currency}::currency`

/** Sums of registers beside their counts: what was short and what was too much stand apart, they do not even out. */
const sums = sql`
  coalesce(sum(sums.expected), 0)::numeric(18, 2) AS expected, coalesce(sum(sums.counted), 0)::numeric(18, 2) AS counted,
  coalesce(sum(sums.expected - sums.counted) FILTER (WHERE sums.expected > sums.counted), 0)::numeric(18, 2) AS short,
  coalesce(sum(sums.counted - sums.expected) FILTER (WHERE sums.counted > sums.expected), 0)::numeric(18, 2) AS over`

/** A row for each currency that its office sells in. */
const registers = sql`
  cash_registers register
  JOIN partners office ON office.id = register.office_id
  CROSS JOIN unnest(office.currencies) each(currency)
  LEFT JOIN cash_sums sums ON sums.register_id = register.id AND sums.currency = each.currency`

/** Of the days that are asked for, by state and currency. */
export async function resumeOf(
  { db, scope }: Context,
  asked: Required<Pick<Asked, 'from' | 'to'>> & Asked,
): Promise<RegistersByState[]> {
  checkRange({ from: asked.from, to: asked.to })
  if (asked.partner_id !== undefined) await mustBeWithin(scope, db, asked.partner_id)
  return db.rows<RegistersByState>(sql`
    SELECT state, currency::text AS currency, registers, expected::text, counted::text, short::text, over::text FROM (
      SELECT register.state, each.currency, count(*)::int AS registers, ${sums}
      FROM ${registers}
      WHERE register.day BETWEEN ${asked.from}::date AND ${asked.to}::date AND ${officesOf(scope, sql`register.office_id`, asked)}
        AND ${ofCurrency(sql`each.currency`, asked)}
      GROUP BY 1, 2
    ) summed ORDER BY currency, array_position(ARRAY['abierta', 'enviada', 'devuelta', 'aprobada'], state)`)
}

const askedPartner = async (id: number, { scope, db }: Pick<ListQuestion, 'scope' | 'db'>) => {
  await mustBeWithin(scope, db, id)
  return undefined
}
const named = { partner_id: (id: number) => nameById('partners', id) }
/** A list's days: each says that it needs them. */
const between = (column: SQL, { from, to }: Asked) => sql`${column} BETWEEN ${from!}::date AND ${to!}::date`
type Question<E extends ListOfContract> = ListQuestion<E> & { asked: Asked }

export const summaryList = listing<typeof cashManage.summary, RegistersOfAgency>(cashManage.summary, {
  gathered: ({ scope, asked }: Question<typeof cashManage.summary>) => ({
    tables: sql`
      summed AS (
        SELECT office.father_id AS agency_id, each.currency, count(*)::int AS registers,
          count(*) FILTER (WHERE register.state = 'abierta')::int AS open,
          count(*) FILTER (WHERE register.state = 'enviada')::int AS waiting,
          count(*) FILTER (WHERE register.state = 'devuelta')::int AS returned,
          count(*) FILTER (WHERE register.state = 'aprobada')::int AS approved, ${sums}
        FROM ${registers}
        WHERE ${between(sql`register.day`, asked)} AND ${officesOf(scope, sql`register.office_id`, asked)}
          AND ${ofCurrency(sql`each.currency`, asked)}
        GROUP BY 1, 2
      )`,
  }),
  from: sql`summed LEFT JOIN partners agency ON agency.id = summed.agency_id`,
  columns: sql`summed.agency_id, of_agency.name AS agency_name, of_agency.code AS agency_code, summed.currency::text AS currency,
    summed.registers, summed.open, summed.waiting, summed.returned, summed.approved, summed.expected::text AS expected,
    summed.counted::text AS counted, summed.short::text AS short, summed.over::text AS over`,
  shown: { row: sql`summed`, tables: sql`LEFT JOIN partners of_agency ON of_agency.id = summed.agency_id` },
  key: [sql`summed.currency`, sql`summed.agency_id`],
  scope: handledElsewhere,
  filter: { currency: handledElsewhere, partner_id: askedPartner },
  period: handledElsewhere,
  search: { folded: [sql`agency.name_key`], plain: [sql`agency.code`] },
  order: {
    agency_name: sql`agency.name`,
    registers: sql`summed.registers`,
    waiting: sql`summed.waiting`,
    counted: sql`summed.counted`,
    short: sql`summed.short`,
    over: sql`summed.over`,
  },
  amounts: {
    currency: sql`summed.currency`,
    expected: sql`sum(summed.expected)::text`,
    counted: sql`sum(summed.counted)::text`,
    short: sql`sum(summed.short)::text`,
    over: sql`sum(summed.over)::text`,
  },
  named,
})

/** Offices of a day stand beside those of their agency, whichever way the days are asked; by name all would be joined first. */
const byOffice = (of: SQL): SQL[] => [sql`${of}.office_id`, sql`${of}.currency`, sql`${of}.day`]
/** The office that a row of a page shows, and its agency. */
const shownOffice = (of: SQL): SQL => sql`
  LEFT JOIN partners of_office ON of_office.id = ${of}.office_id
  LEFT JOIN partners of_agency ON of_agency.id = of_office.father_id`
/** What was sold in a span beside the register's own day; nothing is known of it before it is sent. */
const inSpan = (span: 'antes' | 'despues') => sql`(
  SELECT sum(line.amount) FROM cash_lines line
  WHERE line.register_id = drawer.register_id AND line.currency = drawer.currency AND line.kind = 'venta' AND line.span = ${span})`

export const auditList = listing<typeof cashManage.audit, AuditedDrawer>(cashManage.audit, {
  // A day of an office is there where it sold or kept a register, in each currency in which it did.
  gathered: ({ scope, asked }: Question<typeof cashManage.audit>) => ({
    tables: sql`
      kept AS (
        SELECT register.id AS register_id, register.office_id, register.day, each.currency
        FROM cash_registers register JOIN partners office ON office.id = register.office_id
        CROSS JOIN unnest(office.currencies) each(currency)
        WHERE ${between(sql`register.day`, asked)} AND ${officesOf(scope, sql`register.office_id`, asked)}
          AND ${ofCurrency(sql`each.currency`, asked)}
      ), sold AS (
        SELECT office_id, day, currency, sold FROM sales_days
        WHERE ${between(sql`day`, asked)} AND ${officesOf(scope, sql`office_id`, asked)} AND ${ofCurrency(sql`currency`, asked)}
      ), either AS (
        SELECT office_id, day, currency, coalesce(sold.sold, 0) AS sold,
          -- It sold in a currency that it has no more, or kept no register.
          coalesce(kept.register_id, (
            SELECT register.id FROM cash_registers register
            WHERE register.office_id = sold.office_id AND register.day = sold.day
          )) AS register_id
        FROM kept FULL JOIN sold USING (office_id, day, currency)
      ), drawer AS MATERIALIZED (
        SELECT either.*, sums.expected, sums.counted, sums.counted - sums.expected AS difference
        FROM either LEFT JOIN cash_sums sums ON sums.register_id = either.register_id AND sums.currency = either.currency
      )`,
  }),
  // Each is there; joined like this, those that an order or a count does not speak of are not looked up for it.
  from: sql`drawer
    LEFT JOIN partners office ON office.id = drawer.office_id
    LEFT JOIN partners agency ON agency.id = office.father_id
    LEFT JOIN cash_registers register ON register.id = drawer.register_id`,
  columns: ({
    scope,
  }) => sql`drawer.office_id, of_office.name AS office_name, of_agency.name AS agency_name, drawer.day::text AS day,
    drawer.register_id, coalesce(of_register.state, 'sin_caja') AS kept, drawer.currency::text AS currency,
    drawer.sold::text AS sold, ${inSpan('antes')}::text AS early, ${inSpan('despues')}::text AS late,
    drawer.expected::text AS expected, drawer.counted::text AS counted, drawer.difference::text AS difference, of_register.opened_at,
    ${namedWithin(scope, sql`sender.partner_id`, sql`sender.name`)} AS sent_by, of_register.sent_at,
    ${namedWithin(scope, sql`decider.partner_id`, sql`decider.name`)} AS decided_by, nullif(of_register.observation, '') AS observation`,
  shown: {
    row: sql`drawer`,
    tables: sql`${shownOffice(sql`drawer`)}
      LEFT JOIN cash_registers of_register ON of_register.id = drawer.register_id
      LEFT JOIN users sender ON sender.id = of_register.sent_by
      LEFT JOIN users decider ON decider.id = of_register.decided_by`,
  },
  key: byOffice(sql`drawer`),
  ties: 'ascending',
  scope: handledElsewhere,
  filter: {
    kept: (kept) => sql`coalesce(register.state, 'sin_caja') = ${kept}`,
    currency: handledElsewhere,
    partner_id: askedPartner,
    differs: (differs) => differing[differs](sql`drawer.difference`),
  },
  period: handledElsewhere,
  search: officeSearch,
  order: {
    day: sql`drawer.day`,
    office_name: sql`office.name`,
    agency_name: sql`agency.name`,
    sold: sql`drawer.sold`,
    difference: sql`drawer.difference`,
  },
  amounts: {
    currency: sql`drawer.currency`,
    sold: sql`sum(drawer.sold)::text`,
    expected: sql`coalesce(sum(drawer.expected), 0)::numeric(18, 2)::text`,
    counted: sql`coalesce(sum(drawer.counted), 0)::numeric(18, 2)::text`,
    difference: sql`coalesce(sum(drawer.difference), 0)::numeric(18, 2)::text`,
  },
  named,
})

export const prizesList = listing<typeof cashManage.prizes, HandedOver>(cashManage.prizes, {
  gathered: ({ scope, asked }: Question<typeof cashManage.prizes>) => ({
    tables: sql`
      handed AS (
        SELECT account.partner_id AS office_id, entry.day, account.currency,
          count(*) FILTER (WHERE entry.kind = 'pago_premio')::int AS prizes,
          coalesce(sum(-posting.amount) FILTER (WHERE entry.kind = 'pago_premio'), 0) AS paid,
          coalesce(sum(-posting.amount) FILTER (WHERE entry.kind = 'pago_premio' AND EXISTS (
            SELECT 1 FROM ledger_postings crossed
            JOIN ledger_accounts adjusted ON adjusted.id = crossed.account_id AND adjusted.kind = 'ajustes'
            WHERE crossed.day = entry.day AND crossed.entry_id = entry.id)), 0) AS elsewhere,
          count(*) FILTER (WHERE entry.kind <> 'pago_premio')::int AS refunds,
          coalesce(sum(-posting.amount) FILTER (WHERE entry.kind <> 'pago_premio'), 0) AS given_back
        FROM ledger_accounts account
        JOIN ledger_postings posting ON posting.account_id = account.id AND ${between(sql`posting.day`, asked)}
        JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id
          AND entry.kind IN ('pago_premio', 'reintegro')
        WHERE account.kind = 'caja' AND account.sub = 0 AND ${officesOf(scope, sql`account.partner_id`, asked)}
          AND ${ofCurrency(sql`account.currency`, asked)}
        GROUP BY 1, 2, 3
      )`,
  }),
  from: sql`handed LEFT JOIN partners office ON office.id = handed.office_id LEFT JOIN partners agency ON agency.id = office.father_id`,
  columns: sql`handed.office_id, of_office.name AS office_name, of_agency.name AS agency_name, handed.day::text AS day,
    handed.currency::text AS currency, handed.prizes, handed.paid::text AS paid, handed.elsewhere::text AS elsewhere, handed.refunds,
    handed.given_back::text AS given_back`,
  shown: { row: sql`handed`, tables: shownOffice(sql`handed`) },
  key: byOffice(sql`handed`),
  ties: 'ascending',
  scope: handledElsewhere,
  filter: { currency: handledElsewhere, partner_id: askedPartner },
  period: handledElsewhere,
  search: officeSearch,
  order: {
    day: sql`handed.day`,
    office_name: sql`office.name`,
    agency_name: sql`agency.name`,
    paid: sql`handed.paid`,
    given_back: sql`handed.given_back`,
    elsewhere: sql`handed.elsewhere`,
  },
  amounts: {
    currency: sql`handed.currency`,
    paid: sql`sum(handed.paid)::text`,
    elsewhere: sql`sum(handed.elsewhere)::text`,
    given_back: sql`sum(handed.given_back)::text`,
  },
  named,
})
