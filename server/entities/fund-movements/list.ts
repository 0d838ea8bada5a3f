/** What was given to funds and by them: whose each is, and what its people may do with it. */
import { sql, type SQL } from 'drizzle-orm'
import { fundMovements, type FundMovementRow } from '@contract/fund-movements.ts'
import { namedWithin, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne, type Reader } from '../../platform/lists/listing.ts'
import { movesOn } from '../../platform/lists/workflow.ts'
import { writtenOn } from '../../rules/cash/movement-rows.ts'

type Facts = Pick<FundMovementRow, 'own' | 'direction'>
const otherSide = (detail: string) => new Problem('not_your_side', { detail })
const receives = ({ own, direction }: Facts) =>
  own && direction === 'entra' ? null : otherSide('Lo acepta o lo rehúsa quien tiene el fondo que recibe.')
export const givenRefused = {
  accept: receives,
  refuse: receives,
  takeBack: ({ own, direction }: Facts) =>
    own && direction === 'sale' ? null : otherSide('Lo retira quien tiene el fondo que lo dio.'),
}

const waits = sql`movement.state = 'por_aceptar'`
/** Two halves of what passes between funds and drawers; a fund's own moves are none. */
const isGiven = sql`movement.fund_id IS NOT NULL AND movement.pair_id IS NOT NULL`

/** What waits for the caller's own funds. `waiting` is of `cash_movements`. */
export const waitsFor = (scope: Scope, waiting: SQL): SQL => sql`
  ${waiting}.state = 'por_aceptar' AND ${waiting}.direction = 'entra' AND ${waiting}.fund_id IN (
    SELECT fund.id FROM cash_funds fund WHERE fund.partner_id = ${scope.partner_id}::int)`

const person = (scope: Scope, user: string) =>
  namedWithin(scope, sql.raw(`${user}.partner_id`), sql.raw(`${user}.name`))

type Raw = Omit<FundMovementRow, 'actions'>

export const fundMovementList = listing<typeof fundMovements.list, Raw>(fundMovements.list, {
  from: sql`cash_movements movement
    JOIN cash_funds fund ON fund.id = movement.fund_id
    JOIN partners owner ON owner.id = fund.partner_id
    JOIN cash_movements pair ON pair.id = movement.pair_id
    LEFT JOIN partners office ON office.id = pair.office_id
    LEFT JOIN partners agency ON agency.id = office.father_id
    LEFT JOIN cash_funds pair_fund ON pair_fund.id = pair.fund_id
    JOIN users writer ON writer.id = movement.created_by
    LEFT JOIN users decider ON decider.id = movement.decided_by`,
  columns: ({ scope, today }) => sql`
    movement.id, movement.kind, movement.direction, movement.state, movement.fund_id, fund.name AS fund_name,
    owner.name AS partner_name, coalesce(office.name, pair_fund.name) AS pair_name, agency.name AS agency_name,
    movement.currency::text AS currency, movement.amount::text AS amount, movement.concept, movement.day::text AS day,
    CASE WHEN ${waits} THEN ${today}::date - movement.day END AS age, fund.partner_id = ${scope.partner_id}::int AS own,
    ${person(scope, 'writer')} AS created_by, movement.created_at, ${person(scope, 'decider')} AS decided_by, movement.decided_at,
    movement.observation, movement.version`,
  key: sql`movement.id`,
  scope: (scope) => sql`${isGiven} AND ${within(scope, sql`fund.partner_id`)}`,
  filter: {
    state: (state) => sql`movement.state = ${state}`,
    fund_id: (id) => sql`movement.fund_id = ${id}`,
    currency: (currency) => sql`movement.currency = ${currency}`,
  },
  order: {
    created_at: sql`movement.created_at`,
    fund_name: sql`fund.name`,
    agency_name: sql`agency.name`,
    amount: sql`movement.amount`,
    state: sql`movement.state`,
    age: sql`CASE WHEN ${waits} THEN now() - movement.created_at END`,
  },
  // What waits first, the oldest of it on top.
  first: () =>
    sql`(${waits}) DESC, CASE WHEN ${waits} THEN movement.created_at END, movement.created_at DESC, movement.id DESC`,
  search: {
    folded: [sql`office.name_key`, sql`agency.name_key`, sql`fund.name_key`],
    plain: [sql`movement.concept`],
  },
  period: (days) => sql`(${waits} OR (${writtenOn(days)}))`,
  named: { fund_id: (id) => sql`SELECT fund.name FROM cash_funds fund WHERE fund.id = ${id}` },
  toRow: (raw, { session }): FundMovementRow => ({
    ...raw,
    actions: movesOn(fundMovements, givenRefused, raw, session),
  }),
})
export const readFundMovement: (reader: Reader, id: number) => Promise<FundMovementRow> = readOne(fundMovementList)
