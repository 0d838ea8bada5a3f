/** Who is told of movements: those who decide what waits, those who receive what was given, and those who wrote what was decided. */
import { sql, type SQL } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import type { CashMovementRow } from '@contract/cash-movements.ts'
import { transactionLink } from '@contract/links.ts'
import { formatMoney } from '@contract/values/money.ts'
import { list } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { notify } from '../../platform/notifications/notify.ts'

export const amountText = ({ amount, currency }: Pick<CashMovementRow, 'amount' | 'currency'>) =>
  formatMoney(amount, currency, true)

/** `Ingreso 12 de Taquilla Uno, Bs 100,00`. */
export const movementName = (row: Pick<CashMovementRow, 'id' | 'kind' | 'office_name' | 'amount' | 'currency'>) =>
  `${row.kind === 'ingreso' ? 'Ingreso' : 'Egreso'} ${row.id} de ${row.office_name}, ${amountText(row)}`

const active = (session: Context['session']) => sql`person.id <> ${session.id} AND person.status = 'activo'`

/** Those who may decide it and stand nearest above its office: of what the banca bears, the banca's. */
const deciders = ({ session }: Context, id: number): SQL => sql`
  WITH near AS (
    SELECT person.id, above.depth FROM cash_movements movement
    JOIN expenditure_types type ON type.id = movement.type_id
    JOIN partner_ancestors above ON above.partner_id = movement.office_id
    JOIN partners decider ON decider.id = above.ancestor_id AND (type.borne_by = 'agencia' OR decider.type = 'banca')
    JOIN users person ON person.partner_id = decider.id AND person.role = ANY (${list(rules.moneyNotPanama.roles)}::user_role[])
    WHERE movement.id = ${id} AND ${active(session)}
  )
  SELECT id FROM near WHERE depth = (SELECT min(depth) FROM near)`

export async function tellWaiting(context: Context, row: CashMovementRow): Promise<void> {
  if (row.state !== 'por_aprobar') return
  await notify(context.db, deciders(context, row.id), {
    kind: 'caja',
    level: 'informa',
    title: row.kind === 'ingreso' ? 'Ingreso por aprobar' : 'Egreso por aprobar',
    text: `${movementName(row)}${row.type_name === null ? '' : `, ${row.type_name}`}.`,
    link: transactionLink(row.id),
  })
}

/** What was given, as whoever receives it is told: `id` is the giving half, `from` who gave. */
interface Given extends Pick<CashMovementRow, 'id' | 'amount' | 'currency'> {
  from: string
}

/** Whoever receives: the people of an office, or those of the fund's partner. */
export async function tellReceiver({ db, session }: Context, row: Given): Promise<void> {
  const who = sql`
    SELECT person.id FROM cash_movements taking
    LEFT JOIN cash_funds fund ON fund.id = taking.fund_id
    JOIN users person ON person.partner_id = coalesce(taking.office_id, fund.partner_id) AND person.role = ANY (${list(rules.counter.roles)}::user_role[])
    WHERE taking.pair_id = ${row.id} AND ${active(session)}`
  await notify(db, who, {
    kind: 'caja',
    level: 'informa',
    title: 'Dinero por aceptar',
    text: `${row.from} entregó ${amountText(row)}: entra cuando se acepte.`,
  })
}

/** Where whoever wrote it sees it: at their counter, or beside what else was decided. */
async function wayOf({ db }: Context, { id, kind }: Pick<CashMovementRow, 'id' | 'kind'>): Promise<string> {
  if (kind === 'recarga') return '/admin/administrative/cash-manage/reloads'
  const writer = await db.one<{ at_counter: boolean }>(sql`
    SELECT person.partner_id = movement.office_id AS at_counter
    FROM cash_movements movement JOIN users person ON person.id = movement.created_by WHERE movement.id = ${id}`)
  const counter = `/ticket-office/${kind === 'ingreso' ? 'incomes' : 'outcomes'}`
  return writer?.at_counter || kind === 'transferencia' ? counter : transactionLink(id)
}

/** Whoever wrote it; of what was given, whoever gave it. */
export async function tellWriter(
  context: Context,
  row: Pick<CashMovementRow, 'id' | 'kind'>,
  { level = 'informa', ...said }: { title: string; text: string; level?: 'informa' | 'advierte' },
): Promise<void> {
  const who = sql`
    SELECT person.id FROM cash_movements movement JOIN users person ON person.id = movement.created_by
    WHERE movement.id = ${row.id} AND ${active(context.session)}`
  await notify(context.db, who, { kind: 'caja', level, ...said, link: await wayOf(context, row) })
}
