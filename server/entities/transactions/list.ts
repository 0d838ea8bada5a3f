/** Incomes and outcomes that are decided above their office: who may decide which, and what each filter comes to. */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import { transactions, type TransactionRow } from '@contract/transactions.ts'
import { every } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne, type Reader } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { preparedOf } from '../../platform/lists/statements.ts'
import { movesOn } from '../../platform/lists/workflow.ts'
import { isOverThreshold } from '../../rules/books/threshold.ts'
import { movementColumns, movementShown, movementTables, writtenOn } from '../../rules/cash/movement-rows.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

const waits = sql`movement.state = 'por_aprobar'`

/** What the banca bears it decides alone. `type` is of the movement. */
export const bearsIt = (scope: Scope, type: SQL) => (scope.whole ? sql`true` : sql`${type}.borne_by = 'agencia'`)

type Facts = Pick<TransactionRow, 'decides' | 'needs_other'>
const decides = ({ decides: may, needs_other }: Facts) => {
  if (!may) return new Problem('not_your_side', { detail: 'Lo que asume la banca lo decide la banca.' })
  return needs_other
    ? new Problem('needs_other', { detail: 'Supera el monto desde el cual quien lo escribió no lo decide.' })
    : null
}
export const undecidable = { approve: decides, reject: decides }

const columns = ({ scope, session, today }: Reader) => sql`
  ${movementColumns(scope)}, of_agency.name AS agency_name,
  CASE WHEN ${waits} THEN ${today}::date - movement.day END AS age, of_type.borne_by,
  ${bearsIt(scope, sql`of_type`)} AS decides,
  ${isOverThreshold(sql`movement`)} AND ${session.id} IN (movement.created_by, movement.written_by) AS needs_other`

type Raw = Omit<TransactionRow, 'actions'>

export const transactionList = listing<typeof transactions.list, Raw>(transactions.list, {
  from: sql`${movementTables} LEFT JOIN partners agency ON agency.id = office.father_id`,
  columns,
  shown: {
    row: sql`movement`,
    tables: sql`${movementShown} LEFT JOIN partners of_agency ON of_agency.id = at_office.father_id`,
  },
  key: sql`movement.id`,
  scope: (scope) => sql`
    movement.state IN ('por_aprobar', 'aprobado', 'rechazado') AND ${within(scope, sql`movement.office_id`)}`,
  filter: {
    state: (state) => sql`movement.state = ${state}`,
    kind: (kind) => sql`movement.kind = ${kind}`,
    currency: (currency) => sql`movement.currency = ${currency}`,
    partner_id: async (id, { scope, db }) => {
      await mustBeWithin(scope, db, id)
      return under(id, sql`movement.office_id`)
    },
  },
  order: {
    created_at: sql`movement.created_at`,
    office_name: sql`office.name`,
    agency_name: sql`agency.name`,
    type_name: sql`type.name`,
    amount: sql`movement.amount`,
    state: sql`movement.state`,
    age: sql`CASE WHEN ${waits} THEN now() - movement.created_at END`,
  },
  // What waits first, the oldest of it on top.
  first: () =>
    sql`(${waits}) DESC, CASE WHEN ${waits} THEN movement.created_at END, movement.created_at DESC, movement.id DESC`,
  search: { folded: [sql`office.name_key`, sql`type.name_key`], plain: [sql`movement.concept`] },
  period: (days) => sql`(${waits} OR (${writtenOn(days)}))`,
  named: { partner_id: (id) => nameById('partners', id) },
  toRow: (raw, { session }): TransactionRow => ({ ...raw, actions: movesOn(transactions, undecidable, raw, session) }),
})

export const readTransaction: (reader: Reader, id: number) => Promise<TransactionRow> = readOne(transactionList)

/** @throws Problem as the list does */
export async function transactionSums(
  reader: Reader,
  asked: Received<typeof transactions.summary>['query'],
): Promise<Answer<typeof transactions.summary>> {
  const { from, where } = await preparedOf(transactionList, reader, asked)
  const data = await reader.db.rows<Answer<typeof transactions.summary>['data'][number]>(sql`
    SELECT movement.state, movement.kind, movement.currency::text AS currency, count(*)::int AS count,
      sum(movement.amount)::numeric(18, 2)::text AS amount
    FROM ${from} WHERE ${every(where)}
    GROUP BY 1, 2, movement.currency ORDER BY array_position(ARRAY['por_aprobar', 'aprobado', 'rechazado'], movement.state), 2 DESC,
      movement.currency`)
  return { data }
}
