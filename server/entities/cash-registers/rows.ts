/** Registers as they are listed and read, at the counter and above it. */
import { sql } from 'drizzle-orm'
import { cashRegisters, type RegisterDetail, type RegisterRow } from '@contract/cash-registers.ts'
import type { CashSum } from '@contract/cash-counts.ts'
import { allows } from '@contract/access/rules.ts'
import type { SessionUser } from '@contract/session.ts'
import { list } from '../../platform/db/connect.ts'
import { namedWithin, within, type Scope } from '../../platform/db/scope.ts'
import { listing, readOne, type Reader } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import {
  drawerSums,
  readDrawerCounts,
  readDrawerLines,
  readDrawerOpenings,
  readRegister,
  readSums,
} from '../../rules/cash/drawer.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

type Raw = Omit<RegisterRow, 'actions'>

const userName = (scope: Scope, user: string) =>
  namedWithin(scope, sql.raw(`${user}.partner_id`), sql.raw(`${user}.name`))

/** What a register's row shows, under names of its own: joined to the rows of a page alone. */
export const registerShown = sql`
  LEFT JOIN partners of_office ON of_office.id = register.office_id
  LEFT JOIN partners of_agency ON of_agency.id = of_office.father_id
  LEFT JOIN users opener ON opener.id = register.opened_by
  LEFT JOIN users sender ON sender.id = register.sent_by
  LEFT JOIN users decider ON decider.id = register.decided_by`

export const registerColumns = ({ scope, session }: Pick<Reader, 'scope' | 'session'>) => sql`
  register.id, register.office_id, of_office.name AS office_name, of_office.code AS office_code, of_agency.name AS agency_name,
  register.day::text AS day, register.state, register.observation, register.refusal, ${userName(scope, 'opener')} AS opened_by,
  register.opened_at, ${userName(scope, 'sender')} AS sent_by, register.sent_at, ${userName(scope, 'decider')} AS decided_by,
  register.decided_at, register.sent_by IS NOT DISTINCT FROM ${session.id}::int AS own, register.version`

/** Rows with what each should hold and what was counted. */
export async function withSums<R extends { id: number; state: RegisterRow['state'] }>(
  found: readonly R[],
  { db }: Pick<Reader, 'db'>,
) {
  const sums = await readSums(db, found)
  return found.map((row) => ({ ...row, sums: sums.get(row.id) ?? [] }))
}

/** What the counter may do with one. */
function counterActions({ state }: Pick<RegisterRow, 'state'>, session: SessionUser): RegisterRow['actions'] {
  const isOpen = state === 'abierta' || state === 'devuelta'
  return isOpen && allows(cashRegisters.count.access, session) ? ['count', 'send'] : []
}

const said: Parameters<typeof listing<typeof cashRegisters.list, Raw>>[1] = {
  // It is there; joined like this, it is not looked up for an order or a count that does not speak of it.
  from: sql`cash_registers register LEFT JOIN partners office ON office.id = register.office_id`,
  columns: registerColumns,
  shown: { row: sql`register`, tables: registerShown },
  key: sql`register.id`,
  scope: (scope) => within(scope, sql`register.office_id`),
  filter: {
    state: (state) => sql`register.state = ${state}`,
    office_id: async (id, { scope, db }) => {
      await mustBeWithin(scope, db, id)
      return sql`register.office_id = ${id}`
    },
  },
  order: { day: sql`register.day`, state: sql`register.state`, office_name: sql`office.name` },
  period: ({ from, to }) => sql`register.day BETWEEN ${from}::date AND ${to}::date`,
  named: { office_id: (id) => nameById('partners', id) },
  beside: withSums,
  toRow: (raw, { session }): RegisterRow => ({ ...raw, actions: counterActions(raw, session) }),
}
export const registerList = listing<typeof cashRegisters.list, Raw>(cashRegisters.list, said)

/** Without its sums, which follow from what is read of it besides: the postings of an open one are added up once. */
const readRow: (reader: Reader, id: number) => Promise<RegisterRow> = readOne(
  listing<typeof cashRegisters.list, Raw>(cashRegisters.list, {
    ...said,
    beside: (found) => Promise.resolve(found.map((row) => ({ ...row, sums: [] }))),
  }),
)

interface HandoverRow {
  id: number
  at: string
  signed_by: string | null
  sums: CashSum[]
  notes: string
}

/** What stands behind a register's sums: lines, counts and handovers. */
export async function registerDetailOf<R extends { id: number }>(
  { db, scope }: Pick<Reader, 'db' | 'scope'>,
  row: R,
): Promise<R & Pick<RegisterDetail, 'sums' | 'lines' | 'openings' | 'counts' | 'handovers'>> {
  const register = await readRegister(db, row.id)
  const counts = await readDrawerCounts(db, row.id)
  const openings = await readDrawerOpenings(db, register)
  const lines = await readDrawerLines(db, register)
  const named = counts.flatMap(({ method_id }) => (method_id === null ? [] : [method_id]))
  const methods = await db.rows<{ id: number; name: string }>(sql`
    SELECT id, name FROM payment_methods WHERE id = ANY (${list(named)}::int[])`)
  const names = new Map(methods.map(({ id, name }) => [id, name]))
  return {
    ...row,
    sums:
      register.state === 'abierta'
        ? drawerSums(register, { openings, lines, counts: null })
        : ((await readSums(db, [register])).get(row.id) ?? []),
    lines,
    openings,
    counts: counts.map((one) => ({ ...one, method_name: names.get(one.method_id ?? 0) ?? null })),
    handovers: await db.rows<HandoverRow>(sql`
      SELECT handover.id, handover.at, ${userName(scope, 'signer')} AS signed_by, handover.sums, handover.notes
      FROM cash_handovers handover JOIN users signer ON signer.id = handover.signed_by
      WHERE handover.register_id = ${row.id} ORDER BY handover.id`),
  }
}

/** @throws Problem `not_found` */
export async function readDetail(reader: Reader, id: number): Promise<RegisterDetail> {
  return registerDetailOf(reader, await readRow(reader, id))
}
