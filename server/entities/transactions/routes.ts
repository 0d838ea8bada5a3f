/** Deciding incomes and outcomes: what was decided is posted in the same transaction, and whoever wrote it is told. */
import { sql } from 'drizzle-orm'
import { transactions, type TransactionRow } from '@contract/transactions.ts'
import { list } from '../../platform/db/connect.ts'
import { cashLockSpace } from '../../platform/db/locks.ts'
import { within } from '../../platform/db/scope.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { workflow } from '../../platform/lists/workflow.ts'
import { postDecided, readMovement, signatureOf } from '../../rules/cash/movements.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { movementName, tellWriter } from '../incomes/telling.ts'
import { bearsIt, readTransaction as read, transactionSums, transactionList, undecidable } from './list.ts'

const trace = ({ actions: _1, decides: _2, needs_other: _3, age: _4, ...row }: TransactionRow) => row

/**
 * Takes what deciding them will write, in one order for everybody: of an agency one after the other, since what the banca
 * bears meets in accounts that others take last; then the movements, so that none is corrected meanwhile.
 */
async function holdWaiting({ db }: Context, ids: readonly number[]): Promise<void> {
  await lockTree(db, 'add')
  await db.run(sql`
    SELECT pg_advisory_xact_lock(${cashLockSpace}, agency.id) FROM (
      SELECT DISTINCT office.father_id AS id
      FROM cash_movements movement JOIN partners office ON office.id = movement.office_id
      WHERE movement.id = ANY (${list(ids)}::int[]) ORDER BY 1
    ) agency`)
  await db.run(sql`
    SELECT 1 FROM cash_movements movement WHERE movement.id = ANY (${list(ids)}::int[]) ORDER BY movement.id FOR UPDATE`)
}

const decided = ({ session, now }: Context) => ({
  decided_by: session.id,
  decided_at: sql`${now.toISOString()}::timestamptz`,
})

async function decide(context: Context, row: TransactionRow): Promise<void> {
  await postDecided(context.db, await readMovement(context.db, row.id), signatureOf(context))
  const approved = row.state === 'aprobado'
  const noun = row.kind === 'ingreso' ? 'Ingreso' : 'Egreso'
  await tellWriter(context, row, {
    level: approved ? 'informa' : 'advierte',
    title: `${noun} ${row.state}`,
    text: `${movementName(row)}${approved ? ' se aprobó.' : ` se rechazó: ${row.observation}`}`,
  })
}

const flow = workflow(transactions, {
  table: 'cash_movements',
  read,
  name: movementName,
  refused: undecidable,
  trace,
  waits: {
    when: ({ scope }) => sql`
      waiting.state = 'por_aprobar' AND ${within(scope, sql`waiting.office_id`)} AND EXISTS (
        SELECT 1 FROM expenditure_types type WHERE type.id = waiting.type_id AND ${bearsIt(scope, sql`type`)})`,
    since: sql`waiting.created_at`,
  },
  moves: {
    approve: { hold: holdWaiting, set: (_body, context) => decided(context), effect: decide },
    reject: {
      hold: holdWaiting,
      set: ({ observation }, context) => ({ ...decided(context), observation: observation! }),
      effect: decide,
      reason: ({ observation }) => observation!,
    },
  },
})

export const transactionsRoutes: Handlers<typeof transactions> = {
  ...listOf(transactionList),
  show: (context, { params }) => read(context, params.id),
  summary: (context, { query }) => transactionSums(context, query),
  income: flow.handle(transactions.income),
  expense: flow.handle(transactions.expense),
  waiting: flow.waiting,
}
