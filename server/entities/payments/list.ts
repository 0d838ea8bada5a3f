/** Payments as they are listed and read: whose side a reader is on, and what they may do with each. */
import { sql, type SQL } from 'drizzle-orm'
import { payments, type PaymentRow } from '@contract/payments.ts'
import { namedWithin, publicName, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne, type Reader } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { movesOn } from '../../platform/lists/workflow.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

/** Somebody of the payment's line is within reach: whoever owes it, whom it names, and who stands between. */
const inReach = (scope: Scope) =>
  scope.whole
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM partner_ancestors sub WHERE sub.ancestor_id = ${scope.partner_id} AND sub.partner_id = ANY (p.line))`

/** The receiving side, or above it; who pays never decides that it was paid. `row` is the payment. */
export const decidedBy = (scope: Scope, row: SQL): SQL => sql`(
  ${row}.receiver_id = ${scope.partner_id}::int OR (${within(scope, sql`${row}.receiver_id`)} AND ${row}.payer_id <> ${scope.partner_id}::int))`

/** Whoever reported, or who is above them and does not decide: nobody confirms what they wrote into another's report. */
const writtenBy = (scope: Scope): SQL => sql`(
  p.reporter_id = ${scope.partner_id}::int OR (${within(scope, sql`p.reporter_id`)} AND NOT ${decidedBy(scope, sql`p`)}))`

/** Over this a payment is decided by somebody else than who wrote it. */
const isOver = sql`coalesce(p.amount > (SELECT (banca.pay_approval_threshold ->> p.currency::text)::numeric FROM banca), false)`

type Raw = Omit<PaymentRow, 'actions'>
type Facts = Pick<PaymentRow, 'decides' | 'writes' | 'needs_other'>

const otherSide = (detail: string) => new Problem('not_your_side', { detail })
const decides = ({ decides: may, needs_other }: Facts) => {
  if (!may) return otherSide('Lo decide quien recibe.')
  return needs_other ? new Problem('needs_other') : null
}
const writes = ({ writes: may }: Facts) => (may ? null : otherSide('Lo cambia quien lo reportó.'))

export const refused = {
  confirm: decides,
  reject: decides,
  undo: ({ decides: may }: Facts) => (may ? null : otherSide('Lo anula quien lo recibió.')),
  remove: writes,
}
/** @throws Problem `not_your_side` */
export function mustWrite(row: Facts): void {
  const problem = writes(row)
  if (problem) throw problem
}

const userName = (scope: Scope, user: string) =>
  namedWithin(scope, sql.raw(`${user}.partner_id`), sql.raw(`${user}.name`))

function columns({ scope, session, today }: Reader): SQL {
  return sql`
    p.id, p.partner_id, p.direction, p."to", p.amount::text AS amount, p.currency::text AS currency, p.method_id, p.reference,
    p.paid_on::text AS paid_on, p.notes, p.receipt_url, debtor.name AS partner_name, debtor.code AS partner_code,
    ${publicName(scope, sql`counterpart`)} AS counterpart_name, method.name AS method_name, p.state,
    CASE WHEN p.state = 'pendiente' THEN ${today}::date - (p.created_at AT TIME ZONE banca.zone)::date END AS age,
    p.receipt_year || '-' || lpad(p.receipt_number::text, 6, '0') AS receipt,
    ${userName(scope, 'reporter')} AS created_by, p.created_at, ${userName(scope, 'decider')} AS decided_by, p.decided_at,
    p.observation, p.refusal_url IS NOT NULL AS has_refusal, ${userName(scope, 'undoer')} AS undone_by, p.undone_at, p.reason,
    (SELECT count(*)::int FROM payment_comments comment WHERE comment.record_id = p.id) AS comments,
    ${decidedBy(scope, sql`p`)} AS decides, ${writtenBy(scope)} AS writes,
    ${isOver} AND ${session.id} IN (p.created_by, p.written_by) AS needs_other, p.version`
}

const waits = sql`p.state = 'pendiente'`

export const list = listing<typeof payments.list, Raw>(payments.list, {
  from: sql`payments p
    JOIN partners debtor ON debtor.id = p.partner_id
    JOIN partners counterpart ON counterpart.id = p.counterpart_id
    JOIN users reporter ON reporter.id = p.created_by
    LEFT JOIN users decider ON decider.id = p.decided_by
    LEFT JOIN users undoer ON undoer.id = p.undone_by
    LEFT JOIN payment_methods method ON method.id = p.method_id
    CROSS JOIN banca`,
  columns,
  key: sql`p.id`,
  scope: inReach,
  filter: {
    state: (state) => sql`p.state = ${state}`,
    currency: (currency) => sql`p.currency = ${currency}`,
    partner_id: async (id, { scope, db }) => {
      await mustBeWithin(scope, db, id)
      return within({ partner_id: id, whole: false } as Scope, sql`p.partner_id`)
    },
  },
  order: {
    created_at: sql`p.created_at`,
    partner_name: sql`debtor.name`,
    amount: sql`p.amount`,
    state: sql`p.state`,
    paid_on: sql`p.paid_on`,
    age: sql`CASE WHEN ${waits} THEN now() - p.created_at END`,
  },
  // What waits first, the oldest of it on top.
  first: () => sql`(${waits}) DESC, CASE WHEN ${waits} THEN p.created_at END, p.created_at DESC, p.id DESC`,
  search: {
    folded: [sql`debtor.name_key`],
    plain: [sql`p.reference`, sql`(p.receipt_year || '-' || lpad(p.receipt_number::text, 6, '0'))`],
  },
  period: ({ from, to }) => sql`(${waits} OR (
    p.created_at >= (${from}::date)::timestamp AT TIME ZONE (SELECT zone FROM banca)
    AND p.created_at < (${to}::date + 1)::timestamp AT TIME ZONE (SELECT zone FROM banca)))`,
  named: { partner_id: (id) => nameById('partners', id) },
  toRow: (raw, { session }): PaymentRow => ({
    ...raw,
    actions: [
      ...(raw.state === 'pendiente' && raw.writes ? (['update'] as const) : []),
      ...movesOn(payments, refused, raw, session),
    ],
  }),
})

export const readPayment: (reader: Reader, id: number) => Promise<PaymentRow> = readOne(list)
