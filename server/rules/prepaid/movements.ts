/**
 * What a prepaid agency may still sell (`prepaid_agencies`) follows its books: whoever writes entries moves its row with
 * them, by the accounts that are marked as the agency's. Of all other agencies no account is, and nothing is written.
 *
 * These rows come behind the days of accounts and before the rows that levels share: whoever sells takes them in that
 * order too, and of several agencies everybody takes them by their number.
 */
import { sql, type SQL } from 'drizzle-orm'
import { json, type Executor, type Tx } from '../../platform/db/connect.ts'

/** Columns of a posting of `amount` in an `account`: `prepaid_of`, whose row it moves if anybody's, and by how much it `raises` it. */
export const prepaidColumns = (amount: SQL) => sql`account.prepaid_of, prepaid_sign(account.kind) * ${amount} AS raises`

/** What moves rows: `raised` has rows (partner_id, currency, amount), `after` is a condition to be done with before any is taken. */
function movingCtes(raised: SQL, after: SQL): SQL {
  return sql`
    prepaid_held AS MATERIALIZED (
      SELECT agency.partner_id, agency.currency, raised.amount
      FROM (${raised}) raised JOIN prepaid_agencies agency ON agency.partner_id = raised.partner_id AND agency.currency = raised.currency
      WHERE ${after}
      ORDER BY agency.partner_id, agency.currency
      FOR NO KEY UPDATE OF agency
    ), prepaid_moved AS (
      UPDATE prepaid_agencies agency SET available = agency.available + held.amount FROM prepaid_held held
      WHERE agency.partner_id = held.partner_id AND agency.currency = held.currency
      RETURNING 1
    )`
}

/**
 * Common table expressions that move the rows by the postings of `of`, which has `prepaidColumns`, once the accounts' days
 * (`daily_balance`) are written. What is posted to and fro within the statement takes no row.
 */
export function prepaidCtes(of: SQL, currency: SQL): SQL {
  const raised = sql`
    SELECT prepaid_of AS partner_id, ${currency}::currency AS currency, sum(raises) AS amount FROM ${of}
    WHERE prepaid_of IS NOT NULL GROUP BY 1 HAVING sum(raises) <> 0`
  return movingCtes(raised, sql`(SELECT count(*) FROM daily_balance) > 0`)
}

/** What a row is to move by: a decimal string, below zero where less is left. */
export interface Raise {
  partner_id: number
  currency: string
  amount: string
}

/** Moves the rows of those that are prepaid; of one that is told of several times by what it comes to. */
export async function raisePrepaid(tx: Tx, raises: readonly Raise[]): Promise<void> {
  const raised = sql`
    SELECT partner_id, currency, sum(amount) AS amount
    FROM jsonb_to_recordset(${json(raises)}) AS given(partner_id int, currency currency, amount numeric)
    GROUP BY 1, 2 HAVING sum(amount) <> 0`
  await tx.run(sql`WITH ${movingCtes(raised, sql`true`)} SELECT 1 FROM prepaid_moved`)
}

/** A sale's part: the agency of a prepaid office, and the ticket's total. */
export interface PaidAhead {
  agency_id: number
  total: string
}

/** `paid_ahead`: the agency's row, lowered by the total where so much is left, which nothing else but this condition decides. */
export function paidAheadCte(at: { agency_id: SQL; currency: SQL; total: SQL }): SQL {
  return sql`
    paid_ahead AS (
      UPDATE prepaid_agencies SET available = available - ${at.total}::numeric
      WHERE partner_id = ${at.agency_id}::int AND currency = ${at.currency}::currency AND available >= ${at.total}::numeric
      RETURNING 1
    )`
}

/** What the agency may still sell in a currency; below zero where a correction or an adjustment left it so. */
export async function availableOf(db: Executor, agency_id: number, currency: string): Promise<string> {
  const row = await db.one<{ available: string }>(sql`
    SELECT available FROM prepaid_agencies WHERE partner_id = ${agency_id} AND currency = ${currency}::currency`)
  return row?.available ?? '0.00'
}

/** The contract's `sums` of the same in these currencies; null of an agency that is not prepaid. */
export function availableSums(agency_id: SQL, currencies: SQL): SQL {
  return sql`(
    SELECT jsonb_agg(jsonb_build_object('currency', own.currency, 'amount', own.available::text) ORDER BY own.currency)
    FROM prepaid_agencies own WHERE own.partner_id = ${agency_id} AND own.currency = ANY (${currencies}))`
}
