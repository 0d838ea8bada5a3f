/** Accepting and refusing what drawers gave to a fund, and taking back what a fund gave and nobody accepted. */
import { sql } from 'drizzle-orm'
import { fundMovements, type FundMovementRow } from '@contract/fund-movements.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { workflow } from '../../platform/lists/workflow.ts'
import { signatureOf } from '../../rules/cash/movements.ts'
import { accepted, holdHalves, givenBack, takenBack } from '../../rules/cash/transfers.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { amountText, tellWriter } from '../incomes/telling.ts'
import { fundMovementList, givenRefused, readFundMovement as read, waitsFor } from './list.ts'

const trace = ({ actions: _1, age: _2, own: _3, ...row }: FundMovementRow) => row

const hold = async ({ db }: Context, ids: readonly number[]): Promise<void> => {
  await lockTree(db, 'add')
  await holdHalves(db, ids)
}
const decided = ({ session, now }: Context) => ({
  decided_by: session.id,
  decided_at: sql`${now.toISOString()}::timestamptz`,
})

const flow = workflow(fundMovements, {
  table: 'cash_movements',
  read,
  name: (row) => `${row.pair_name}, ${amountText(row)}`,
  refused: givenRefused,
  trace,
  waits: { when: ({ scope }) => waitsFor(scope, sql`waiting`), since: sql`waiting.created_at` },
  moves: {
    accept: {
      hold,
      set: (_body, context) => decided(context),
      effect: async (context, row) => {
        await accepted(context.db, row.id, signatureOf(context))
        await tellWriter(context, row, {
          title: 'Dinero aceptado',
          text: `Lo aceptó ${row.fund_name}: ${amountText(row)}.`,
        })
      },
    },
    refuse: {
      hold,
      set: ({ observation }, context) => ({ ...decided(context), observation }),
      effect: async (context, row) => {
        await givenBack(context.db, row.id, signatureOf(context))
        await tellWriter(context, row, {
          level: 'advierte',
          title: 'Dinero rehusado',
          text: `Lo rehusó ${row.fund_name}: ${amountText(row)}. ${row.observation}`,
        })
      },
      reason: ({ observation }) => observation,
    },
    takeBack: {
      hold,
      set: (_body, context) => decided(context),
      effect: (context, row) => takenBack(context.db, row.id, signatureOf(context)),
    },
  },
})

export const fundMovementsRoutes: Handlers<typeof fundMovements> = {
  ...listOf(fundMovementList),
  show: (context, { params }) => read(context, params.id),
  ...flow.handlers,
  waiting: flow.waiting,
}
