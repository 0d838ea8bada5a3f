/** Writing incomes and outcomes into an office's open register, and correcting and deleting them until it is sent. */
import { sql } from 'drizzle-orm'
import type { OperationClient } from '@contract/clients.ts'
import { centsFault, type Currency } from '@contract/values/currency.ts'
import { hasCents } from '@contract/values/money.ts'
import type { Executor, Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { attachClient, detachClient } from '../clients/attach.ts'
import { lockTree } from '../tree/tree.ts'
import { postWritten, readMovement, reverse, type MovementSignature } from './movements.ts'
import { shareOpenRegister } from './open-register.ts'
import { sendRegister } from './registers.ts'
import { holdHalves, takenBack } from './transfers.ts'

export type WrittenKind = 'ingreso' | 'egreso'
type Use = 'ingresos' | 'egresos' | 'transacciones'

export interface MovementForm {
  type_id: number
  currency: Currency
  amount: string
  method_id: number | null
  concept: string
  reference: string
  client?: OperationClient | null | undefined
}

/** What no schema can say of money that an office moves. @throws Problem `amount_decimals`, `currency_not_sold`, `method_elsewhere` */
export async function mustFitOffice(
  db: Executor,
  office_id: number,
  use: Use,
  { currency, amount, method_id }: Pick<MovementForm, 'currency' | 'amount' | 'method_id'>,
): Promise<void> {
  if (hasCents(amount, currency)) throw Problem.on('amount', 'amount_decimals', centsFault(currency))
  const fits = await db.one<{ sells: boolean; pays: boolean }>(sql`
    SELECT ${currency}::currency = ANY (office.currencies) AS sells, ${method_id}::int IS NULL OR EXISTS (
      SELECT 1 FROM payment_methods method
      JOIN partner_ancestors above ON above.ancestor_id = method.partner_id AND above.partner_id = office.id
      WHERE method.id = ${method_id}::int AND method.currency = ${currency}::currency AND method.status = 'activo'
        AND ${use} = ANY (method.uses)
    ) AS pays
    FROM partners office WHERE office.id = ${office_id}`)
  if (!fits!.sells) throw Problem.on('currency', 'currency_not_sold', 'La taquilla no trabaja con esa moneda')
  if (!fits!.pays)
    throw Problem.on('method_id', 'method_elsewhere', 'Elija un método de su línea, de esa moneda y de este uso')
}

/** Whether a movement of a type waits to be decided: nowhere in Panama. @throws Problem `not_found` on the type */
async function stateOf(db: Executor, office_id: number, kind: WrittenKind, type_id: number): Promise<string> {
  const type = await db.one<{ asks: boolean }>(sql`
    SELECT (type.needs_approval OR type.borne_by = 'banca') AND banca.country_iso2 <> 'PA' AS asks
    FROM expenditure_types type
    JOIN partners owner ON owner.id = type.partner_id
    CROSS JOIN banca
    WHERE type.id = ${type_id} AND type.direction = ${kind} AND type.status = 'activo'
      AND (owner.type = 'banca' OR owner.id = (SELECT office.father_id FROM partners office WHERE office.id = ${office_id}))`)
  if (!type) throw Problem.on('type_id', 'not_found', 'El tipo no existe, o ya no se usa')
  return type.asks ? 'por_aprobar' : 'registrado'
}

const usedIn = (kind: WrittenKind): Use => (kind === 'ingreso' ? 'ingresos' : 'egresos')

/**
 * Writes one into the office's open register. Answers its number. @throws Problem `register_not_open`, `not_found` on the type,
 * and what `mustFitOffice` and `attachClient` do.
 */
export async function write(
  tx: Tx,
  kind: WrittenKind,
  office_id: number,
  form: MovementForm,
  signature: MovementSignature,
): Promise<number> {
  await lockTree(tx, 'add')
  await mustFitOffice(tx, office_id, usedIn(kind), form)
  const state = await stateOf(tx, office_id, kind, form.type_id)
  const register = await shareOpenRegister(tx, office_id)
  const { by, at, today } = signature
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO cash_movements (kind, direction, office_id, register_id, type_id, method_id, currency, amount, concept, reference,
      state, day, created_by, written_by, created_at)
    VALUES (${kind}, ${kind === 'ingreso' ? 'entra' : 'sale'}, ${office_id}, ${register.id}, ${form.type_id}, ${form.method_id},
      ${form.currency}, ${form.amount}, ${form.concept}, ${form.reference}, ${state}, ${today}::date, ${by}, ${by},
      ${at.toISOString()}::timestamptz)
    RETURNING id`)
  const { id } = made!
  await attachClient(tx, form.client, { kind, day: today, id: String(id), office_id, by, at })
  await postWritten(tx, await readMovement(tx, id), signature)
  return id
}

interface Place {
  office_id: number
  register_id: number | null
}
/** Which one is meant, and where it counts, as it was read. */
export interface Written extends Place {
  id: number
  kind: WrittenKind
  day: string
}

/**
 * Nobody sends its register meanwhile. One that was returned keeps its cut: its lines are written anew, by what is answered,
 * once the movement has changed, and whoever looked at them before looks again. @throws Problem `register_not_open`
 */
async function holdItsRegister(tx: Tx, { register_id }: Place): Promise<() => Promise<unknown>> {
  await lockTree(tx, 'add')
  const open = await tx.one(sql`
    SELECT 1 FROM cash_registers WHERE id = ${register_id} AND state = 'abierta' FOR SHARE`)
  if (open) return () => Promise.resolve()
  const returned = await tx.run(sql`
    UPDATE cash_registers SET version = version + 1, updated_at = now() WHERE id = ${register_id} AND state = 'devuelta'`)
  if (returned === 1) return () => sendRegister(tx, register_id!)
  throw new Problem('register_not_open', { detail: 'La caja de este movimiento ya se envió: no se cambia.' })
}

/** Nobody has decided it. */
const undecided = sql`state IN ('registrado', 'por_aprobar')`

/**
 * Corrects one while its register is open or was returned: what it posted is reversed, and what it says now is posted. Answers whether it
 * was done: false where somebody moved or saved it before. @throws Problem as `write` does
 */
export async function correctMovement(
  tx: Tx,
  written: Written,
  { version, ...form }: MovementForm & { version: number },
  signature: MovementSignature,
): Promise<boolean> {
  const follow = await holdItsRegister(tx, written)
  const { id, kind, office_id, day } = written
  await mustFitOffice(tx, office_id, usedIn(kind), form)
  const state = await stateOf(tx, office_id, kind, form.type_id)
  const saved = await tx.run(sql`
    UPDATE cash_movements SET type_id = ${form.type_id}, method_id = ${form.method_id}::int, currency = ${form.currency},
      amount = ${form.amount}, concept = ${form.concept}, reference = ${form.reference}, state = ${state},
      written_by = ${signature.by}, version = version + 1, updated_at = now()
    WHERE id = ${id} AND version = ${version} AND ${undecided}`)
  if (saved !== 1) return false
  const stand = { kind, day, id: String(id), office_id, by: signature.by, at: signature.at }
  if (form.client) await attachClient(tx, form.client, stand)
  else if (form.client === null) await detachClient(tx, stand)
  const movement = await readMovement(tx, id)
  await reverse(tx, movement, signature)
  await postWritten(tx, movement, signature)
  await follow()
  return true
}

/** Deletes one while its register is open or was returned. Answers whether it was done. @throws Problem `register_not_open` */
export async function erase(tx: Tx, written: Written, signature: MovementSignature): Promise<boolean> {
  const follow = await holdItsRegister(tx, written)
  const { id, kind, day } = written
  const erased = await tx.run(sql`
    UPDATE cash_movements SET state = 'eliminado', written_by = ${signature.by}, version = version + 1, updated_at = now()
    WHERE id = ${id} AND ${undecided}`)
  if (erased !== 1) return false
  await detachClient(tx, { kind, day, id: String(id) })
  await reverse(tx, await readMovement(tx, id), signature)
  await follow()
  return true
}

/**
 * Takes back what was given and nobody accepted, while the giver's register is open or was returned. Answers whether it was done.
 * @throws Problem `register_not_open`
 */
export async function takeBack(tx: Tx, giving: Place & { id: number }, signature: MovementSignature): Promise<boolean> {
  const follow = await holdItsRegister(tx, giving)
  await holdHalves(tx, [giving.id])
  const erased = await tx.run(sql`
    UPDATE cash_movements SET state = 'eliminado', written_by = ${signature.by}, version = version + 1, updated_at = now()
    WHERE id = ${giving.id} AND direction = 'sale' AND state = 'por_aceptar'`)
  if (erased !== 1) return false
  await takenBack(tx, giving.id, signature)
  await follow()
  return true
}
