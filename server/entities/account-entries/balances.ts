/** The trial balance: what the accounts came to before some days, in them and after, by class, by account or by partner. */
import { sql, type SQL } from 'drizzle-orm'
import { accountEntries, type BalanceRow } from '@contract/account-entries.ts'
import { every } from '../../platform/db/connect.ts'
import { handledElsewhere, listing, type ListQuestion } from '../../platform/lists/listing.ts'
import { subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { accountsOf, chartPlace, classOf, classPlace, isAmong, sumText } from '../../rules/ledger/asked.ts'

type Question = ListQuestion<typeof accountEntries.summary, Subject>

/**
 * What each account moved in the days, and came to at their end: `debit`, `credit`, `balance`. Of days that are kept; of
 * one type of entries it is its own postings, and nothing came before.
 */
function moved({ about, asked }: Question): SQL {
  const { from, to, kind } = asked
  const accounts = accountsOf(about, asked)
  const among = (column: SQL) => accounts && isAmong(accounts, column)
  if (kind === undefined)
    return sql`
      SELECT account_id, sum(debit) FILTER (WHERE day >= ${from}::date) AS debit, sum(credit) FILTER (WHERE day >= ${from}::date) AS credit,
        sum(debit - credit) AS balance
      FROM ledger_days WHERE ${every(sql`day <= ${to}::date`, among(sql`account_id`))} GROUP BY 1`
  return sql`
    SELECT posting.account_id, sum(greatest(posting.amount, 0)) AS debit, sum(greatest(-posting.amount, 0)) AS credit,
      sum(posting.amount) AS balance
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    WHERE ${every(
      sql`entry.kind = ${kind} AND entry.day BETWEEN ${from}::date AND ${to}::date`,
      sql`posting.day BETWEEN ${from}::date AND ${to}::date`,
      among(sql`posting.account_id`),
    )}
    GROUP BY 1`
}

/** By what rows are told apart: kind and partner, each nothing where it is not. */
function told({ asked: { by } }: Question): { kind: SQL; partner: SQL } {
  return {
    kind: by === 'clase' ? sql`NULL::text` : sql`account.kind`,
    partner: by === 'afiliado' ? sql`account.partner_id` : sql`NULL::int`,
  }
}

function balancesOf(question: Question): SQL {
  const { kind, partner } = told(question)
  // Accounts are added up first: what they are is looked up once for each.
  return sql`
    stands AS (
      SELECT ${classOf(sql`account.kind`)} AS class, ${kind} AS kind, ${partner} AS partner_id, account.currency,
        coalesce(sum(moved.debit), 0) AS debit, coalesce(sum(moved.credit), 0) AS credit, sum(moved.balance) AS balance
      FROM (${moved(question)}) moved JOIN ledger_accounts account ON account.id = moved.account_id
      GROUP BY 1, 2, 3, 4
    ), balance AS MATERIALIZED (
      SELECT *, balance - debit + credit AS opening FROM stands WHERE balance <> 0 OR debit <> 0 OR credit <> 0
    )`
}

export const balances = listing(accountEntries.summary, {
  about: (asked, { db, scope }) => subjectOf(db, scope, asked.partner_id),
  gathered: (question) => ({ tables: balancesOf(question) }),
  from: sql`balance`,
  columns: ({ asked }) => sql`
    balance.class, balance.kind AS account, balance.partner_id, partner.name AS partner_name, balance.currency::text AS currency,
    ${asked.kind === undefined ? sql`balance.opening::numeric(20, 2)::text` : sql`NULL::text`} AS opening,
    balance.debit::numeric(20, 2)::text AS debit, balance.credit::numeric(20, 2)::text AS credit,
    balance.balance::numeric(20, 2)::text AS balance`,
  shown: { row: sql`balance`, tables: sql`LEFT JOIN partners partner ON partner.id = balance.partner_id` },
  key: [
    classPlace(sql`balance.class`),
    chartPlace(sql`balance.kind`),
    sql`balance.currency`,
    sql`coalesce(balance.partner_id, 0)`,
  ],
  ties: 'ascending',
  order: {
    account: [classPlace(sql`balance.class`), chartPlace(sql`balance.kind`)],
    debit: sql`balance.debit`,
    credit: sql`balance.credit`,
    balance: sql`balance.balance`,
  },
  scope: handledElsewhere,
  period: handledElsewhere,
  filter: {
    by: handledElsewhere,
    partner_id: handledElsewhere,
    class: handledElsewhere,
    account: handledElsewhere,
    kind: handledElsewhere,
    currency: handledElsewhere,
  },
  amounts: {
    currency: sql`balance.currency`,
    opening: sumText(sql`sum(balance.opening)`),
    debit: sumText(sql`sum(balance.debit)`),
    credit: sumText(sql`sum(balance.credit)`),
    balance: sumText(sql`sum(balance.balance)`),
  },
  heading: ({ about }) => ({ Afiliado: about.name }),
  toRow: (row: BalanceRow) => row,
})
