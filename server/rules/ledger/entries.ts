/**
 * The only writer of ledger entries, with `post-all.ts`. An entry's postings add up to zero; entries are added, never
 * edited: what was wrong is reversed. Debit is positive.
 *
 * Days of accounts are taken in one order, those of `ajustes` after all others: an agency's are shared by whoever
 * pays for another agency and whoever corrects a result, and both write in the offices' accounts as well. What prepaid
 * agencies may still sell moves behind them, with every entry but a sale's, which lowers it itself (`sale/quota.ts`).
 *
 * Whoever posts has shared the tree before (`lockTree`), in a statement of its own and before any row that others take:
 * which agencies are prepaid stands then until it is done.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { EntryKind, RefKind } from '@contract/ledger-entries.ts'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import { isWithoutSale } from './debt-kinds.ts'
import { prepaidColumns, prepaidCtes } from '../prepaid/movements.ts'

/** An account: by its owner, its kind and, where there are several of a kind, its `sub` (0 unless said). */
export interface Side {
  partner_id: number
  kind: AccountKind
  sub?: number
}

interface Move {
  debit: Side
  credit: Side
  /** Decimal string; a negative one swaps debit and credit, zero is left out. */
  amount: string
}

export interface LedgerEntry {
  /** Business day it counts on, which may be before the day it is written. */
  day: string
  kind: EntryKind
  ref_kind: RefKind
  ref_id: string | number
  office_id?: number
  /** The register in which it counts, of what is told to count in one; all else counts by the registers' cuts. */
  register_id?: number
  currency: string
  moves: readonly Move[]
  memo?: string
  /** Bolivares for a unit of its currency, of what is converted. */
  rate?: string | null
  created_by?: number | undefined
  created_at?: Date
}

/** An entry whose sides were written one by one: they balance, debit is positive, and none is zero. */
export interface WrittenEntry extends Omit<LedgerEntry, 'moves'> {
  sides: readonly (Side & { amount: string })[]
}

/** An entry as SQL: for statements that compute its amounts on the way. */
export interface EntrySql extends Omit<LedgerEntry, 'moves' | 'ref_id' | 'office_id' | 'register_id' | 'rate'> {
  ref_id: SQL
  office_id: SQL
  /** Rows (partner_id, kind, amount) that add up to zero; zero amounts are left out. */
  sides: SQL
}

/** What an entry is beside its postings, as SQL. */
interface Head extends Pick<EntrySql, 'kind' | 'ref_kind' | 'ref_id' | 'office_id'> {
  day: SQL
  memo?: SQL
  created_by: SQL
  created_at: SQL
}

/** An entry between two accounts that the caller knows: it is whole, or the statement fails. */
export interface TransferSql extends Omit<Head, 'memo'> {
  currency: SQL
  /** Rows (account's id, debit, credit) that balance; an account that is missing is an error of the statement. */
  accounts: SQL
  /** What the entry's own columns come from, where that may be nothing. */
  from?: SQL
  /** An expression to be done with before the accounts' days are taken. */
  after: SQL
}

/** Several entries that one statement adds together, each of a day of its own. */
export interface EntriesSql {
  currency: SQL
  created_by: SQL
  created_at: SQL
  office_id: SQL
  /** The ticket that all of them speak of. */
  ticket_id: SQL
  /** By their number: what each is, and the day it counts on. One without sides is none. */
  entries: readonly { kind: EntryKind; day: SQL }[]
  /** Rows (n, partner_id, kind, amount), which add up to zero for each `n` of `entries`; zero amounts are left out. */
  sides: SQL
  /** An expression to be done with before the accounts' days are taken. */
  after?: SQL
}

/** Whether the `account` comes after the others in the order in which their days are taken. */
export const sharedLast = sql`account.kind = 'ajustes'`

/** A common table expression, `entry`, that writes the entry itself and answers its id. */
function headCte(entry: Head, where: SQL): SQL {
  return sql`
    entry AS (
      INSERT INTO ledger_entries (day, kind, ref_kind, ref_id, office_id, memo, created_by, created_at)
      SELECT ${entry.day}::date, ${entry.kind}, ${entry.ref_kind}, ${entry.ref_id}, ${entry.office_id},
        ${entry.memo ?? sql`NULL`}, ${entry.created_by}::int, ${entry.created_at}::timestamptz
      ${where}
      RETURNING id
    )`
}

/**
 * Common table expressions that write one entry with its postings and its accounts' days, for a WITH.
 * `entry` holds its id; `posted` how many postings it got and how many it should have.
 */
export function entryCtes(entry: EntrySql): SQL {
  const head: Head = {
    ...entry,
    day: sql`${entry.day}`,
    memo: sql`${entry.memo ?? null}`,
    created_by: sql`${entry.created_by ?? null}`,
    created_at: sql`${(entry.created_at ?? new Date()).toISOString()}`,
  }
  return sql`
    side AS (SELECT partner_id, kind, amount FROM (${entry.sides}) given WHERE amount <> 0),
    account AS (
      SELECT account.id, side.amount, ${sharedLast} AS shared, ${isWithoutSale(sql`account.kind`)} AS without_sale,
        ${prepaidColumns(sql`side.amount`)}
      FROM side
      JOIN ledger_accounts account ON account.partner_id = side.partner_id AND account.kind = side.kind
        AND account.currency = ${entry.currency}::currency AND account.sub = 0
    ), ${headCte(head, sql`WHERE EXISTS (SELECT 1 FROM side)`)}, posting AS (
      INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
      SELECT ${entry.day}::date, entry.id, account.id, account.amount, ${entry.currency}::currency FROM entry, account
      RETURNING amount
    ), daily_balance AS (
      INSERT INTO ledger_days AS ledger_day (account_id, day, debit, credit, without_sale)
      SELECT id, ${entry.day}::date, sum(greatest(amount, 0)), sum(greatest(-amount, 0)), without_sale
      FROM account
      GROUP BY id, shared, without_sale
      ORDER BY shared, id
      ON CONFLICT (account_id, day) DO UPDATE SET debit = ledger_day.debit + excluded.debit, credit = ledger_day.credit + excluded.credit
      RETURNING 1
    ), ${prepaidCtes(sql`account`, sql`${entry.currency}`)}, posted AS (
      SELECT (SELECT count(*) FROM posting) = (SELECT count(*) FROM side) AND (SELECT coalesce(sum(amount), 0) FROM posting) = 0 AS whole
    )`
}

/**
 * Common table expressions that write an entry between two accounts with its postings and the accounts' days, for a WITH:
 * a sale's, whose accounts are known. What a prepaid agency may still sell is the caller's.
 */
export function transferCtes(entry: TransferSql): SQL {
  return sql`
    account(id, debit, credit) AS (${entry.accounts}),
    ${headCte(entry, entry.from ?? sql``)}, posting AS (
      INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
      SELECT ${entry.day}::date, entry.id, account.id, account.debit - account.credit, ${entry.currency}::currency FROM entry, account
    ), daily_balance AS (
      INSERT INTO ledger_days AS ledger_day (account_id, day, debit, credit)
      SELECT id, ${entry.day}::date, debit, credit FROM account WHERE ${entry.after} ORDER BY id
      ON CONFLICT (account_id, day) DO UPDATE SET debit = ledger_day.debit + excluded.debit, credit = ledger_day.credit + excluded.credit
    )`
}

/**
 * Common table expressions that write several entries of a ticket, their postings and the accounts' days, for a WITH. An
 * account that is missing is an error of the statement. The accounts' days are taken once each and in one order,
 * whichever of the entries touch them.
 */
export function entriesCtes({ entries, after = sql`true`, ...given }: EntriesSql): SQL {
  const numbered = sql.join(
    entries.map(({ kind, day }, n) => sql`(${sql.raw(String(n))}, ${sql.raw(`'${kind}'`)}, ${day}::date)`),
    sql`, `,
  )
  return sql`
    side AS (
      SELECT given.n, account.id AS account_id, given.amount, given.kind = 'ajustes' AS shared,
        ${isWithoutSale(sql`given.kind`)} AS without_sale, ${prepaidColumns(sql`given.amount`)}
      FROM (${given.sides}) AS given(n, partner_id, kind, amount)
      LEFT JOIN ledger_accounts account ON account.partner_id = given.partner_id AND account.kind = given.kind
        AND account.currency = ${given.currency}::currency AND account.sub = 0
      WHERE given.amount <> 0
    ), head AS (
      SELECT nextval('ledger_entry_ids') AS id, kept.*
      FROM (VALUES ${numbered}) AS kept(n, kind, day)
      WHERE EXISTS (SELECT 1 FROM side WHERE side.n = kept.n)
    ), entry AS (
      INSERT INTO ledger_entries (day, id, kind, ref_kind, ref_id, office_id, created_by, created_at)
      SELECT day, id, kind, 'ticket', ${given.ticket_id}::bigint, ${given.office_id}::int, ${given.created_by}::int,
        ${given.created_at}::timestamptz
      FROM head
    ), posting AS (
      INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
      SELECT head.day, head.id, side.account_id, side.amount, ${given.currency}::currency FROM head JOIN side USING (n)
    ), daily_balance AS (
      INSERT INTO ledger_days AS ledger_day (account_id, day, debit, credit, without_sale)
      SELECT side.account_id, head.day, sum(greatest(side.amount, 0)), sum(greatest(-side.amount, 0)), side.without_sale
      FROM head JOIN side USING (n)
      WHERE ${after}
      GROUP BY side.account_id, head.day, side.shared, side.without_sale
      ORDER BY side.shared, side.account_id, head.day
      ON CONFLICT (account_id, day) DO UPDATE SET debit = ledger_day.debit + excluded.debit, credit = ledger_day.credit + excluded.credit
      RETURNING 1
    ), ${prepaidCtes(sql`side`, given.currency)}`
}

/** Throws unless every side found its account and the postings add up to zero. */
export function mustBeWhole(row: { whole: boolean } | undefined, of: string): void {
  if (!row?.whole) throw new Error(`the ledger entry of ${of} is not whole: accounts are missing`)
}
