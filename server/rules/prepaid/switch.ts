/**
 * Agencies become prepaid, or cease to be: what they may sell begins at minus what they owe, without the commission and
 * participation that no closing has told and the prizes nobody came for. Whoever switches has the tree alone, which
 * everybody who posts shares, so that nothing is counted twice or left out.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { creditors, sundayOf } from '../books/creditors.ts'
import { cameLate, latePosting } from '../books/late.ts'

export const notYours = 'Decide si vende prepago aquel a quien la agencia le debe, y no es usted ni depende de usted.'

/** Whether `partner_id` owes this week somebody out of reach, who decides whether it sells on credit. */
export function owesOutside(scope: Scope, partner_id: SQL): SQL {
  if (scope.whole) return sql`false`
  const sunday = sundayOf(sql`(now() AT TIME ZONE (SELECT zone FROM banca))::date`)
  return sql`EXISTS (
    SELECT 1 FROM ${creditors} creditor
    WHERE creditor.partner_id = ${partner_id} AND creditor.since <= ${sunday} AND ${sunday} < creditor.until
      AND NOT ${within(scope, sql`creditor.creditor_id`)})`
}

/** @throws Problem `not_your_side` where the agency owes somebody out of reach */
export async function mustBeCreditor(db: Executor, scope: Scope, id: number): Promise<void> {
  const outside = await db.one(sql`SELECT 1 WHERE ${owesOutside(scope, sql`${id}::int`)}`)
  if (outside) throw Problem.on('prepaid', 'not_your_side', notYours)
}

/**
 * Has these agencies' accounts and rows follow their flag, which the transaction has written. The caller has the tree
 * alone (`holdSales`).
 */
export async function followFlag(db: Executor, ids: readonly number[]): Promise<void> {
  const agencies = list(ids)
  await db.run(sql`
    SELECT mark_prepaid(array_agg(partner.id)) FROM partners partner
    WHERE partner.id = ANY (${agencies}::int[]) OR (partner.father_id = ANY (${agencies}::int[]) AND partner.type = 'taquilla')`)
  await db.run(sql`
    DELETE FROM prepaid_agencies own USING partners agency
    WHERE own.partner_id = ANY (${agencies}::int[]) AND agency.id = own.partner_id AND NOT agency.prepaid`)
  await db.run(sql`
    UPDATE prepaid_agencies own SET available = coalesce(moved.amount, 0) + told.earned
    FROM (${toldEarnings(sql`agency.partner_id = ANY (${agencies}::int[])`)}) told
    LEFT JOIN (
      SELECT account.prepaid_of AS partner_id, account.currency,
        sum(prepaid_sign(account.kind) * (ledger_day.debit - ledger_day.credit)) AS amount
      FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.prepaid_of = ANY (${agencies}::int[]) GROUP BY 1, 2
    ) moved USING (partner_id, currency)
    WHERE own.partner_id = told.partner_id AND own.currency = told.currency`)
}

/**
 * Rows (partner_id, currency, earned): the commission and participation that the closings of prepaid agencies (`agency`)
 * have told, late ones that came after their last closing left out.
 */
function toldEarnings(of: SQL): SQL {
  return sql`
    WITH book AS MATERIALIZED (
      SELECT agency.partner_id, agency.currency, books.closed_through AS through, last.cut, last.closed_at
      FROM prepaid_agencies agency
      LEFT JOIN partner_books books ON books.partner_id = agency.partner_id AND books.currency = agency.currency
      LEFT JOIN closings last ON last.partner_id = agency.partner_id AND last.currency = agency.currency
        AND last.week = books.closed_through AND last.reversed_at IS NULL
      WHERE ${of}
    ), account AS MATERIALIZED (
      SELECT book.partner_id, book.currency, book.through, book.cut, account.id
      FROM book
      JOIN partners office ON office.father_id = book.partner_id AND office.type = 'taquilla'
      JOIN ledger_accounts account ON account.partner_id = office.id AND account.currency = book.currency
        AND account.kind IN ('comision', 'participacion')
    ), part AS (
      SELECT account.partner_id, account.currency, ledger_day.debit - ledger_day.credit AS amount
      FROM account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id AND ledger_day.day <= account.through
      UNION ALL
      SELECT account.partner_id, account.currency, -late.amount
      FROM ${latePosting(sql`book`)} late
      JOIN account ON account.id = late.account_id AND ${cameLate(sql`late`, sql`account`)}
    )
    SELECT book.partner_id, book.currency, coalesce(sum(part.amount), 0) AS earned
    FROM book LEFT JOIN part USING (partner_id, currency) GROUP BY 1, 2`
}

/** What the closings of one agency have told of commission and participation in a currency; nothing where it is not prepaid. */
export async function toldOf(tx: Tx, partner_id: number, currency: string): Promise<string | undefined> {
  const row = await tx.one<{ earned: string }>(sql`
    SELECT told.earned::text AS earned
    FROM (${toldEarnings(sql`agency.partner_id = ${partner_id} AND agency.currency = ${currency}::currency`)}) told`)
  return row?.earned
}
