/**
 * What passes from a drawer or a fund to another: two movements, each the other's pair, that wait together
 * until whoever receives accepts or refuses, or whoever gave takes it back.
 */
import { sql } from 'drizzle-orm'
import type { MovementKind } from '@contract/cash-movements.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { carryDebt } from './carried.ts'
import { postGiven, postRefused, postTaken, readMovement, reverse, type MovementSignature } from './movements.ts'

type Place = { office_id: number } | { fund_id: number }

export interface Giving {
  kind: Extract<MovementKind, 'transferencia' | 'recarga'>
  from: Place
  to: Place
  /** The giver's open register; none of a fund. */
  register_id: number | null
  method_id: number | null
  currency: string
  amount: string
  concept: string
}

const officeOf = (place: Place) => ('office_id' in place ? place.office_id : null)
const fundOf = (place: Place) => ('fund_id' in place ? place.fund_id : null)

/** Writes both halves and posts the giver's. Answers the number of each. */
export async function give(
  tx: Tx,
  { kind, from, to, register_id, method_id, currency, amount, concept }: Giving,
  signature: MovementSignature,
): Promise<{ gives: number; takes: number }> {
  const { by, at, today } = signature
  const written = await tx.rows<{ id: number; direction: string }>(sql`
    WITH number AS (
      SELECT nextval(pg_get_serial_sequence('cash_movements', 'id'))::int AS gives,
        nextval(pg_get_serial_sequence('cash_movements', 'id'))::int AS takes
    )
    INSERT INTO cash_movements (id, pair_id, direction, office_id, fund_id, register_id, kind, method_id, currency, amount, concept,
      state, day, created_by, written_by, created_at)
    SELECT half.id, half.pair_id, half.direction, half.office_id, half.fund_id, half.register_id, ${kind}, ${method_id}::int,
      ${currency}::currency, ${amount}::numeric, ${concept}, 'por_aceptar', ${today}::date, ${by}, ${by},
      ${at.toISOString()}::timestamptz
    FROM number CROSS JOIN LATERAL (VALUES
      (number.gives, number.takes, 'sale', ${officeOf(from)}::int, ${fundOf(from)}::int, ${register_id}::int),
      (number.takes, number.gives, 'entra', ${officeOf(to)}::int, ${fundOf(to)}::int, NULL)
    ) half(id, pair_id, direction, office_id, fund_id, register_id)
    RETURNING id, direction`)
  const idOf = (direction: string) => written.find((one) => one.direction === direction)!.id
  const gives = idOf('sale')
  await postGiven(tx, await readMovement(tx, gives), signature)
  return { gives, takes: idOf('entra') }
}

/** Takes both halves of these transfers, in one order for everybody. */
export async function holdHalves(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    SELECT 1 FROM cash_movements movement
    WHERE movement.id = ANY (${list(ids)}::int[]) OR movement.pair_id = ANY (${list(ids)}::int[])
    ORDER BY movement.id FOR UPDATE`)
}

/** The other half goes where its pair went. The caller holds both. */
async function follow(tx: Tx, pair_id: number, state: string, { by, at }: MovementSignature): Promise<void> {
  const moved = await tx.run(sql`
    UPDATE cash_movements SET state = ${state}, decided_by = ${by}, decided_at = ${at.toISOString()}::timestamptz,
      observation = (SELECT pair.observation FROM cash_movements pair WHERE pair.pair_id = ${pair_id}),
      version = version + 1, updated_at = now()
    WHERE id = ${pair_id} AND state = 'por_aceptar'`)
  if (moved !== 1) throw new Error(`movement ${pair_id} did not wait like its pair`)
}

/** The receiving half was moved to `aceptado`, into the register that it names. What comes to another debtor is owed. */
export async function accepted(tx: Tx, taking_id: number, signature: MovementSignature): Promise<void> {
  const taking = await readMovement(tx, taking_id)
  await follow(tx, taking.pair_id!, 'aceptado', signature)
  const giving = await readMovement(tx, taking.pair_id!)
  const debt = await carryDebt(tx, giving, taking, signature)
  await postTaken(tx, taking, giving, signature)
  await debt?.post()
}

/** The receiving half was moved to `rehusado`. */
export async function givenBack(tx: Tx, taking_id: number, signature: MovementSignature): Promise<void> {
  const { pair_id } = await readMovement(tx, taking_id)
  await follow(tx, pair_id!, 'rehusado', signature)
  await postRefused(tx, await readMovement(tx, pair_id!), signature)
}

/** The giving half was moved to `eliminado`, while its register is open; a fund has none. */
export async function takenBack(tx: Tx, giving_id: number, signature: MovementSignature): Promise<void> {
  const giving = await readMovement(tx, giving_id)
  await follow(tx, giving.pair_id!, 'eliminado', signature)
  await reverse(tx, giving, signature)
}
