/** Clients registered by the caller's subtree, what they stand on, and the one of a document for the counter. */
import { sql } from 'drizzle-orm'
import { clients, type ClientRow } from '@contract/clients.ts'
import { fold } from '@contract/values/text.ts'
import { within } from '../platform/db/scope.ts'
import type { Handlers } from '../platform/http/context.ts'
import { listOf } from '../platform/lists/list-of.ts'
import { formColumns, listing, readOne } from '../platform/lists/listing.ts'
import { startingWith } from '../platform/lists/names.ts'
import { offAbove, type OffAbove } from '../platform/lists/switched-off.ts'
import { actionsOn, removing, versioned } from '../platform/lists/versioned.ts'
import { documentOf, mustBeDocument } from '../rules/clients/attach.ts'
import { byDocument } from '../rules/clients/search.ts'

/** What all of them did, for the orders that hang from it. */
const allDone = sql`
  LEFT JOIN (SELECT client_id, count(*) AS operations, max(at) AS last_at FROM client_operations GROUP BY 1) whole
    ON whole.client_id = c.id`
const isByDone = (sort: string | undefined) => /operation/.test(sort ?? '')

const registered = listing(clients.list, {
  from: ({ asked }) => sql`clients c JOIN partners p ON p.id = c.partner_id ${isByDone(asked.sort) ? allDone : sql``}`,
  columns: ({ scope }) => sql`
    c.id, ${formColumns('c', clients.create.body!)}, ${offAbove(scope, sql`c.off_by`)} AS off_above,
    ${documentOf(sql`c`)} AS document, c.partner_id, place.name AS partner_name,
    done.operations, done.last_at AS last_operation_at, c.created_at, c.version`,
  // What each did is looked up for the rows of a page alone.
  shown: {
    row: sql`c`,
    tables: sql`JOIN partners place ON place.id = c.partner_id
      CROSS JOIN LATERAL (SELECT count(*)::int AS operations, max(o.at) AS last_at FROM client_operations o WHERE o.client_id = c.id) done`,
  },
  key: sql`c.id`,
  scope: (scope) => within(scope, sql`c.partner_id`),
  filter: {
    type: (type) => sql`c.type = ${type}`,
    status: (status) => sql`c.status = ${status}`,
  },
  order: {
    name: sql`c.name`,
    type: sql`c.type`,
    partner_name: sql`p.name`,
    operations: sql`coalesce(whole.operations, 0)`,
    last_operation_at: sql`whole.last_at`,
    status: sql`c.status`,
    created_at: sql`c.created_at`,
  },
  search: {
    folded: [sql`c.name_key`],
    more: (q) => byDocument(sql`c.dni`, q),
  },
  toRow: ({ off_above, ...row }: Omit<ClientRow, 'actions'> & OffAbove, { session }): ClientRow => ({
    ...row,
    actions: actionsOn(clients, { ...row, off_above }, session),
  }),
})

const read = readOne(registered)

/** Of a ticket what it cost or won, of a movement what came in or went out. */
const doneAmount = sql`CASE WHEN operation.kind = 'premio' THEN ticket.prize
  WHEN operation.kind IN ('polla', 'ticket') THEN ticket.total ELSE movement.amount END`

/** Tickets and movements of the caller's offices alone, even of a client that goes to others too. */
const done = listing(clients.operations, {
  about: async ({ client_id }, reader) => {
    await read(reader, client_id)
  },
  from: ({ asked }) =>
    sql`(SELECT * FROM client_operations WHERE client_id = ${asked.client_id}) operation
    LEFT JOIN tickets ticket ON operation.kind IN ('polla', 'ticket', 'premio')
      AND ticket.day = operation.day AND ticket.id = operation.ref_id
    LEFT JOIN cash_movements movement ON operation.kind IN ('ingreso', 'egreso') AND movement.id = operation.ref_id
    JOIN partners office ON office.id = operation.office_id`,
  columns: sql`
    operation.at, operation.kind, coalesce(ticket.serial, movement.id::text) AS serial, office.name AS office_name,
    coalesce(ticket.currency, movement.currency)::text AS currency, ${doneAmount} AS amount`,
  key: [sql`operation.ref_id`, sql`operation.kind`],
  scope: (scope) => within(scope, sql`operation.office_id`),
  filter: { kind: (kind) => sql`operation.kind = ${kind}` },
  order: { at: sql`operation.at`, amount: doneAmount },
  search: { more: (q) => sql`ticket.serial LIKE ${startingWith(q.toUpperCase())}` },
})

const { list: operations, export: operationsExport } = listOf(done)

export const clientsRoutes: Handlers<typeof clients> = {
  ...listOf(registered),
  operations,
  operationsExport,
  find: async ({ db }, { query }) => {
    const dni = mustBeDocument(query, 'dni')
    const client = await db.one<{ document: string; name: string; status: 'activo' | 'inactivo' }>(
      sql`SELECT ${documentOf(sql`c`)} AS document, c.name, c.status FROM clients c WHERE c.type = ${query.type} AND c.dni = ${dni}`,
    )
    return { client: client ?? null }
  },
  ...versioned(clients, {
    table: 'clients',
    switched: 'clients',
    read,
    write: (form) => ({ ...form, dni: mustBeDocument(form, 'dni'), name_key: fold(form.name) }),
    added: (_form, { scope, session }) => ({ partner_id: scope.partner_id, created_by: session.id }),
    unique: { clients_document: ['dni', 'document_taken'] },
    significant: (saved, before) => before !== null && before.document !== saved.document,
  }),
  remove: removing({ table: 'clients', switched: 'clients', read, done: 'eliminado', kept: 'desactivado' }),
}
