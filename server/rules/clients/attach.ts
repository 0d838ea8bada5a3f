/** Puts a client on an operation, in its transaction: who is new is registered by it. */
import { sql, type SQL } from 'drizzle-orm'
import { dniOf, type OperationClient } from '@contract/clients.ts'
import { fold } from '@contract/values/text.ts'
import type { Executor, Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'

export interface ClientOperation {
  kind: 'polla' | 'ticket' | 'premio' | 'ingreso' | 'egreso'
  /** Day and id of its ticket, or of its movement. */
  day: string
  id: string
  office_id: number
  by: number
  at: Date
}

/** The document of client `of`, as people write it. */
export const documentOf = (of: SQL) => sql`${of}.type || '-' || ${of}.dni`

/** Who stands on ticket or movement `of`, bought it, was paid it or brought it, as one text; null where nobody said. */
export const clientOn = (
  of: SQL,
  kind: ClientOperation['kind'] | SQL,
) => sql`(SELECT ${documentOf(sql`k`)} || ' ' || k.name
  FROM client_operations o JOIN clients k ON k.id = o.client_id WHERE o.kind = ${kind} AND o.day = ${of}.day AND o.ref_id = ${of}.id)`

/** Who bought ticket `of`, of whatever game. */
export const buyerOf = (of: SQL) => sql`coalesce(${clientOn(of, 'ticket')}, ${clientOn(of, 'polla')})`

/** A document as it is kept. @throws Problem `invalid` on `field` */
export function mustBeDocument({ type, dni }: Pick<OperationClient, 'type' | 'dni'>, field: string): string {
  const read = dniOf(type, dni)
  if ('fault' in read) throw Problem.on(field, 'invalid', read.fault)
  return read.dni
}

/** @throws Problem `invalid` on `client.dni` or `client.name`, `client_inactive` */
export async function attachClient(
  tx: Tx,
  client: OperationClient | null | undefined,
  stand: ClientOperation,
): Promise<void> {
  if (!client) return
  const dni = mustBeDocument(client, 'client.dni')
  const known = await knownBy(tx, client.type, dni)
  const found = known ?? (await register(tx, { ...client, dni }, stand)) ?? (await knownBy(tx, client.type, dni))
  if (!found) throw new Problem('conflict')
  mustBeActive(found)
  await tx.run(sql`
    INSERT INTO client_operations (kind, day, ref_id, client_id, office_id, created_by, at)
    VALUES (
      ${stand.kind}, ${stand.day}::date, ${stand.id}::bigint, ${found.id}, ${stand.office_id}, ${stand.by},
      ${stand.at.toISOString()}::timestamptz
    )
    ON CONFLICT (kind, day, ref_id) DO UPDATE SET client_id = excluded.client_id, office_id = excluded.office_id,
      created_by = excluded.created_by, at = excluded.at`)
}

/** Throws what `attachClient` would, by looking alone. */
export async function lookAtClient(db: Executor, client: OperationClient): Promise<void> {
  const dni = mustBeDocument(client, 'client.dni')
  const known = await db.one<Known>(
    sql`SELECT id, status::text AS status FROM clients WHERE type = ${client.type} AND dni = ${dni}`,
  )
  if (known) mustBeActive(known)
  else mustHaveName(client)
}

/** Nobody stands on it any longer. */
export async function detachClient(
  tx: Tx,
  { kind, day, id }: Pick<ClientOperation, 'kind' | 'day' | 'id'>,
): Promise<void> {
  await tx.run(
    sql`DELETE FROM client_operations WHERE kind = ${kind} AND day = ${day}::date AND ref_id = ${id}::bigint`,
  )
}

interface Known {
  id: number
  status: string
}

function mustBeActive({ status }: Known): void {
  if (status === 'inactivo') throw Problem.on('client.dni', 'client_inactive')
}

function mustHaveName({ name }: OperationClient): string {
  if (!name) throw Problem.on('client.name', 'invalid', 'Es un cliente nuevo: escriba su nombre.')
  return name
}

/** Held while it is stood on: whoever removes it waits, and finds what speaks of it. */
function knownBy(tx: Tx, type: string, dni: string): Promise<Known | undefined> {
  return tx.one<Known>(
    sql`SELECT id, status::text AS status FROM clients WHERE type = ${type} AND dni = ${dni} FOR KEY SHARE`,
  )
}

/** Undefined where another counter registered the same one at the same instant. */
function register(tx: Tx, client: OperationClient, { office_id, by }: ClientOperation): Promise<Known | undefined> {
  const name = mustHaveName(client)
  return tx.one<Known>(sql`
    INSERT INTO clients (type, dni, name, name_key, partner_id, created_by)
    VALUES (${client.type}, ${client.dni}, ${name}, ${fold(name)}, ${office_id}, ${by})
    ON CONFLICT ON CONSTRAINT clients_document DO NOTHING RETURNING id, status::text AS status`)
}
