/** What comes into the open register of an office beside its tickets. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { incomes, type IncomeRow } from '@contract/incomes.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { movedAlready, workflow } from '../../platform/lists/workflow.ts'
import { signatureOf } from '../../rules/cash/movements.ts'
import { movementShown, movementTables } from '../../rules/cash/movement-rows.ts'
import { shareOpenRegister } from '../../rules/cash/open-register.ts'
import { accepted, givenBack, holdHalves } from '../../rules/cash/transfers.ts'
import { erase, write, type Written } from '../../rules/cash/write.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'
import { corrected, movementTrace as trace } from './correct.ts'
import { comesIn, decidedByAnyone, incomeList, readIncome as read } from './list.ts'
import { officeMethods } from './methods.ts'
import { amountText, tellWaiting, tellWriter } from './telling.ts'

const decided = ({ session, now }: Context) => ({
  decided_by: session.id,
  decided_at: sql`${now.toISOString()}::timestamptz`,
})

/** Its receiver's register stays open, and both halves are held, until it is through. */
async function holdTaking(context: Context, id: number): Promise<void> {
  const { state, office_id } = await read(context, id)
  await lockTree(context.db, 'add')
  if (state === 'por_aceptar' && office_id !== null) await shareOpenRegister(context.db, office_id)
  await holdHalves(context.db, [id])
}

const givenText = (row: IncomeRow) => `${row.office_name}: ${amountText(row)}`

const flow = workflow(incomes, {
  table: 'cash_movements',
  read,
  name: (row) => `${row.pair_name ?? row.office_name}, ${amountText(row)}`,
  refused: decidedByAnyone,
  trace,
  waits: { when: () => sql`false`, since: sql`waiting.created_at` },
  moves: {
    accept: {
      hold: (context, [id]) => holdTaking(context, id!),
      set: (_body, context) => ({
        ...decided(context),
        register_id: sql`(
          SELECT register.id FROM cash_registers register
          WHERE register.office_id = cash_movements.office_id AND register.state = 'abierta')`,
      }),
      effect: async (context, row) => {
        await accepted(context.db, row.id, signatureOf(context))
        await tellWriter(context, row, { title: 'Dinero aceptado', text: `Lo aceptó ${givenText(row)}.` })
      },
    },
    refuse: {
      hold: async ({ db }, ids) => {
        await lockTree(db, 'add')
        await holdHalves(db, ids)
      },
      set: ({ observation }, context) => ({ ...decided(context), observation }),
      effect: async (context, row) => {
        await givenBack(context.db, row.id, signatureOf(context))
        await tellWriter(context, row, {
          level: 'advierte',
          title: 'Dinero rehusado',
          text: `Lo rehusó ${givenText(row)}. ${row.observation}`,
        })
      },
      reason: ({ observation }) => observation,
    },
  },
})

/** An income as whoever changes it found it. @throws Problem `not_your_side`, `moved_already` */
function writtenOf(row: IncomeRow): Written {
  const { id, kind, office_id, register_id, day, state } = row
  if (kind !== 'ingreso')
    throw new Problem('not_your_side', { detail: 'Lo que otro entregó se acepta o se rehúsa: no se cambia.' })
  if (state !== 'registrado' && state !== 'por_aprobar') throw movedAlready(row)
  return { id, kind, office_id: office_id!, register_id, day }
}

/** Of a register, or of the one that is open. */
async function short({ db, scope }: Context, register_id: number | undefined): Promise<Answer<typeof incomes.short>> {
  const data = await db.rows<Answer<typeof incomes.short>['data'][number]>(sql`
    SELECT movement.id, movement.kind, movement.state, movement.currency::text AS currency, movement.amount::text AS amount,
      movement.created_at, movement.id || ' ' || coalesce(of_type.name, pair_office.name, pair_fund.name) AS name
    FROM ${movementTables} ${movementShown}
    WHERE ${comesIn(scope)}
      AND ${register_id === undefined ? sql`register.state = 'abierta'` : sql`movement.register_id = ${register_id}`}
    ORDER BY movement.id DESC LIMIT 500`)
  return { data }
}

export const incomesRoutes: Handlers<typeof incomes> = {
  ...listOf(incomeList),
  short: (context, { query }) => short(context, query.register_id),
  show: (context, { params }) => read(context, params.id),
  create: async (context, { body: { office_id: named, ...form } }) => {
    const office_id = await actingOffice(context, named)
    const row = await read(context, await write(context.db, 'ingreso', office_id, form, signatureOf(context)))
    context.audit({ entity_id: row.id, after: trace(row), significant: true })
    await tellWaiting(context, row)
    return row
  },
  update: async (context, { params, body: { office_id: _, ...form } }) => {
    const before = await read(context, params.id)
    const found = { before, written: writtenOf(before), read: () => read(context, params.id) }
    return corrected(context, found, form)
  },
  remove: async (context, { params }) => {
    const before = await read(context, params.id)
    const done = await erase(context.db, writtenOf(before), signatureOf(context))
    if (!done) throw movedAlready(await read(context, params.id))
    context.audit({ entity_id: params.id, before: trace(before), significant: true })
    return { id: params.id, result: 'eliminado' as const }
  },
  ...flow.handlers,
  methods: (context, { query }) => officeMethods(context, 'ingresos', query.office_id),
}
