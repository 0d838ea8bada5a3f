/** Movements of an office as its two lists read them: those that come in, and those that go out. */
import { sql, type SQL } from 'drizzle-orm'
import { incomes, type IncomeRow } from '@contract/incomes.ts'
import type { CashMovementRow } from '@contract/cash-movements.ts'
import { outcomes, type OutcomeRow } from '@contract/outcomes.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { listing, readOne, type Reader } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { movesOn } from '../../platform/lists/workflow.ts'
import {
  movedSum,
  movementColumns,
  movementShown,
  movementTables,
  movementPlace,
  writtenOn,
} from '../../rules/cash/movement-rows.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

/** A row as it is read. */
type Raw = CashMovementRow & { register_state: string | null }

const columns = ({ scope }: Reader) => sql`${movementColumns(scope)}, in_register.state AS register_state`

/** Without a register and without days, what counts in the open one or waits to come into it. */
function ofOpenRegister({
  asked,
}: {
  asked: { register_id?: unknown; from?: unknown; to?: unknown }
}): SQL | undefined {
  if (asked.register_id !== undefined || asked.from !== undefined || asked.to !== undefined) return undefined
  return sql`(register.state = 'abierta' OR movement.state = 'por_aceptar')`
}

const filter = {
  register_id: (id: number) => sql`movement.register_id = ${id}`,
  office_id: async (id: number, { scope, db }: Pick<Reader, 'scope' | 'db'>) => {
    await mustBeWithin(scope, db, id)
    return sql`movement.office_id = ${id}`
  },
  state: (state: string) => sql`movement.state = ${state}`,
  currency: (currency: string) => sql`movement.currency = ${currency}`,
  kind: (kind: string) => sql`movement.kind = ${kind}`,
}
const shared = {
  from: movementTables,
  columns,
  shown: { row: sql`movement`, tables: movementShown },
  key: sql`movement.id`,
  filter,
  order: {
    created_at: sql`movement.created_at`,
    amount: sql`movement.amount`,
    type_name: sql`type.name`,
    office_name: movementPlace,
    state: sql`movement.state`,
  },
  search: { plain: [sql`movement.concept`, sql`movement.reference`] },
  period: writtenOn,
  amounts: { currency: sql`movement.currency`, moved: movedSum },
  named: { office_id: (id: number) => nameById('partners', id) },
}

/** Of the caller's offices; and of its own funds what was given to them, which nobody at a counter accepts. */
export const comesIn = (scope: Scope) => sql`movement.direction = 'entra' AND (
  ${within(scope, sql`movement.office_id`)} OR (movement.kind = 'transferencia' AND ${within(scope, sql`fund.partner_id`)}))`
const goesOut = (scope: Scope) => sql`movement.direction = 'sale' AND ${within(scope, sql`movement.office_id`)}`

/** Its register may still be counted anew: what stands in it may change too. */
const isChangeable = ({ register_state }: Raw) => register_state === 'abierta' || register_state === 'devuelta'
const changes = (raw: Raw) => (raw.state === 'registrado' || raw.state === 'por_aprobar') && isChangeable(raw)
export const decidedByAnyone = { accept: () => null, refuse: () => null }

export const incomeList = listing<typeof incomes.list, Raw>(incomes.list, {
  ...shared,
  scope: comesIn,
  alsoWhere: (question) => {
    const open = ofOpenRegister(question)
    const shown = sql`(movement.office_id IS NOT NULL OR movement.state = 'por_aceptar')`
    return open ? sql`${shown} AND ${open}` : shown
  },
  toRow: (raw, { session }): IncomeRow => {
    const { register_state: _, ...row } = raw
    const own = raw.kind === 'ingreso' && changes(raw) ? (['update', 'remove'] as const) : []
    return { ...row, actions: [...own, ...movesOn(incomes, decidedByAnyone, raw, session)] }
  },
})
export const readIncome: (reader: Reader, id: number) => Promise<IncomeRow> = readOne(incomeList)

export const outcomeList = listing<typeof outcomes.list, Raw>(outcomes.list, {
  ...shared,
  scope: goesOut,
  alsoWhere: ofOpenRegister,
  toRow: (raw): OutcomeRow => {
    const { register_state: _, ...row } = raw
    if (raw.kind === 'egreso') return { ...row, actions: changes(raw) ? ['update', 'remove'] : [] }
    return { ...row, actions: raw.state === 'por_aceptar' && isChangeable(raw) ? ['remove'] : [] }
  },
})
export const readOutcome: (reader: Reader, id: number) => Promise<OutcomeRow> = readOne(outcomeList)
