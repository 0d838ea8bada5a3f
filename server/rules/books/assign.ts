/**
 * Passes what a partner owes from one creditor to another, as after a move or a change of who answers: the first is owed
 * less and the second more, and so what each of them owes further up, to where their lines meet. What the partner owes
 * in all stays. What a creditor owes the partner passes in the same way, the other way round.
 */
import { sql } from 'drizzle-orm'
import { addDays, formatDay, weekday } from '@contract/values/dates.ts'
import type { Currency } from '@contract/values/currency.ts'
import { compare, formatMoney, negate } from '@contract/values/money.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { openAccounts, openNamed } from '../ledger/accounts.ts'
import type { LedgerEntry } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import { holdWeeks } from './close.ts'
import { readCreditors, type Creditors } from './creditors.ts'
import { holdOwing } from './hold-owing.ts'
import { lineUp, type Signature } from './post-closings.ts'

interface ToAssign {
  partner_id: number
  currency: Currency
  from_id: number
  to_id: number
  /** Above zero, whichever way it is owed. */
  amount: string
  /** What the partner was told to owe the first creditor; below zero, what it is owed. */
  owed: string
  reason: string
}

interface Assigned {
  id: number
  /** As it is posted: below zero it is owed to the partner. */
  amount: string
}

interface Step {
  debtor: number
  creditor: number
}

/** The partner, a creditor of it, whom that one owes this week, up to the banca. */
function lineBy(partner_id: number, creditor_id: number, sunday: string, creditors: Creditors): number[] | undefined {
  const above = lineUp(creditors, creditor_id, sunday)
  return above.includes(partner_id) ? undefined : [partner_id, ...above]
}

const stepsOf = (line: readonly number[]): Step[] =>
  line.slice(0, -1).map((debtor, n) => ({ debtor, creditor: line[n + 1]! }))
const isIn = (steps: readonly Step[], { debtor, creditor }: Step) =>
  steps.some((one) => one.debtor === debtor && one.creditor === creditor)

/** What a partner owes by creditor; those it owes nothing are left out. */
export function owedByCreditor(
  db: Executor,
  partner_id: number,
  currency: string,
): Promise<{ creditor_id: number; owed: string }[]> {
  return db.rows(sql`
    SELECT account.sub AS creditor_id, sum(ledger_day.debit - ledger_day.credit)::text AS owed
    FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
    WHERE account.partner_id = ${partner_id} AND account.kind = 'liquidacion' AND account.currency = ${currency}::currency
    GROUP BY 1 HAVING sum(ledger_day.debit - ledger_day.credit) <> 0 ORDER BY 1`)
}

/**
 * Posts it today.
 * @throws Problem `invalid` of a creditor that stands below the partner, `week_closed`, `changed_meanwhile` where something
 * else is owed by now, `more_than_owed`
 */
export async function passDebt(tx: Tx, asked: ToAssign, signature: Signature & { by: number }): Promise<Assigned> {
  const { partner_id, currency, from_id, to_id, reason } = asked
  await holdWeeks(tx)
  const creditors = await readCreditors(tx, [partner_id, from_id, to_id])
  const sunday = addDays(signature.today, 7 - weekday(signature.today))
  const [from_line, to_line] = [from_id, to_id].map((id) => lineBy(partner_id, id, sunday, creditors))
  if (!from_line) throw Problem.on('from_id', 'invalid', 'Está por debajo de quien debe')
  if (!to_line) throw Problem.on('to_id', 'invalid', 'Está por debajo de quien debe')
  await hold(tx, [...from_line, ...to_line], currency, creditors, signature.today)
  const amount = await amountOf(tx, asked)
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO assignments (partner_id, currency, amount, from_line, to_line, day, reason, created_by, created_at)
    VALUES (${partner_id}, ${currency}, ${amount}, ${list(from_line)}::int[], ${list(to_line)}::int[], ${signature.today}, ${reason},
      ${signature.by}, ${signature.at.toISOString()}::timestamptz)
    RETURNING id`)
  await post(tx, { id: made!.id, amount, from_line, to_line, asked, signature })
  return { id: made!.id, amount }
}

/** Nobody pays, closes or assigns anything of theirs meanwhile. @throws Problem `week_closed` */
async function hold(
  tx: Tx,
  lines: readonly number[],
  currency: string,
  creditors: Creditors,
  today: string,
): Promise<void> {
  const debtors = list([...new Set(lines)].filter((id) => id !== creditors.banca_id))
  await holdOwing(
    tx,
    sql`(SELECT held.id, ${currency}::currency AS currency FROM unnest(${debtors}::int[]) held(id))`,
    true,
  )
  const closed = await tx.one<{ name: string; closed_through: string }>(sql`
    SELECT partner.name, books.closed_through::text AS closed_through
    FROM partner_books books JOIN partners partner ON partner.id = books.partner_id
    WHERE books.partner_id = ANY (${debtors}::int[]) AND books.currency = ${currency}::currency AND books.closed_through >= ${today}::date
    ORDER BY partner.id LIMIT 1`)
  if (closed)
    throw new Problem('week_closed', {
      detail: `${closed.name} está cerrado hasta el ${formatDay(closed.closed_through)}.`,
    })
}

async function amountOf(tx: Tx, { partner_id, currency, from_id, amount, owed }: ToAssign): Promise<string> {
  const all = await owedByCreditor(tx, partner_id, currency)
  const now = all.find(({ creditor_id }) => creditor_id === from_id)?.owed ?? '0.00'
  if (compare(now, owed) !== 0)
    throw Problem.on('owed', 'changed_meanwhile', `Ahora son ${formatMoney(now, currency, true)}`)
  const isOwed = compare(now, '0') > 0
  if (compare(amount, isOwed ? now : negate(now)) > 0) throw Problem.on('amount', 'more_than_owed')
  return isOwed ? amount : negate(amount)
}

interface ToPost {
  id: number
  amount: string
  from_line: readonly number[]
  to_line: readonly number[]
  asked: ToAssign
  signature: Signature & { by: number }
}

async function post(tx: Tx, { id, amount, from_line, to_line, asked, signature }: ToPost): Promise<void> {
  const { partner_id, currency, from_id, to_id, reason } = asked
  const head = {
    day: signature.today,
    kind: 'asignacion',
    ref_kind: 'assignment',
    ref_id: id,
    currency,
    memo: reason,
    created_by: signature.by,
    created_at: signature.at,
  } as const
  const [less, more] = [stepsOf(from_line), stepsOf(to_line)]
  const passed = ({ debtor, creditor }: Step, by: string): LedgerEntry => ({
    ...head,
    moves: [
      {
        debit: { partner_id: debtor, kind: 'liquidacion', sub: creditor },
        credit: { partner_id: debtor, kind: 'cobranza' },
        amount: by,
      },
    ],
  })
  await openAccounts(tx, [...new Set([...from_line, ...to_line])], [currency])
  await openNamed(
    tx,
    [...less, ...more].map(({ debtor, creditor }) => ({
      partner_id: debtor,
      kind: 'liquidacion',
      currency,
      sub: creditor,
    })),
  )
  await postAll(tx, [
    {
      ...head,
      moves: [
        {
          debit: { partner_id, kind: 'liquidacion', sub: to_id },
          credit: { partner_id, kind: 'liquidacion', sub: from_id },
          amount,
        },
      ],
    },
    // Where both lines go on alike, nothing changes.
    ...less
      .slice(1)
      .filter((step) => !isIn(more, step))
      .map((step) => passed(step, negate(amount))),
    ...more
      .slice(1)
      .filter((step) => !isIn(less, step))
      .map((step) => passed(step, amount)),
  ])
}
