/** Entries that the program worked out, many at a time: `entries.ts` has those that statements compute on the way. */
import { sql, type SQL } from 'drizzle-orm'
import { negate } from '@contract/values/money.ts'
import { unnested } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { prepaidColumns, raisePrepaid, type Raise } from '../prepaid/movements.ts'
import { isWithoutSale } from './debt-kinds.ts'
import { mustBeWhole, sharedLast, type LedgerEntry, type Side, type WrittenEntry } from './entries.ts'

/** Rows (n, partner_id, kind, sub, amount): the postings of each entry, as they were written, or both sides of each move. */
function sidesOf(entries: readonly (LedgerEntry | WrittenEntry)[]) {
  const sides = {
    n: [] as number[],
    partner_id: [] as number[],
    kind: [] as string[],
    sub: [] as number[],
    amount: [] as string[],
  }
  const add = (n: number, { partner_id, kind, sub = 0 }: Side, amount: string) => {
    sides.n.push(n)
    sides.partner_id.push(partner_id)
    sides.kind.push(kind)
    sides.sub.push(sub)
    sides.amount.push(amount)
  }
  for (const [n, entry] of entries.entries()) {
    if ('sides' in entry) for (const side of entry.sides) add(n, side, side.amount)
    else
      for (const { debit, credit, amount } of entry.moves) {
        add(n, debit, amount)
        add(n, credit, negate(amount))
      }
  }
  return sides
}

/** Rows `given`: what each entry is beside its postings, by its number `n`. */
function headsOf(entries: readonly (LedgerEntry | WrittenEntry)[]): SQL {
  const now = new Date()
  const of = (name: keyof LedgerEntry & keyof WrittenEntry) => entries.map((entry) => entry[name])
  return unnested('given', {
    n: ['int', entries.map((_, n) => n)],
    day: ['date', of('day')],
    kind: ['text', of('kind')],
    ref_kind: ['text', of('ref_kind')],
    ref_id: ['bigint', of('ref_id')],
    office_id: ['int', of('office_id')],
    register_id: ['int', of('register_id')],
    currency: ['currency', of('currency')],
    memo: ['text', of('memo')],
    rate: ['numeric', of('rate')],
    created_by: ['int', of('created_by')],
    created_at: ['timestamptz', entries.map(({ created_at = now }) => created_at)],
  })
}

/**
 * Adds many entries at once, in one statement for some thousands of them. Each move is a debit and a credit, so
 * they balance; none of their amounts may be zero.
 */
export async function postAll(tx: Tx, entries: readonly (LedgerEntry | WrittenEntry)[]): Promise<void> {
  const most = 20_000
  const raises: Raise[] = []
  for (let from = 0; from < entries.length; from += most) {
    const some = entries.slice(from, from + most)
    const { n, partner_id, kind, sub, amount } = sidesOf(some)
    const sides = unnested('side', {
      n: ['int', n],
      partner_id: ['int', partner_id],
      kind: ['text', kind],
      sub: ['int', sub],
      amount: ['numeric', amount],
    })
    const row = await tx.one<{ whole: boolean; raises: Raise[] }>(sql`
      WITH head AS (
        SELECT nextval('ledger_entry_ids') AS id, given.* FROM ${headsOf(some)}
      ), side AS (
        SELECT head.id AS entry_id, head.day, account.id AS account_id, ${sharedLast} AS shared,
          ${isWithoutSale(sql`account.kind`)} AS without_sale, side.amount, head.currency, ${prepaidColumns(sql`side.amount`)}
        FROM ${sides}
        JOIN head USING (n)
        JOIN ledger_accounts account ON account.partner_id = side.partner_id AND account.kind = side.kind
          AND account.currency = head.currency AND account.sub = side.sub
      ), entry AS (
        INSERT INTO ledger_entries (day, id, kind, ref_kind, ref_id, office_id, register_id, memo, rate, created_by, created_at)
        SELECT day, id, kind, ref_kind, ref_id, office_id, register_id, memo, rate, created_by, created_at FROM head ORDER BY n
      ), posting AS (
        INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
        SELECT day, entry_id, account_id, amount, currency
        FROM side
        RETURNING amount
      ), daily_balance AS (
        INSERT INTO ledger_days AS ledger_day (account_id, day, debit, credit, without_sale)
        SELECT account_id, day, sum(greatest(amount, 0)), sum(greatest(-amount, 0)), without_sale
        FROM side GROUP BY 1, 2, shared, without_sale ORDER BY shared, 1, 2
        ON CONFLICT (account_id, day) DO UPDATE SET debit = ledger_day.debit + excluded.debit, credit = ledger_day.credit + excluded.credit
      )
      SELECT count(*) = ${n.length} AND coalesce(sum(amount), 0) = 0 AS whole, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('partner_id', prepaid_of, 'currency', currency, 'amount', raises::text)), '[]')
        FROM (SELECT prepaid_of, currency, sum(raises) AS raises FROM side WHERE prepaid_of IS NOT NULL GROUP BY 1, 2) prepaid
      ) AS raises FROM posting`)
    mustBeWhole(row, `${some[0]!.ref_kind} ${some[0]!.ref_id}`)
    raises.push(...row!.raises)
  }
  // Behind the days of all of them.
  if (raises.length > 0) await raisePrepaid(tx, raises)
}
