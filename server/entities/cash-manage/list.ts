/** Registers as they are seen from above, with what each was short of or had too much in one currency. */
import { sql, type SQL } from 'drizzle-orm'
import { cashManage, type ManagedRegister } from '@contract/cash-manage.ts'
import type { Currency } from '@contract/values/currency.ts'
import { under, within } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { movesOn } from '../../platform/lists/workflow.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { registerColumns, registerShown, withSums } from '../cash-registers/rows.ts'

/** Whoever sent it does not decide it; where they are all there is, the banca does. */
const decides = ({ own }: Pick<ManagedRegister, 'own'>) => (own ? new Problem('own_register') : null)
export const registerRefusals = { approve: decides, giveBack: decides }

/** Of the difference `of`: how it is asked for. */
export const differing: Record<'con' | 'falta' | 'sobra', (of: SQL) => SQL> = {
  con: (of) => sql`${of} <> 0`,
  falta: (of) => sql`${of} < 0`,
  sobra: (of) => sql`${of} > 0`,
}

/** Registers with what one of their currencies comes to: the one that is asked for, else the first of its office. */
const registers = (currency: Currency | undefined) => sql`(
  SELECT kept.*, office.name AS office_name, office.father_id AS agency_id, spoken.currency, sums.expected, sums.counted,
    sums.counted - sums.expected AS difference
  FROM cash_registers kept
  LEFT JOIN partners office ON office.id = kept.office_id
  CROSS JOIN LATERAL (SELECT coalesce(${currency ?? null}::currency, office.currencies[1]) AS currency) spoken
  LEFT JOIN cash_sums sums ON sums.register_id = kept.id AND sums.currency = spoken.currency
)`
/** An office is found by its own name or code, and by its agency's. */
export const officeSearch = {
  folded: [sql`office.name_key`, sql`agency.name_key`],
  plain: [sql`office.code`, sql`agency.code`],
}
const waits = sql`register.state = 'enviada'`
type Raw = Omit<ManagedRegister, 'actions'>

export const managedList = listing<typeof cashManage.list, Raw>(cashManage.list, {
  // Each is there; joined like this, those that an order or a count does not speak of are not looked up for it.
  from: ({ asked }) => sql`${registers(asked.currency)} register
    LEFT JOIN partners office ON office.id = register.office_id
    LEFT JOIN partners agency ON agency.id = register.agency_id`,
  columns: (
    reader,
  ) => sql`${registerColumns(reader)}, register.currency::text AS currency, register.expected::text AS expected,
    register.counted::text AS counted, register.difference::text AS difference`,
  shown: { row: sql`register`, tables: registerShown },
  key: sql`register.id`,
  scope: (scope) => within(scope, sql`register.office_id`),
  filter: {
    state: (state) => sql`register.state = ${state}`,
    currency: (currency) => sql`${currency}::currency = ANY (office.currencies)`,
    partner_id: async (id, { scope, db }) => {
      await mustBeWithin(scope, db, id)
      return under(id, sql`register.office_id`)
    },
    differs: (differs) => differing[differs](sql`register.difference`),
  },
  order: {
    day: sql`register.day`,
    office_name: sql`register.office_name`,
    agency_name: sql`agency.name`,
    state: sql`register.state`,
    expected: sql`register.expected`,
    counted: sql`register.counted`,
    difference: sql`register.difference`,
    sent_at: sql`register.sent_at`,
  },
  // What waits first, the oldest of it on top.
  first: () =>
    sql`(${waits}) DESC, CASE WHEN ${waits} THEN register.day END, register.day DESC, register.office_name, register.id DESC`,
  search: officeSearch,
  // Of a state that is asked for the days hold: what a figure of some days counts is what it leads to.
  period: ({ from, to }, { asked }) => {
    const within_days = sql`register.day BETWEEN ${from}::date AND ${to}::date`
    return asked.state === undefined ? sql`(${waits} OR ${within_days})` : within_days
  },
  amounts: {
    currency: sql`register.currency`,
    expected: sql`coalesce(sum(register.expected), 0)::numeric(18, 2)::text`,
    counted: sql`coalesce(sum(register.counted), 0)::numeric(18, 2)::text`,
    difference: sql`coalesce(sum(register.difference), 0)::numeric(18, 2)::text`,
  },
  named: { partner_id: (id) => nameById('partners', id) },
  beside: withSums,
  toRow: (raw, { session }): ManagedRegister => ({
    ...raw,
    actions: movesOn(cashManage, registerRefusals, raw, session),
  }),
})

export const readManaged = readOne(managedList)
