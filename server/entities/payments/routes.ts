/**
 * Payments between partners. One side reports, the server names who stands on the other, and the side that receives
 * decides; what is confirmed is posted in the same transaction (`rules/books/payments.ts`).
 */
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import type { Received } from '@contract/endpoint.ts'
import { fixedFields, payments, type PaymentRow } from '@contract/payments.ts'
import { add, formatMoney, negate } from '@contract/values/money.ts'
import { list } from '../../platform/db/connect.ts'
import type { Context, FileAnswer, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { threadOf } from '../../platform/lists/thread.ts'
import { workflow } from '../../platform/lists/workflow.ts'
import { versioned } from '../../platform/lists/versioned.ts'
import { notifyEach } from '../../platform/notifications/notify.ts'
import { balanceCtes } from '../../rules/books/debts.ts'
import { holdAccounts, receiversAccount } from '../../rules/books/held-accounts.ts'
import {
  holdPayments,
  nextReceipts,
  postPayments,
  reversePayment,
  takeReceipts,
  type PaymentToPost,
} from '../../rules/books/payments.ts'
import { rateOf } from '../../rules/rates/in-force.ts'
import { isWithin } from '../../rules/tree/reach.ts'
import { report } from './report.ts'
import { decidedBy, mustWrite, paymentList, readPayment, readPayments, refused } from './list.ts'
import { mustBeSound } from './sound.ts'

const read = readPayment
const amountOf = ({ amount, currency }: Pick<PaymentRow, 'amount' | 'currency'>) => formatMoney(amount, currency, true)
const nameOf = (row: PaymentRow) => `${row.partner_name}, ${amountOf(row)}`
/** What the audit log keeps: what a reader may do is not the payment's. */
const trace = ({
  actions: _1,
  decides: _2,
  writes: _3,
  needs_other: _4,
  undo_needs_other: _5,
  age: _6,
  comments: _7,
  ...row
}: PaymentRow) => row

interface Said {
  title: string
  text: string
  level?: 'informa' | 'advierte'
}

/** Tells the people of one side of each payment who decide on money, but whoever did it. Nobody above is named to those below. */
async function tellEach(
  { db, session }: Context,
  rows: readonly Pick<PaymentRow, 'id'>[],
  side: 'payer_id' | 'receiver_id' | 'both',
  said: readonly Said[],
): Promise<void> {
  const sides = side === 'both' ? sql`(payment.payer_id, payment.receiver_id)` : sql`(payment.${sql.identifier(side)})`
  await notifyEach(
    db,
    sql`
      SELECT person.id, told.n::int - 1
      FROM unnest(${list(rows.map(({ id }) => id))}::int[]) WITH ORDINALITY told(id, n)
      JOIN payments payment ON payment.id = told.id
      CROSS JOIN LATERAL (
        SELECT colleague.id FROM users colleague WHERE colleague.partner_id IN ${sides} UNION SELECT payment.created_by
      ) whose
      JOIN users person ON person.id = whose.id
      WHERE person.id <> ${session.id} AND person.status = 'activo' AND person.role = ANY (${list(rules.money.roles)}::user_role[])`,
    said.map(({ title, text, level = 'informa' }, n) => ({
      kind: 'pago',
      level,
      title,
      text,
      link: `/admin/administrative/accounting-entries/paymentRecord/${rows[n]!.id}`,
    })),
  )
}

const tell = (context: Context, row: Pick<PaymentRow, 'id'>, side: Parameters<typeof tellEach>[2], said: Said) =>
  tellEach(context, [row], side, [said])

/** As the books take them, with the numbers of their receipts in the memo. */
async function toPost({ db }: Context, rows: readonly PaymentRow[], memo: string): Promise<PaymentToPost[]> {
  const found = await db.rows<Omit<PaymentToPost, 'memo'>>(sql`
    SELECT payment.id, payment.line, payment.direction, payment.amount::text AS amount, payment.currency::text AS currency,
      payment.payer_account_id AS from_account, payment.receiver_account_id AS to_account
    FROM payments payment WHERE payment.id = ANY (${list(rows.map(({ id }) => id))}::int[]) ORDER BY payment.id`)
  const receipts = new Map(rows.map(({ id, receipt }) => [id, receipt]))
  return found.map((payment) => ({ ...payment, memo: `${memo} ${receipts.get(payment.id)}` }))
}

const signatureOf = ({ session, now, today }: Context) => ({ by: session.id, at: now, today })

const decided = ({ session, now }: Context) => ({
  decided_by: session.id,
  decided_at: sql`${now.toISOString()}::timestamptz`,
})

const flow = workflow(payments, {
  table: 'payments',
  read,
  read_many: readPayments,
  name: nameOf,
  refused,
  trace,
  waits: {
    when: ({ scope }) => sql`waiting.state = 'pendiente' AND ${decidedBy(scope, sql`waiting`)}`,
    since: sql`waiting.created_at`,
  },
  moves: {
    confirm: {
      hold: ({ db, today }, ids) => holdPayments(db, ids, today),
      // The next of the receiver's year, held until the confirmation is through: none is left out.
      own: ({ today }, ids) => nextReceipts(ids, today),
      set: ({ receiver_account_id = null }, context) => ({
        ...decided(context),
        receiver_account_id: receiversAccount(sql`payments`, sql`${receiver_account_id}::int`),
        receipt_year: Number(context.today.slice(0, 4)),
        receipt_number: sql`own.number`,
        rate: rateOf(sql`payments.partner_id`, sql`payments.currency`, sql`${context.now.toISOString()}::timestamptz`),
      }),
      effects: async (context, rows, { receiver_account_id = null }) => {
        const ids = rows.map(({ id }) => id)
        await takeReceipts(context.db, ids)
        const paid = await toPost(context, rows, 'Recibo')
        await holdAccounts(context, paid, receiver_account_id)
        await postPayments(context.db, paid, signatureOf(context))
        await tellEach(
          context,
          rows,
          'payer_id',
          rows.map((row) => ({
            title: 'Pago confirmado',
            text: `El pago de ${nameOf(row)} se confirmó con el recibo ${row.receipt}.`,
          })),
        )
      },
    },
    reject: {
      set: ({ observation, refusal_url }, context) => ({ ...decided(context), observation, refusal_url }),
      effect: (context, row) =>
        tell(context, row, 'payer_id', {
          level: 'advierte',
          title: 'Pago rechazado',
          text: `El pago de ${nameOf(row)} se rechazó: ${row.observation}`,
        }),
      reason: ({ observation }) => observation,
    },
    undo: {
      hold: ({ db, today }, ids) => holdPayments(db, ids, today),
      set: ({ reason }, { session, now }) => ({
        reason,
        undone_by: session.id,
        undone_at: sql`${now.toISOString()}::timestamptz`,
      }),
      effect: async (context, row) => {
        const [payment] = await toPost(context, [row], 'Anulado, recibo')
        await reversePayment(context.db, payment!, signatureOf(context))
        await tell(context, row, 'both', {
          level: 'advierte',
          title: 'Pago anulado',
          text: `El pago de ${nameOf(row)}, recibo ${row.receipt}, se anuló: ${row.reason}`,
        })
      },
      reason: ({ reason }) => reason,
    },
    remove: {},
  },
})

/** What the debtor owes today, and what it would with the payment confirmed. */
async function debtOf(context: Context, id: number): Promise<{ debt: string | null; after: string | null }> {
  const row = await read(context, id)
  const { partner_id, currency, amount, direction, state } = row
  // One that owed the caller when it was reported may hang from somebody else by now.
  if (!(await isWithin(context.scope, context.db, partner_id))) return { debt: null, after: null }
  const found = await context.db.one<{ debt: string }>(sql`
    WITH RECURSIVE ${balanceCtes({ rows: sql`partner.id = ${partner_id}`, from: context.today, to: context.today, currency })}
    SELECT debt::text AS debt FROM balance_row WHERE balance_row.currency = ${currency}::currency`)
  const debt = found?.debt ?? '0.00'
  const moves = state === 'pendiente' ? (direction === 'paga' ? negate(amount) : amount) : '0.00'
  return { debt, after: add(debt, moves) }
}

interface Kept {
  url: string
  content_type: string
  bytes: Buffer
}

type Which = Received<typeof payments.picture>['query']['which']
/** For whoever may see the payment. @throws Problem `not_found` */
async function pictureOf(context: Context, id: number, which: Which): Promise<FileAnswer> {
  await read(context, id)
  const column = sql.identifier(which === 'receipt' ? 'receipt_url' : 'refusal_url')
  const kept = await context.db.one<Kept>(sql`
    SELECT image.url, image.content_type, image.bytes
    FROM payments payment JOIN images image ON image.url = payment.${column} WHERE payment.id = ${id}`)
  if (!kept) throw new Problem('not_found')
  const { url, content_type, bytes } = kept
  const filename = `pago-${id}-${which}${url.slice(url.lastIndexOf('.'))}`
  return { filename, content_type, stream: Readable.from([bytes], { objectMode: false }) }
}

async function payerOf({ db }: Context, id: number): Promise<number> {
  const found = await db.one<{ payer_id: number }>(sql`SELECT payer_id FROM payments WHERE id = ${id}`)
  return found!.payer_id
}

const records = versioned(payments, {
  table: 'payments',
  read,
  open: (row) => flow.mustBeIn(row, 'pendiente'),
  write: ({ amount, currency, method_id, payer_account_id, reference, paid_on, notes, receipt_url }, { session }) => ({
    amount,
    currency,
    method_id,
    payer_account_id,
    reference,
    paid_on,
    notes,
    receipt_url,
    written_by: session.id,
  }),
  check: async (context, form, before) => {
    if (!before) return
    mustWrite(before)
    const changed = fixedFields.find((name) => form[name] !== before[name])
    if (changed) throw Problem.on(changed, 'invalid', 'No se cambia: elimine el pago y repórtelo de nuevo')
    await mustBeSound(context, form, { payer_id: await payerOf(context, before.id), own: before.id })
  },
  trace,
  significant: () => true,
})

export const paymentsRoutes: Handlers<typeof payments> = {
  ...listOf(paymentList),
  ...records,
  ...flow.handlers,
  ...threadOf({
    table: 'payment_comments',
    read,
    tell: (context, row, text) =>
      tell(context, row, 'both', { title: 'Comentario de un pago', text: `${nameOf(row)}: ${text}` }),
  }),
  create: async (context, { body }) => {
    const row = await read(context, await report(context, body))
    context.audit({ entity_id: row.id, after: trace(row), significant: true })
    await tell(context, row, 'receiver_id', {
      title: 'Pago por confirmar',
      text: `Se reportó un pago: ${nameOf(row)}${row.reference && `, referencia ${row.reference}`}.`,
    })
    return row
  },
  many: flow.many,
  waiting: flow.waiting,
  debt: (context, { params }) => debtOf(context, params.id),
  picture: (context, { params, query }) => pictureOf(context, params.id, query.which),
}
