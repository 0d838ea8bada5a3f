/** Registers as they are seen from above, with what each was short of or had too much in one currency. */
import { sql, type SQL } from 'drizzle-orm'
import { cashManage, type ManagedRegister } from '@contract/cash-manage.ts'
import { under, within } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { movesOn } from '../../platform/lists/workflow.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { registerColumns, registerTables, withSums } from '../cash-registers/rows.ts'

/** Whoever sent it does not decide it; where they are all there is, the banca does. */
const decides = ({ own }: Pick<ManagedRegister, 'own'>) => (own ? new Problem('own_register') : null)
export const registerRefusals = { approve: decides, giveBack: decides }

/** Of the difference `of`: how it is asked for. */
export const differing: Record<'con' | 'falta' | 'sobra', (of: SQL) => SQL> = {
  con: (of) => sql`${of} <> 0`,
  falta: (of) => sql`${of} < 0`,
  sobra: (of) => sql`${of} > 0`,
}

const difference = sql`(sums.counted - sums.expected)`
/** An office is found by its own name or code, and by its agency's. */
export const officeSearch = {
  folded: [sql`office.name_key`, sql`agency.name_key`],
  plain: [sql`office.code`, sql`agency.code`],
}
const waits = sql`register.state = 'enviada'`
type Raw = Omit<ManagedRegister, 'actions'>

export const managedList = listing<typeof cashManage.list, Raw>(cashManage.list, {
  from: ({ asked }) => sql`${registerTables}
    CROSS JOIN LATERAL (SELECT coalesce(${asked.currency ?? null}::currency, office.currencies[1]) AS currency) spoken
    LEFT JOIN cash_sums sums ON sums.register_id = register.id AND sums.currency = spoken.currency`,
  columns: (
    reader,
  ) => sql`${registerColumns(reader)}, spoken.currency::text AS currency, sums.expected::text AS expected,
    sums.counted::text AS counted, ${difference}::text AS difference`,
  key: sql`register.id`,
  scope: (scope) => within(scope, sql`register.office_id`),
  filter: {
    state: (state) => sql`register.state = ${state}`,
    currency: (currency) => sql`${currency}::currency = ANY (office.currencies)`,
    partner_id: async (id, { scope, db }) => {
      await mustBeWithin(scope, db, id)
      return under(id, sql`register.office_id`)
    },
    differs: (differs) => differing[differs](difference),
  },
  order: {
    day: sql`register.day`,
    office_name: sql`office.name`,
    agency_name: sql`agency.name`,
    state: sql`register.state`,
    expected: sql`sums.expected`,
    counted: sql`sums.counted`,
    difference,
    sent_at: sql`register.sent_at`,
  },
  // What waits first, the oldest of it on top.
  first: () =>
    sql`(${waits}) DESC, CASE WHEN ${waits} THEN register.day END, register.day DESC, office.name, register.id DESC`,
  search: officeSearch,
  // Of a state that is asked for the days hold: what a figure of some days counts is what it leads to.
  period: ({ from, to }, { asked }) => {
    const within_days = sql`register.day BETWEEN ${from}::date AND ${to}::date`
    return asked.state === undefined ? sql`(${waits} OR ${within_days})` : within_days
  },
  amounts: {
    currency: sql`spoken.currency`,
    expected: sql`coalesce(sum(sums.expected), 0)::numeric(18, 2)::text`,
    counted: sql`coalesce(sum(sums.counted), 0)::numeric(18, 2)::text`,
    difference: sql`coalesce(sum(${difference}), 0)::numeric(18, 2)::text`,
  },
  named: { partner_id: (id) => nameById('partners', id) },
  beside: withSums,
  toRow: (raw, { session }): ManagedRegister => ({
    ...raw,
    actions: movesOn(cashManage, registerRefusals, raw, session),
  }),
})

export const readManaged = readOne(managedList)
