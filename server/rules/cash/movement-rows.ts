/** Movements as every list of them reads them: where each is, of which type and method, and who wrote and decided it. */
import { sql, type SQL } from 'drizzle-orm'
import { inCash } from '@contract/cash-movements.ts'
import { namedWithin, type Scope } from '../../platform/db/scope.ts'
import { clientOn } from '../clients/attach.ts'

/** Cash that is in the drawer, or went out of it. */
export const moved = sql`
  CASE WHEN movement.state IN ('rehusado', 'eliminado') OR (movement.state = 'por_aceptar' AND movement.direction = 'entra') THEN 0.00
    ELSE movement.amount END`
export const movedSum = sql`sum(${moved})::numeric(18, 2)::text`

/** What questions speak of. Each is found by a key: what one does not speak of is not looked up for its count. */
export const movementTables = sql`cash_movements movement
  LEFT JOIN partners office ON office.id = movement.office_id
  LEFT JOIN cash_funds fund ON fund.id = movement.fund_id
  LEFT JOIN expenditure_types type ON type.id = movement.type_id
  LEFT JOIN cash_registers register ON register.id = movement.register_id`
/** What its fields show, under names of its own: joined to the rows of a page alone. */
export const movementShown = sql`
  LEFT JOIN partners at_office ON at_office.id = movement.office_id
  LEFT JOIN cash_funds at_fund ON at_fund.id = movement.fund_id
  LEFT JOIN expenditure_types of_type ON of_type.id = movement.type_id
  LEFT JOIN cash_registers in_register ON in_register.id = movement.register_id
  LEFT JOIN payment_methods method ON method.id = movement.method_id
  LEFT JOIN cash_movements pair ON pair.id = movement.pair_id
  LEFT JOIN partners pair_office ON pair_office.id = pair.office_id
  LEFT JOIN cash_funds pair_fund ON pair_fund.id = pair.fund_id
  LEFT JOIN users writer ON writer.id = movement.created_by
  LEFT JOIN users decider ON decider.id = movement.decided_by`
export const movementPlace = sql`coalesce(office.name, fund.name)`

const person = (scope: Scope, user: string) =>
  namedWithin(scope, sql.raw(`${user}.partner_id`), sql.raw(`${user}.name`))

/** The fields of a movement's row, all but what whoever reads may do with it; of `movementShown`. */
export function movementColumns(scope: Scope): SQL {
  return sql`
    movement.id, movement.kind, movement.state, movement.office_id, coalesce(at_office.name, at_fund.name) AS office_name, movement.type_id,
    of_type.name AS type_name, movement.pair_id, coalesce(pair_office.name, pair_fund.name) AS pair_name, movement.method_id,
    coalesce(method.name, ${inCash}) AS method_name, movement.currency::text AS currency, movement.amount::text AS amount,
    (${moved})::text AS moved, movement.concept, movement.reference, ${clientOn(sql`movement`, sql`movement.kind`)} AS client,
    movement.register_id, in_register.day::text AS register_day, movement.day::text AS day, ${person(scope, 'writer')} AS created_by,
    movement.created_at, ${person(scope, 'decider')} AS decided_by, movement.decided_at, movement.observation, movement.version`
}

/** Written on these business days. */
export const writtenOn = ({ from, to }: { from: string; to: string }) => sql`
  movement.created_at >= (${from}::date)::timestamp AT TIME ZONE (SELECT zone FROM banca)
  AND movement.created_at < (${to}::date + 1)::timestamp AT TIME ZONE (SELECT zone FROM banca)`
