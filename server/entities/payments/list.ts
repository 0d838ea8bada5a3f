/** Payments as they are listed and read: whose side a reader is on, and what they may do with each. */
import { sql, type SQL } from 'drizzle-orm'
import { payments, type PaymentRow } from '@contract/payments.ts'
import { namedWithin, publicName, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne, readSome, type Reader } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { movesOn } from '../../platform/lists/workflow.ts'
import { receiversAccount } from '../../rules/books/held-accounts.ts'
import { isOverThreshold } from '../../rules/books/threshold.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

/** Somebody of the payment's line is within reach: whoever owes it, whom it names, and who stands between. */
const inReach = (scope: Scope) =>
  scope.whole
    ? sql`true`
    : sql`EXISTS (
      SELECT 1 FROM partner_ancestors sub WHERE sub.ancestor_id = ${scope.partner_id} AND sub.partner_id = ANY (picked.line))`

/** The receiving side, or above it; who pays never decides that it was paid. `row` is the payment. */
export const decidedBy = (scope: Scope, row: SQL): SQL => sql`(
  ${row}.receiver_id = ${scope.partner_id}::int
  OR (${within(scope, sql`${row}.receiver_id`)} AND ${row}.payer_id <> ${scope.partner_id}::int))`

/** Whoever reported, or who is above them and does not decide: nobody confirms what they wrote into another's report. */
const writtenBy = (scope: Scope): SQL => sql`(
  payment.reporter_id = ${scope.partner_id}::int OR (${within(scope, sql`payment.reporter_id`)} AND NOT ${decidedBy(scope, sql`payment`)}))`

/** Over this a payment is decided by somebody else than who wrote it. */
const isOver = isOverThreshold(sql`payment`)

type Raw = Omit<PaymentRow, 'actions'>
type Facts = Pick<PaymentRow, 'decides' | 'writes' | 'needs_other' | 'undo_needs_other'>

const otherSide = (detail: string) => new Problem('not_your_side', { detail })
const decides = ({ decides: may, needs_other }: Facts) => {
  if (!may) return otherSide('Lo decide quien recibe.')
  return needs_other ? new Problem('needs_other') : null
}
const undoneByOther = 'Supera el monto desde el cual quien lo confirmó no lo anula.'
const writes = ({ writes: may }: Facts) => (may ? null : otherSide('Lo cambia quien lo reportó.'))

export const refused = {
  confirm: decides,
  reject: decides,
  undo: ({ decides: may, undo_needs_other, movement_id }: Facts & Pick<PaymentRow, 'movement_id'>) => {
    if (movement_id !== null) return otherSide('Es la deuda de un dinero que se entregó: se devuelve con otra entrega.')
    if (!may) return otherSide('Lo anula quien lo recibió.')
    return undo_needs_other ? new Problem('needs_other', { detail: undoneByOther }) : null
  },
  remove: writes,
}
/** @throws Problem `not_your_side` */
export function mustWrite(row: Facts): void {
  const problem = writes(row)
  if (problem) throw problem
}

const userName = (scope: Scope, user: string) =>
  namedWithin(scope, sql.raw(`${user}.partner_id`), sql.raw(`${user}.name`))

/** Of an account only those of its partner and above know. */
const ownAccount = (scope: Scope, account: SQL, column: 'id' | 'name') =>
  namedWithin(scope, sql`${account}.partner_id`, sql`${account}.${sql.identifier(column)}`)

function columns({ scope, session, today }: Reader): SQL {
  return sql`
    payment.id, payment.partner_id, payment.direction, payment."to", payment.amount::text AS amount,
    payment.currency::text AS currency, payment.method_id,
    ${ownAccount(scope, sql`payer_account`, 'id')} AS payer_account_id, payment.reference,
    payment.paid_on::text AS paid_on, payment.notes, payment.receipt_url, owing.name AS partner_name, owing.code AS partner_code,
    ${publicName(scope, sql`counterpart`)} AS counterpart_name, method.name AS method_name,
    ${ownAccount(scope, sql`payer_account`, 'name')} AS payer_account_name,
    ${ownAccount(scope, sql`receiver_account`, 'name')} AS receiver_account_name, payment.state,
    CASE WHEN payment.state = 'pendiente' THEN ${today}::date - (payment.created_at AT TIME ZONE banca.zone)::date END AS age,
    payment.receipt_year || '-' || lpad(payment.receipt_number::text, 6, '0') AS receipt,
    trim_scale(payment.rate)::text AS rate, round(payment.amount * payment.rate, 2)::text AS worth,
    ${userName(scope, 'reporter')} AS created_by, payment.created_at, ${userName(scope, 'decider')} AS decided_by, payment.decided_at,
    payment.observation, payment.refusal_url IS NOT NULL AS has_refusal, ${userName(scope, 'undoer')} AS undone_by,
    payment.undone_at, payment.reason,
    (SELECT count(*)::int FROM payment_comments comment WHERE comment.record_id = payment.id) AS comments,
    ${decidedBy(scope, sql`payment`)} AS decides, ${writtenBy(scope)} AS writes,
    ${isOver} AND ${session.id} IN (payment.created_by, payment.written_by) AS needs_other,
    ${isOver} AND ${session.id} IS NOT DISTINCT FROM payment.decided_by AS undo_needs_other, payment.movement_id, payment.version`
}

const waits = sql`picked.state = 'pendiente'`

export const paymentList = listing<typeof payments.list, Raw>(payments.list, {
  // A page is chosen by numbers alone: whole rows of a month take three times as long to sort. Every payment has its debtor;
  // joined so, it is left out where nobody searches or orders by it.
  from: sql`payments picked LEFT JOIN partners debtor ON debtor.id = picked.partner_id CROSS JOIN LATERAL (SELECT picked.id) chosen`,
  columns,
  shown: {
    row: sql`chosen`,
    tables: sql`
      JOIN payments payment ON payment.id = chosen.id
      JOIN partners owing ON owing.id = payment.partner_id
      JOIN partners counterpart ON counterpart.id = payment.counterpart_id
      JOIN users reporter ON reporter.id = payment.created_by
      LEFT JOIN users decider ON decider.id = payment.decided_by
      LEFT JOIN users undoer ON undoer.id = payment.undone_by
      LEFT JOIN payment_methods method ON method.id = payment.method_id
      LEFT JOIN accounts payer_account ON payer_account.id = payment.payer_account_id
      LEFT JOIN accounts receiver_account ON receiver_account.id = CASE payment.state WHEN 'pendiente'
        THEN ${receiversAccount(sql`payment`, sql`NULL::int`)} ELSE payment.receiver_account_id END
      CROSS JOIN banca`,
  },
  key: sql`picked.id`,
  scope: inReach,
  filter: {
    state: (state) => sql`picked.state = ${state}`,
    currency: (currency) => sql`picked.currency = ${currency}`,
    partner_id: async (id, { scope, db }) => {
      await mustBeWithin(scope, db, id)
      return within({ partner_id: id, whole: false } as Scope, sql`picked.partner_id`)
    },
  },
  order: {
    created_at: sql`picked.created_at`,
    partner_name: sql`debtor.name`,
    amount: sql`picked.amount`,
    state: sql`picked.state`,
    paid_on: sql`picked.paid_on`,
    age: sql`CASE WHEN ${waits} THEN now() - picked.created_at END`,
  },
  // What waits first, the oldest of it on top.
  first: () =>
    sql`(${waits}) DESC, CASE WHEN ${waits} THEN picked.created_at END, picked.created_at DESC, picked.id DESC`,
  search: {
    folded: [sql`debtor.name_key`],
    plain: [sql`picked.reference`, sql`(picked.receipt_year || '-' || lpad(picked.receipt_number::text, 6, '0'))`],
  },
  period: ({ from, to }) => sql`(${waits} OR (
    picked.created_at >= (${from}::date)::timestamp AT TIME ZONE (SELECT zone FROM banca)
    AND picked.created_at < (${to}::date + 1)::timestamp AT TIME ZONE (SELECT zone FROM banca)))`,
  named: { partner_id: (id) => nameById('partners', id) },
  toRow: (raw, { session }): PaymentRow => ({
    ...raw,
    actions: [
      ...(raw.state === 'pendiente' && raw.writes ? (['update'] as const) : []),
      ...movesOn(payments, refused, raw, session),
    ],
  }),
})

export const readPayment: (reader: Reader, id: number) => Promise<PaymentRow> = readOne(paymentList)
export const readPayments: (reader: Reader, ids: readonly number[]) => Promise<PaymentRow[]> = readSome(paymentList)
