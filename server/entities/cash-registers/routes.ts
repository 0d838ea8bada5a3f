/** Registers at the counter: opened, counted, handed over and sent. Who approves them is in `cash-manage`. */
import { sql, type SQL } from 'drizzle-orm'
import { isNotPanama } from '@contract/access/rules.ts'
import type { Answer } from '@contract/endpoint.ts'
import { cashRegisters, type DrawedRow, type ExpenseRow, type RegisterDetail } from '@contract/cash-registers.ts'
import { formatDay } from '@contract/values/dates.ts'
import { list } from '../../platform/db/connect.ts'
import { namedWithin } from '../../platform/db/scope.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { changedMeanwhile } from '../../platform/lists/versioned.ts'
import { workflow } from '../../platform/lists/workflow.ts'
import { readCashSettings } from '../../rules/cash/counts.ts'
import { countsInRegister, freeze, readRegister } from '../../rules/cash/drawer.ts'
import { countRegister, handOver, openRegister, sendRegister, settleRegister } from '../../rules/cash/registers.ts'
import { ticketSerial } from '../../rules/ledger/ticket-serial.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'
import { readDetail, registerList } from './rows.ts'

export const handOf = ({ session, now, today }: Context) => ({ by: session.id, at: now, today })
export const registerName = ({ office_name, day }: Pick<RegisterDetail, 'office_name' | 'day'>) =>
  `${office_name}, ${formatDay(day)}`
/** What the audit log keeps. */
const registerTrace = ({ id, office_name, day, state, sums, observation, refusal }: RegisterDetail) => ({
  id,
  office_name,
  day,
  state,
  sums,
  observation,
  refusal,
})

/** Sent, nothing else is asked of it there: nobody stands over the counter who might approve. */
const approvesItself = ({ session }: Context) => !isNotPanama(session)

const flow = workflow(cashRegisters, {
  table: 'cash_registers',
  read: readDetail,
  name: registerName,
  refused: { send: () => null },
  trace: registerTrace,
  waits: { when: () => sql`waiting.state = 'devuelta'`, since: sql`waiting.decided_at` },
  moves: {
    send: {
      hold: ({ db }) => lockTree(db, 'add'),
      set: ({ observation }, { session, now }) => ({
        observation,
        cut: sql`coalesce(cut, pg_current_snapshot())`,
        cut_at: sql`coalesce(cut_at, ${now.toISOString()}::timestamptz)`,
        sent_by: session.id,
        sent_at: sql`${now.toISOString()}::timestamptz`,
      }),
      effect: async (context, { id }) => {
        const { untold } = await sendRegister(context.db, id)
        if (untold) throw Problem.on('observation', 'difference_untold')
        if (!approvesItself(context)) return
        await context.db.run(sql`
          UPDATE cash_registers SET state = 'aprobada', decided_by = sent_by, decided_at = sent_at WHERE id = ${id}`)
        await settleRegister(context.db, id, handOf(context))
      },
      reason: ({ observation }) => observation,
    },
  },
})

interface OfficeRow {
  office_id: number
  office_name: string
  agency_id: number
  currencies: RegisterDetail['sums'][number]['currency'][]
}

async function officeOf(context: Context, named: number | undefined): Promise<OfficeRow> {
  const office_id = await actingOffice(context, named)
  const found = await context.db.one<OfficeRow>(sql`
    SELECT id AS office_id, name AS office_name, father_id AS agency_id, currencies::text[] AS currencies
    FROM partners WHERE id = ${office_id}`)
  return found!
}

async function currentOf(context: Context, named: number | undefined): Promise<Answer<typeof cashRegisters.current>> {
  const { office_id, office_name, agency_id, currencies } = await officeOf(context, named)
  const { db, today } = context
  const found = await db.one<{ id: number | null; kept: number }>(sql`
    SELECT (array_agg(id ORDER BY (state = 'abierta') DESC) FILTER (WHERE state = 'abierta' OR day = ${today}::date))[1] AS id,
      count(*)::int AS kept
    FROM cash_registers WHERE office_id = ${office_id}`)
  const { denominations, floats, tolerances } = await readCashSettings(db, agency_id)
  return {
    office_id,
    office_name,
    today,
    register: found!.id === null ? null : await readDetail(context, found!.id),
    is_first: found!.kept === 0,
    currencies,
    denominations: currencies.map((currency) => ({ currency, amounts: denominations[currency] })),
    floats: currencies.flatMap((currency) => (floats[currency] ? [{ currency, amount: floats[currency] }] : [])),
    tolerances: currencies.map((currency) => ({ currency, amount: tolerances[currency] })),
    methods: await db.rows(sql`
      SELECT method.id, method.name, method.currency::text AS currency FROM payment_methods method
      JOIN partner_ancestors above ON above.ancestor_id = method.partner_id AND above.partner_id = ${office_id}
      WHERE method.status = 'activo' AND method.kind <> 'efectivo' AND method.currency = ANY (${list(currencies)}::currency[])
        AND method.uses && '{ingresos,egresos}'
      ORDER BY method.name, method.id`),
  }
}

/** Takes the register for whoever changes what was counted. @throws Problem `moved_already`, `changed_meanwhile` */
async function hold(
  context: Context,
  { id, version, states }: { id: number; version: number; states: readonly string[] },
  set: SQL,
) {
  const moved = await context.db.run(sql`
    UPDATE cash_registers SET ${set} version = version + 1, updated_at = now()
    WHERE id = ${id} AND version = ${version} AND state = ANY (${list(states)}::text[])`)
  if (moved === 1) return
  const row = await readDetail(context, id)
  throw states.includes(row.state) ? changedMeanwhile(row) : new Problem('moved_already', { extra: { current: row } })
}

async function changed(context: Context, before: RegisterDetail): Promise<RegisterDetail> {
  const after = await readDetail(context, before.id)
  context.audit({ entity_id: before.id, before: registerTrace(before), after: registerTrace(after), significant: true })
  return after
}

const most = 1_000

async function drawedOf(context: Context, register_id: number): Promise<DrawedRow[]> {
  await readDetail(context, register_id)
  const { from_day } = await readRegister(context.db, register_id)
  return context.db.rows<DrawedRow>(sql`
    SELECT ${ticketSerial} AS serial, entry.kind,
      account.currency::text AS currency, (-posting.amount)::text AS amount, entry.created_at AS at,
      ${namedWithin(context.scope, sql`maker.partner_id`, sql`maker.name`)} AS by
    FROM cash_registers register
    JOIN ledger_accounts account ON account.partner_id = register.office_id AND account.kind = 'caja'
    JOIN ledger_postings posting ON posting.account_id = account.id AND posting.day >= ${from_day}::date AND posting.amount < 0
    JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id AND entry.ref_kind = 'ticket'
    LEFT JOIN users maker ON maker.id = entry.created_by
    WHERE register.id = ${register_id} AND ${countsInRegister}
    ORDER BY entry.created_at DESC, entry.id DESC LIMIT ${most}`)
}

async function expensesOf(context: Context, register_id: number): Promise<ExpenseRow[]> {
  await readDetail(context, register_id)
  return context.db.rows<ExpenseRow>(sql`
    SELECT movement.id, movement.kind, movement.concept, movement.currency::text AS currency, movement.amount::text AS amount,
      movement.created_at AS at, ${namedWithin(context.scope, sql`maker.partner_id`, sql`maker.name`)} AS by
    FROM cash_movements movement JOIN users maker ON maker.id = movement.created_by
    WHERE movement.register_id = ${register_id} AND movement.direction = 'sale' AND movement.state <> 'eliminado'
    ORDER BY movement.created_at DESC, movement.id DESC LIMIT ${most}`)
}

export const cashRegistersRoutes: Handlers<typeof cashRegisters> = {
  ...listOf(registerList),
  ...flow.handlers,
  current: (context, { query }) => currentOf(context, query.office_id),
  show: (context, { params }) => readDetail(context, params.id),
  open: async (context, { body }) => {
    const office = await officeOf(context, body.office_id)
    const id = await openRegister(context.db, office, { counts: body.counts, hand: handOf(context) })
    const made = await readDetail(context, id)
    context.audit({ entity_id: id, after: registerTrace(made), significant: true })
    return made
  },
  count: async (context, { params: { id }, body: { version, counts, observation } }) => {
    const before = await readDetail(context, id)
    await hold(context, { id, version, states: ['abierta', 'devuelta'] }, sql`observation = ${observation},`)
    await countRegister(context.db, await readRegister(context.db, id), counts)
    if (before.state === 'devuelta') await sendRegister(context.db, id)
    return changed(context, before)
  },
  recalculate: async (context, { params: { id }, body: { version } }) => {
    const before = await readDetail(context, id)
    await hold(context, { id, version, states: ['enviada', 'devuelta'] }, sql``)
    await freeze(context.db, await readRegister(context.db, id))
    return changed(context, before)
  },
  handOver: async (context, { params: { id }, body: { counts, notes } }) => {
    const before = await readDetail(context, id)
    const open = await context.db.one(
      sql`SELECT 1 FROM cash_registers WHERE id = ${id} AND state = 'abierta' FOR SHARE`,
    )
    if (!open) throw new Problem('register_not_open')
    await handOver(context.db, await readRegister(context.db, id), { counts, notes, hand: handOf(context) })
    return changed(context, before)
  },
  expenses: async (context, { query }) => ({ data: await expensesOf(context, query.register_id) }),
  drawed: async (context, { query }) => ({ data: await drawedOf(context, query.register_id) }),
}
